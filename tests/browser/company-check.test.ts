/** The company check in a real browser: with script and without, by keyboard, in each state that only a sent form leads to. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languages } from '../../src/values/vocabularies.ts'
import { browserMissing, visit } from '../harness/browser.ts'
import { startPublicService } from '../harness/public-service.ts'
import { leaveRefusals, lookAt, ofWhole } from './check-states.ts'
import { everywhere, narrow, onceInOneLanguage, wide, withoutScript } from './checks.ts'

const service = await startPublicService()
after(() => service.stop())

const slug = 'sme-wallet-kmo-portefeuille'
const nextDaySeconds = 86_400

/** States after the first form, in the order in which one comes to them. */
const states: { name: string; reach(page: Page): Promise<void> }[] = [
  {
    name: 'a first form with faults, and codes to choose from',
    async reach(page) {
      await page.fill('#postcode', '99999')
      await page.fill('#nace', 'software')
      await page.click('.first-form .filled')
      await page.waitForSelector('#postcode-fault')
    },
  },
  {
    name: 'results, with the measure that somebody came from',
    async reach(page) {
      await page.fill('#postcode', '9000')
      await page.fill('#nace', '62.01')
      await page.fill('#employees', '12')
      await page.click('.first-form .filled')
      await page.waitForSelector('.this-measure')
    },
  },
  {
    name: 'results after an answer, with all that was answered unfolded',
    async reach(page) {
      await page.locator('#question button[name=do]').first().focus()
      await page.click('#question button[value=unknown]')
      await page.waitForSelector('.answered')
      await page.click('.answered summary')
      await page.click('.row-more summary >> nth=0')
      await page.click('.out summary')
    },
  },
  {
    name: 'a question that was asked for again, with a fault',
    async reach(page) {
      await page.click('button[name=ask][value="project.budget_eur"] >> nth=0')
      await page.waitForSelector('#value')
      await page.fill('#value', 'much')
      await page.click('#question button[value=answer]')
      await page.waitForSelector('#value-fault')
    },
  },
  {
    name: 'the question on subjects',
    async reach(page) {
      await page.click('button[name=ask][value="project.topics"] >> nth=0')
      await page.waitForSelector('#question input[type=checkbox]')
    },
  },
  {
    name: 'the report',
    async reach(page) {
      await page.click('button[value=report]')
      await page.waitForSelector('.report')
    },
  },
]

for (const language of languages) {
  test(`every state of the check, ${language}: nothing is cut, axe finds nothing, the keyboard reaches all`, {
    skip: browserMissing,
  }, async () => {
    await using visitor = await visit(service, { ...narrow })
    const { page } = visitor
    await visitor.go(`/${language}/check?measure=${slug}`)
    const checks = ofWhole(language === 'nl' ? [...everywhere, ...onceInOneLanguage] : everywhere)
    const faults: string[] = []
    for (const { name, reach } of states) {
      await page.setViewportSize(narrow)
      await reach(page)
      faults.push(...(await lookAt(visitor, language, checks, name)))
      service.clock.advance({ seconds: 10 })
    }
    leaveRefusals(visitor, /status of 422/)
    assert.deepEqual(faults, [])
  })
}

test('without script every state is reached and whole, at 360 and 1280, in the dark too', {
  skip: browserMissing,
}, async () => {
  for (const isDark of [false, true]) {
    await using visitor = await visit(service, { ...narrow, isDark, hasScript: false })
    const { page } = visitor
    await visitor.go(`/fr/check?measure=${slug}`)
    const faults: string[] = []
    for (const { name, reach } of states) {
      await page.setViewportSize(narrow)
      await reach(page)
      faults.push(...(await lookAt(visitor, 'fr', withoutScript, name)))
      service.clock.advance({ seconds: 10 })
    }
    assert.deepEqual(faults, [])
  }
})

test('with script an answer changes the page in its place: the address stays, focus goes to the question, what moved is read out', {
  skip: browserMissing,
}, async () => {
  service.clock.advance({ seconds: nextDaySeconds })
  await using visitor = await visit(service, { ...wide })
  const { page } = visitor
  await visitor.go('/en/check')
  await page.evaluate('globalThis.isSamePage = true')
  await page.fill('#postcode', '4000')
  await page.fill('#employees', '12')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.asking')
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  const first = await page.textContent('#question-text')
  for (let step = 0; step < 2; step += 1) {
    const before = await page.textContent('#question-text')
    await page.locator('#question button[value=unknown]').focus()
    await page.keyboard.press('Enter')
    await page
      .locator('#question-text')
      .filter({ hasNotText: before ?? '' })
      .waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'question-text')
  }
  await page.locator('button[name=ask][value="company.applicant_types"]').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('#question input[value=household]').waitFor()
  await page.locator('#question input[value=household]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.locator('.done:not(:empty)').waitFor()
  const said = await page.textContent('.done')
  assert.match(said ?? '', /This answer leaves out \d+ measures/)
  assert.equal(await page.textContent('body > [role=status]'), said)
  assert.equal(await page.evaluate('globalThis.isSamePage'), true)
  assert.equal(new URL(page.url()).search, '')
  // Back goes one step at a time, and nothing of it is in the history of the browser.
  assert.doesNotMatch(JSON.stringify(await page.evaluate('history.state')), /4000/)
  // Two that were passed over, one that was asked for, one answer.
  for (let step = 0; step < 4; step += 1) await page.goBack()
  assert.equal(await page.textContent('#question-text'), first)
  await page.goBack()
  await page.waitForSelector('.first-form')
})

test('where the answer does not come, the form is sent as it is without script', { skip: browserMissing }, async () => {
  await using visitor = await visit(service, { ...wide })
  const { page } = visitor
  await visitor.go('/en/check')
  let tries = 0
  await page.route('**/en/check', (route) => {
    tries += 1
    return tries === 1 ? route.abort() : route.continue()
  })
  await page.fill('#postcode', '9000')
  await page.click('.first-form .filled')
  await page.waitForSelector('.asking')
  assert.equal(tries, 2)
  leaveRefusals(visitor, /ERR_FAILED/)
})
