/**
 * Ten errands of visitors, done as they would do them: by the names of what they see, at the size of a phone or a desk, one
 * of them without script. Each has as many steps as it may take. A picture of where it ends lies in the system's temporary
 * folder.
 */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { browserMissing, type VisitOptions, visit } from '../harness/browser.ts'
import { startPublicService } from '../harness/public-service.ts'

const service = await startPublicService()
after(() => service.stop())
const pictures = path.join(tmpdir(), 'subsidies-visits')

type Walk = {
  page: Page
  main: Locator
  /** One thing that the visitor does; the page that follows is there when it is done. */
  step(act: () => Promise<unknown>): Promise<void>
  link(name: string | RegExp, within?: Locator): Locator
}

/** `steps`: as many as it takes, the opening of the first page not counted. */
function errand(
  name: string,
  { from, steps, ...options }: VisitOptions & { from: string; steps: number },
  walk: (walk: Walk) => Promise<void>,
): void {
  test(name, { skip: browserMissing }, async () => {
    await using visitor = await visit(service, options)
    const { page } = visitor
    let taken = 0
    await visitor.go(from)
    await walk({
      page,
      main: page.locator('main'),
      async step(act) {
        taken += 1
        service.clock.advance({ seconds: 1 })
        await act()
        await page.waitForLoadState()
      },
      link: (text, within = page.locator('main')) => within.getByRole('link', { name: text }).first(),
    })
    assert.equal(taken, steps)
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: path.join(pictures, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`), fullPage: true })
  })
}

const phone = { width: 360, height: 740 }

errand('a home owner in Liège finds the premium for her roof', { from: '/fr/', steps: 6, ...phone }, async (walk) => {
  const { page, step, link, main } = walk
  await step(async () => {
    await page.getByRole('combobox').fill('prime toiture')
    await page.keyboard.press('Enter')
  })
  await step(() => page.locator('summary', { hasText: 'Affiner' }).click())
  await step(() => link(/^Wallonie/).click())
  assert.match(page.url(), /region=wallonia/)
  await step(() => page.locator('summary', { hasText: 'Affiner' }).click())
  await step(() => link(/^Ouvert ou en continu/).click())
  await step(() => main.locator('.measures h2 a').first().click())
  assert.match(await main.locator('h1').innerText(), /^Prime énergie/)
  assert.match(await main.locator('.head-facts').innerText(), /En continu|Ouvert/)
  assert.match(await main.innerText(), /€/)
  assert.match((await link(/autorité/).getAttribute('href')) ?? '', /^https:\/\//)
})

errand(
  'the owner of a small firm sees whether the kmo-portefeuille is open',
  { from: '/nl/', steps: 2 },
  async (walk) => {
    const { page, step, main } = walk
    await step(async () => {
      await page.getByRole('combobox').fill('kmo-portefeuille')
      await page.keyboard.press('Enter')
    })
    await step(() => main.locator('.measures').getByRole('link', { name: 'Kmo-portefeuille' }).first().click())
    const head = await main.locator('.head-facts').innerText()
    assert.match(head, /Doorlopend/)
    assert.match(head, /7\s500/)
  },
)

errand(
  'a household in Ghent finds support for its heat pump, without script',
  { from: '/nl/', steps: 4, hasScript: false },
  async (walk) => {
    const { page, step, link, main } = walk
    await step(async () => {
      await page.getByRole('searchbox').fill('warmtepomp')
      await page.getByRole('button', { name: 'Zoek' }).click()
    })
    await step(() => link(/^Particulier of gezin/).click())
    await step(() => link(/^Vlaanderen/).click())
    const first = main.locator('.measures h2 a').first()
    await step(() => first.click())
    assert.match(await main.innerText(), /warmtepomp/i)
    assert.match(await main.innerText(), /Particulier of gezin/)
  },
)

errand(
  'a baker in Flanders sees what closes soon, and the first of it',
  { from: '/nl/', steps: 3, ...phone },
  async (walk) => {
    const { page, step, main } = walk
    await step(() => page.locator('nav.places').getByRole('link', { name: 'Deadlines' }).click())
    await step(async () => {
      await page.getByLabel('Gewest').selectOption({ label: 'Vlaanderen' })
      await page.getByLabel('Voor wie').selectOption({ label: 'Vennootschap' })
      await page.getByRole('button', { name: 'Toon' }).click()
    })
    assert.match(page.url(), /region=flanders/)
    // The clock of the service stands at 20 November 2026.
    assert.match(await main.locator('h2').first().innerText(), /november 2026/)
    await step(() => main.locator('.days a').first().click())
    assert.match(await main.locator('.head-facts').innerText(), /nov\s2026/)
  },
)

errand(
  'an adviser in Brussels puts the deadlines of her region into her calendar',
  { from: '/fr/deadlines', steps: 1 },
  async (walk) => {
    const { page, step, link, main } = walk
    await step(async () => {
      await page.getByLabel('Région').selectOption({ label: 'Bruxelles' })
      await page.getByRole('button', { name: 'Afficher' }).click()
    })
    const address = (await link(/iCalendar/).getAttribute('href')) ?? ''
    const calendar = await page.request.get(service.origin + address)
    const text = await calendar.text()
    assert.match(calendar.headers()['content-type'] ?? '', /^text\/calendar/)
    const shown = await main.locator('.days a').first().innerText()
    assert.ok(text.replaceAll(/\r\n /g, '').includes(shown.split(' ', 1)[0] ?? ''), shown)
    assert.ok((text.match(/BEGIN:VEVENT/g) ?? []).length > 0)
  },
)

errand(
  'a journalist sees what changed, of one kind, and follows it with her reader',
  { from: '/en/', steps: 2 },
  async (walk) => {
    const { page, step, link, main } = walk
    await step(() => page.locator('nav.places').getByRole('link', { name: 'Changes' }).click())
    await step(async () => {
      await page.getByLabel('Kind of change').selectOption({ label: 'Measure withdrawn' })
      await page.getByRole('button', { name: 'Show' }).click()
    })
    assert.match(await main.innerText(), /Support withdrawn/)
    const feed = await page.request.get(service.origin + ((await link(/Atom/).getAttribute('href')) ?? ''))
    const text = await feed.text()
    assert.match(text, /Support withdrawn/)
    assert.doesNotMatch(text, /Support linkonly/)
  },
)

errand('a developer whose call was refused reads what 429 asks of her', { from: '/docs', steps: 2 }, async (walk) => {
  const { page, step, link, main } = walk
  await step(() => page.getByRole('link', { name: 'Errors', exact: true }).first().click())
  await step(() => link('rate_limit_exceeded').click())
  const text = await main.innerText()
  assert.match(text, /429/)
  assert.match(text, /Retry-After/i)
})

errand('a developer calls the API from the docs, with her key', { from: '/docs/api', steps: 2 }, async (walk) => {
  const { page, step, link, main } = walk
  await step(() => link('GET /v1/subsidies').click())
  await step(async () => {
    await page.locator('#try-key').fill(service.keys.developer)
    await page.locator('#try-q').fill('warmtepomp')
    await page.locator('#try-limit').fill('1')
    await page.locator('.try [data-part="send"]').click()
    await page.locator('.try [data-part="answer"] .notice-title').waitFor()
  })
  assert.match(await main.locator('.try [data-part="answer"]').innerText(), /^200[\s\S]*warmtepomp/i)
})

errand(
  'an adviser checks a company, answers one question, and prints the report for his client',
  {
    from: '/nl/check',
    steps: 3,
  },
  async (walk) => {
    const { page, step, main } = walk
    await step(async () => {
      await page.getByLabel('Postcode').fill('9000')
      await page.getByLabel('Activiteit').fill('62.01')
      await page.getByLabel('Aantal personen').fill('12')
      await main.locator('form button.filled').click()
      await main.locator('.results').waitFor()
    })
    const before = await main.locator('.question h2').innerText()
    await step(async () => {
      await main.locator('.question input:is([type=radio], [type=checkbox])').first().check()
      await main.locator('.question button.filled').click()
      await main.locator('.question h2').filter({ hasNotText: before }).waitFor()
    })
    await step(async () => {
      await main.getByRole('button', { name: 'Verslag om af te drukken' }).click()
      await main.locator('[data-print]').waitFor()
    })
    await page.emulateMedia({ media: 'print' })
    const paper = await page.locator('body').innerText()
    for (const needed of [/9000/, /12/, /20 nov.2026|20\snov\s2026/, /https?:\/\//, /bevoegde overheid/])
      assert.match(paper, needed)
    assert.doesNotMatch(page.url(), /9000/, 'what was told stands in no address')
  },
)

errand(
  'a researcher looks up under which licence a source may be used again',
  { from: '/en/', steps: 2 },
  async (walk) => {
    const { page, step, main } = walk
    await step(() => page.locator('nav.places').getByRole('link', { name: 'Sources' }).click())
    await step(() => main.getByRole('link', { name: 'Alpha', exact: true }).click())
    assert.match(await main.innerText(), /CC0/)
  },
)
