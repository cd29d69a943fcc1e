/** What stands around every page, as visitors use it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeFindings, contrast } from '../harness/axe.ts'
import { browserMissing, visit } from '../harness/browser.ts'
import { startPublicService } from '../harness/public-service.ts'

const service = await startPublicService()
after(() => service.stop())

const ground = 'getComputedStyle(document.body).backgroundColor'

test('colours that somebody chose stay on the next page and the next visit, before it is drawn', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  await go('/en/')
  const light = await page.evaluate(ground)
  await page.locator('button.theme').click()
  const dark = await page.evaluate(ground)
  assert.notEqual(dark, light)
  await go('/en/search')
  assert.equal(await page.evaluate(ground), dark)
  await go('/nl/no-such-page')
  assert.equal(await page.evaluate(ground), dark)
  await go('/en/')
  await page.locator('button.theme').click()
  assert.equal(await page.evaluate(ground), light)
})

test('the system’s wish holds until somebody chooses, also without script', { skip: browserMissing }, async () => {
  const grounds: unknown[] = []
  for (const hasScript of [true, false]) {
    for (const isDark of [true, false]) {
      await using visitor = await visit(service, { isDark, hasScript })
      await visitor.go('/en/')
      grounds.push(await visitor.page.evaluate(ground))
    }
  }
  assert.notEqual(grounds[0], grounds[1])
  assert.deepEqual(grounds.slice(2), grounds.slice(0, 2))
})

test('the first press of the tab key offers the way past the navigation, and it leads there', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  await go('/nl/search')
  await page.keyboard.press('Tab')
  assert.ok(await page.locator('a.skip').evaluate((link) => link.matches(':focus-visible')))
  assert.ok(await page.locator('a.skip').evaluate((link) => link.getBoundingClientRect().top >= 0))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.ok(await page.locator('main :focus').count(), 'the next thing that has the focus is in the content')
})

test('another language is the same page, with what was asked there', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  await go('/nl/search?q=energie&region=flanders')
  await page.locator('nav.languages a[lang=fr]').click()
  const { pathname, searchParams } = new URL(page.url())
  assert.equal(pathname, '/fr/search')
  assert.equal(searchParams.get('q'), 'energie')
  assert.equal(searchParams.get('region'), 'flanders')
  assert.equal(await page.getAttribute('html', 'lang'), 'fr')
})

test('what a page brings comes compressed, and what it shares with the page before is not asked for again', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  const codings = new Map<string, string | undefined>()
  const bytes = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    const answer = await request.response()
    codings.set(request.url(), answer?.headers()['content-encoding'])
    bytes.set(request.url(), (await request.sizes()).responseBodySize)
  })
  await go('/nl/')
  await page.waitForLoadState('networkidle')
  const shared = [...codings.keys()].filter((url) => /\.(?:css|mjs)$/.test(url))
  assert.ok(shared.length >= 2)
  for (const url of [`${service.origin}/nl/`, ...shared]) assert.match(codings.get(url) ?? '', /^(?:br|zstd|gzip)$/)
  bytes.clear()
  await go('/nl/search')
  await page.waitForLoadState('networkidle')
  // Of what came from the browser's own store the headers are subtracted from nothing.
  for (const url of shared) assert.ok((bytes.get(url) ?? 0) <= 0, url)
})

test('suggestions under the search box are reached, heard and chosen by keyboard, and move nothing', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  await go('/nl/')
  const box = page.getByRole('combobox', { name: 'Wat wilt u doen, en waar?' })
  const options = page.getByRole('option')
  const below = page.locator('.shortcuts').first()
  const before = await below.boundingBox()
  assert.equal(await box.getAttribute('aria-expanded'), 'false')
  await box.pressSequentially('zonnepanelen bakk')
  await options.filter({ hasText: 'zonnepanelen bakker' }).first().waitFor()
  assert.equal(await box.getAttribute('aria-expanded'), 'true')
  assert.match(await page.locator('.search-box [role=status]').innerText(), /^\d suggesties$/)
  assert.deepEqual(await below.boundingBox(), before)
  const activeText =
    'document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.textContent'
  await page.keyboard.press('ArrowUp')
  assert.equal(await page.evaluate(activeText), await options.last().textContent())
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.evaluate(activeText), undefined, 'past the end one is in the box again')
  await page.keyboard.press('ArrowDown')
  assert.equal(await options.first().getAttribute('aria-selected'), 'true')
  assert.deepEqual(await axeFindings(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await axeFindings(page, contrast), [])
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  assert.equal(await options.first().getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Enter')
  assert.equal(await box.inputValue(), 'zonnepanelen bakker')
  assert.equal(await options.count(), 0)
  assert.equal(new URL(page.url()).pathname, '/nl/', 'a completion is not sent yet')

  await box.fill('kmo-port')
  await options.first().waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await options.count(), 0)
  assert.equal(await box.inputValue(), 'kmo-port', 'the first press leaves the words')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/nl/measures/sme-wallet-kmo-portefeuille')
})

test('of suggestions the newest are shown and chosen by pointer; a service that gives none leaves a form that searches', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service, { width: 360, height: 740 })
  const { page, go } = visitor
  const late = Promise.withResolvers<void>()
  let isCut = false
  await page.route('**/suggestions?*', async (route) => {
    if (isCut) return route.fulfill({ status: 200, body: 'no list' })
    if (route.request().url().endsWith('q=bakk')) await late.promise
    // Nobody waits for what was asked before.
    return route.continue().catch(() => {})
  })
  await go('/nl/search')
  const box = page.getByRole('combobox')
  const options = page.getByRole('option')
  const asked = page.waitForRequest('**/suggestions?q=bakk')
  await box.fill('bakk')
  await asked
  await box.fill('isol')
  await options.filter({ hasText: 'isolatie' }).first().waitFor()
  late.resolve()
  await page.waitForTimeout(200)
  assert.equal(await options.filter({ hasText: 'bakker' }).count(), 0)
  await options.first().click()
  assert.equal(await box.inputValue(), 'isolatie')
  assert.ok(await box.evaluate((input) => input === document.activeElement))
  isCut = true
  await box.fill('warmtepomp')
  await page.waitForResponse('**/suggestions?q=warmtepomp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/nl/search?q=warmtepomp')
})

test('the key / leads into the search box, and is a letter wherever one types', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  const { page, go } = visitor
  await go('/en/search')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox')
  assert.ok(await box.evaluate((input) => input === document.activeElement))
  assert.equal(await box.inputValue(), '')
  await page.keyboard.press('/')
  assert.equal(await box.inputValue(), '/')
  await go('/docs/design')
  await page.locator('main select').first().focus()
  await page.keyboard.press('/')
  assert.ok(
    !(await page
      .getByRole('combobox', { name: 'Words to search for' })
      .evaluate((one) => one === document.activeElement)),
  )
})
