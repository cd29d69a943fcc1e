/** What the docs do with script: code is copied, a call is sent from its page, and the key goes nowhere else. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browserMissing, type Visit, visit } from '../harness/browser.ts'
import { startCuratedService } from '../harness/curated-service.ts'

const service = await startCuratedService()
after(() => service.stop())
const key = service.keys.pro

/** The words under which the answer of a call is shown. */
async function sent({ page }: Visit): Promise<string> {
  service.clock.advance({ seconds: 1 })
  await page.locator('.try [data-part="send"]').click()
  await page.locator('.try [data-part="answer"] .notice-title').waitFor()
  return page.locator('.try [data-part="answer"]').innerText()
}

test('a GET is sent with the values of its fields, and shows status, limits and body', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  await visitor.go('/docs/api/listSubsidies')
  await visitor.page.locator('#try-key').fill(key)
  await visitor.page.locator('#try-q').fill('warmtepomp & co')
  await visitor.page.locator('#try-words').fill('most')
  await visitor.page.locator('#try-limit').fill('1')
  const [request, shown] = await Promise.all([visitor.page.waitForRequest(/\/v1\//), sent(visitor)])
  const { pathname, searchParams } = new URL(request.url())
  assert.equal(pathname, '/v1/subsidies')
  assert.equal(searchParams.get('q'), 'warmtepomp & co')
  assert.equal(searchParams.get('limit'), '1')
  assert.equal(searchParams.has('cursor'), false, 'a field that is empty is not sent')
  assert.match(shown, /^200/)
  assert.match(shown, /ratelimit-remaining: \d+/)
  assert.match(shown, /"data": \[\n/)
})

test('a POST is sent with the body as it stands in its field', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  await visitor.go('/docs/api/matchCompany')
  await visitor.page.locator('#try-key').fill(key)
  assert.match(await sent(visitor), /^200[\s\S]*"evaluated": \d+/)
  await visitor.page.locator('#try-body').fill('{"company":{"postcode":"0"}}')
  assert.match(await sent(visitor), /^422[\s\S]*"invalid_body"/)
  assert.deepEqual(
    visitor.faults.filter((fault) => !fault.includes('422')),
    [],
  )
  visitor.faults.length = 0
})

test('an id goes into the path escaped; without it nothing is sent', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  await visitor.go('/docs/api/getSource')
  const field = visitor.page.locator('#try-id')
  await field.fill('')
  await visitor.page.locator('.try [data-part="send"]').click()
  assert.equal(await field.evaluate('document.activeElement.id'), 'try-id')
  await field.fill('a/../b?c')
  const [request] = await Promise.all([visitor.page.waitForRequest(/\/v1\//), sent(visitor)])
  assert.ok(request.url().endsWith('/v1/sources/a%2F..%2Fb%3Fc'), request.url())
  visitor.faults.length = 0
})

test('what an answer holds is shown as text, whatever it is', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  await visitor.go('/docs/api/listSubsidies')
  await visitor.page.locator('#try-key').fill(key)
  await visitor.page.locator('#try-region').fill('<img src=x onerror=alert(1)>')
  assert.match(await sent(visitor), /^400[\s\S]*<img src=x/)
  assert.equal(await visitor.page.locator('.try img').count(), 0)
  visitor.faults.length = 0
})

test('the key is in the header alone: in no address, no storage, no cookie, and gone with the page', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page } = visitor
  await visitor.go('/docs/api/showKey')
  const asked: string[] = []
  const keyed: string[] = []
  page.on('request', (request) => {
    asked.push(request.url())
    if ((request.headers().authorization ?? '') !== '') keyed.push(request.url())
  })
  await page.locator('#try-key').fill(key)
  assert.match(await sent(visitor), /^200/)
  assert.deepEqual(keyed, [`${service.origin}/v1/key`])
  assert.ok(asked.every((url) => !url.includes(key)))
  const kept = await page.evaluate(
    'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  assert.ok(!String(kept).includes(key))
  await page.locator('#try-key').press('Enter')
  assert.equal(page.url(), `${service.origin}/docs/api/showKey`, 'no browser sends the fields by itself')
  service.clock.advance({ seconds: 2 })
  await page.reload()
  assert.equal(await page.locator('#try-key').inputValue(), '')
})

test('a long answer is shown from its beginning, and says so', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  await visitor.go('/docs/api/exportSubsidies')
  await visitor.page.locator('#try-key').fill(service.keys.business)
  const shown = await sent(visitor)
  assert.match(shown, /^200[\s\S]*Only the beginning of the answer is shown/)
  assert.ok(shown.length < 110_000)
})

test('without script there is no form, and the lines stand there', { skip: browserMissing }, async () => {
  await using visitor = await visit(service, { hasScript: false })
  await visitor.go('/docs/api/matchCompany')
  assert.equal(await visitor.page.locator('.try').isVisible(), false)
  assert.equal(await visitor.page.locator('.copy').count(), 0)
  assert.match(await visitor.page.locator('code.in-sh').first().innerText(), /^curl -s -X POST/)
})

test('a block of code is copied to the letter', { skip: browserMissing }, async () => {
  await using visitor = await visit(service)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.go('/docs/api/getCoverage')
  const button = visitor.page.locator('.copy').first()
  await button.click()
  await visitor.page.locator('.copy', { hasText: 'Copied' }).first().waitFor()
  const copied = await visitor.page.evaluate('navigator.clipboard.readText()')
  assert.equal(copied, await visitor.page.locator('.code code').first().innerText())
})

test('at 360 dots the contents are folded and open by keyboard; at 1280 they stand beside the text', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service, { width: 360 })
  await visitor.go('/docs/paging')
  const entry = visitor.page.locator('.contents a[aria-current="page"]')
  assert.equal(await entry.isVisible(), false)
  await visitor.page.locator('.contents > summary').press('Enter')
  assert.equal(await entry.isVisible(), true)
  await visitor.page.locator('.contents > summary').press('Enter')
  await visitor.page.setViewportSize({ width: 1280, height: 900 })
  assert.equal(await entry.innerText(), 'Lists and paging')
  assert.equal(await entry.isVisible(), true)
})
