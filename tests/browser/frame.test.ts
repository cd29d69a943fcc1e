/** What stands around every page, as visitors use it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
