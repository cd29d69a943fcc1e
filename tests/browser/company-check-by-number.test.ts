/** The company check by number in a real browser: on a phone, with script and without, by keyboard, in each language. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languages } from '../../src/values/vocabularies.ts'
import { browserMissing, visit } from '../harness/browser.ts'
import { checkedRegister, numbers } from '../harness/checked-companies.ts'
import { startChecking } from '../harness/checking.ts'
import { engines } from '../harness/databases.ts'
import { dotted } from '../harness/register-files.ts'
import { withRegister } from '../harness/register-scene.ts'
import { leaveRefusals, lookAt, ofWhole } from './check-states.ts'
import { everywhere, narrow, onceInOneLanguage, wide, withoutScript } from './checks.ts'

const [embedded] = engines
assert.ok(embedded, 'there is always one')
const { service } = await startChecking(withRegister(embedded, checkedRegister))
after(() => service.stop())

const nextDaySeconds = 86_400

async function begin(page: Page, number: string): Promise<void> {
  await page.fill('#postcode', number)
  await page.click('.first-form .filled')
  await page.waitForSelector('.register')
}

/** In the order in which one comes to them. `anew`: from the first form. */
const states: { name: string; isAnew?: true; reach(page: Page): Promise<void> }[] = [
  {
    name: 'the first form with a register',
    isAnew: true,
    reach: async (page) => void (await page.waitForSelector('#number-use')),
  },
  {
    name: 'a number with a wrong digit',
    async reach(page) {
      await page.fill('#postcode', `${dotted(numbers.bakery).slice(0, -1)}2`)
      await page.click('.first-form .filled')
      await page.waitForSelector('#postcode-fault')
    },
  },
  { name: 'establishments to choose from', isAnew: true, reach: (page) => begin(page, dotted(numbers.chain)) },
  {
    name: 'an establishment and a postcode',
    async reach(page) {
      await page.click('#question input[name=establishment] >> nth=0')
      await page.fill('#value', '5000')
      await page.click('#question button[value=answer]')
      await page.waitForSelector('#value-fault')
    },
  },
  {
    name: 'an establishment that was chosen',
    async reach(page) {
      await page.fill('#value', '')
      await page.click('#question button[value=answer]')
      await page.locator('.asked .facts').filter({ hasText: '9000' }).waitFor()
    },
  },
  {
    name: 'the report on a company by number',
    async reach(page) {
      await page.click('button[value=report]')
      await page.waitForSelector('.report')
    },
  },
  { name: 'many establishments', isAnew: true, reach: (page) => begin(page, numbers.large) },
  { name: 'a person', isAnew: true, reach: (page) => begin(page, numbers.person) },
  { name: 'a number that the register has not', isAnew: true, reach: (page) => begin(page, numbers.unknown) },
  { name: 'an enterprise that has ceased', isAnew: true, reach: (page) => begin(page, numbers.ceased) },
]

for (const language of languages) {
  test(`every state of a check by number, ${language}: nothing is cut, axe finds nothing, the keyboard reaches all`, {
    skip: browserMissing,
  }, async () => {
    await using visitor = await visit(service, { ...narrow })
    const { page } = visitor
    const checks = ofWhole(language === 'nl' ? [...everywhere, ...onceInOneLanguage] : everywhere)
    const faults: string[] = []
    for (const { name, isAnew, reach } of states) {
      await page.setViewportSize(narrow)
      if (isAnew === true) await visitor.go(`/${language}/check`)
      await reach(page)
      faults.push(...(await lookAt(visitor, language, checks, name)))
      service.clock.advance({ seconds: 10 })
    }
    service.clock.advance({ seconds: nextDaySeconds })
    leaveRefusals(visitor, /status of 422/)
    assert.deepEqual(faults, [])
  })
}

test('without script every state of a check by number is reached and whole, in the dark too', {
  skip: browserMissing,
}, async () => {
  for (const isDark of [false, true]) {
    service.clock.advance({ seconds: nextDaySeconds })
    await using visitor = await visit(service, { ...narrow, isDark, hasScript: false })
    const { page } = visitor
    const faults: string[] = []
    for (const { name, isAnew, reach } of states) {
      await page.setViewportSize(narrow)
      if (isAnew === true) await visitor.go('/fr/check')
      await reach(page)
      faults.push(...(await lookAt(visitor, 'fr', withoutScript, name)))
      service.clock.advance({ seconds: 10 })
    }
    assert.deepEqual(faults, [])
  }
})

test('by keyboard a number is typed and an establishment chosen; the number is in no address, no history and no store of the browser', {
  skip: browserMissing,
}, async () => {
  service.clock.advance({ seconds: nextDaySeconds })
  await using visitor = await visit(service, { ...wide })
  const { page } = visitor
  await visitor.go('/en/check')
  assert.equal(await page.getAttribute('#postcode', 'autocomplete'), 'off')
  await page.focus('#postcode')
  await page.keyboard.type(dotted(numbers.chain))
  await page.keyboard.press('Enter')
  await page.waitForSelector('.register')
  await page.locator('#question input[name=establishment]').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.asked .facts').filter({ hasText: '4000' }).waitFor()
  const [, liege = ''] = numbers.shops
  assert.match((await page.textContent('.asked .facts')) ?? '', new RegExp(dotted(liege).replaceAll('.', '\\.')))
  const left = await page.evaluate(
    'JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  for (const number of [numbers.chain, liege, dotted(numbers.chain), dotted(liege)])
    assert.ok(!String(left).includes(number), String(left))
  await page.locator('button[value=without_number]').focus()
  await page.keyboard.press('Enter')
  await page.locator('.register').waitFor({ state: 'detached' })
})
