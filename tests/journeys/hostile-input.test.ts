/**
 * Whatever anybody puts into an address or a form of a page: it is answered with a page, never by a fault of ours, and what
 * is repeated of it stays a text. Goes by the records of the page routes, so that a new one is covered the day it is added.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pageRoutes } from '../../src/app.ts'
import { FormBody } from '../../src/contract/body/body-kinds.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { hostileTexts, takenForMarkup } from '../harness/hostile.ts'
import { type Answer, answersIn, call, raw } from '../harness/http.ts'
import { hardMeasures, startPublicService } from '../harness/public-service.ts'
import type { TestService } from '../harness/service.ts'

let service: TestService
let visitors = 0
before(async () => {
  service = await startPublicService({ TRUST_PROXY: '127.0.0.0/8' })
})
after(() => service.stop())

/** Done, led elsewhere, refused for what was asked; too long for an address or a form. */
const expected = new Set([200, 301, 303, 400, 404, 422])
const tooLong = new Set([413, 414, 431])

type Asked = { method: string; path: string; form?: string }

/** From an address of its own, so that nothing is refused for being asked too often. */
async function ask({ method, path, form }: Asked): Promise<Answer> {
  visitors += 1
  const headers: Record<string, string> = {
    'x-forwarded-for': `2001:db8:${(visitors >> 8).toString(16)}:${(visitors & 255).toString(16)}::1`,
    origin: service.origin,
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return call(service.origin, method, path, { headers, ...(form === undefined ? {} : { body: form }) })
}

function judge(answer: Answer, what: string, mayBeTooLong: boolean): void {
  const type = answer.headers['content-type'] ?? ''
  const isFine = expected.has(answer.status) || (mayBeTooLong && tooLong.has(answer.status))
  assert.ok(isFine, `${what}: answered ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  assert.deepEqual(takenForMarkup(answer.body.toString(), type), [], what)
  assert.equal(answer.headers['set-cookie']?.includes('hostile') ?? false, false, what)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', what)
  if (type.startsWith('text/html'))
    assert.match(answer.headers['content-security-policy'] ?? '', /script-src 'self'/, what)
  const { location } = answer.headers
  if (location !== undefined) assert.match(location, /^\/(?!\/)/, `${what}: leads elsewhere`)
}

const sampleOf: Record<string, string> = { slug: hardMeasures.survivor, code: 'rate_limit_exceeded', file: 'look.css' }

/** The path with each parameter's own sample, but for one. */
function pathWith(path: string, name: string | null, text: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, each: string) => (each === name ? text : (sampleOf[each] ?? 'a')))
}

for (const route of pageRoutes) {
  const { method, path } = route
  const fields = route.body instanceof FormBody ? Object.keys(route.body.fields) : []

  test(`${method} ${path}: whatever is put into it is answered with a page, and stays a text`, async () => {
    const given = method === 'POST' ? { form: '' } : {}
    for (const [what, text] of hostileTexts) {
      const isLong = text.length > 5_000
      for (const name of Object.keys(route.pathParameters)) {
        judge(await ask({ method, path: pathWith(path, name, text), ...given }), `${name}: ${what}`, isLong)
      }
      const plain = pathWith(path, null, '')
      for (const name of [...Object.keys(route.query), 'no-such-parameter']) {
        judge(await ask({ method, path: `${plain}?${name}=${text}`, ...given }), `?${name}: ${what}`, isLong)
      }
      judge(await ask({ method, path: `${plain}?${text}`, ...given }), `?: ${what}`, isLong)
      for (const name of method === 'POST' ? [...fields, 'no-such-field'] : []) {
        judge(await ask({ method, path: plain, form: `${name}=${text}` }), `${name}=: ${what}`, isLong)
      }
    }
    for (const name of Object.keys(route.query)) {
      const twice = `${pathWith(path, null, '')}?${name}=a&${name}=b`
      judge(await ask({ method, path: twice, ...given }), `${name} twice`, false)
    }
    for (const name of fields) judge(await ask({ method, path, form: `${name}=a&${name}=b` }), `${name}= twice`, false)
  })
}

test('ids of others, and names that only a key opens, are those of no page', async () => {
  const { data } = (await service.get('/v1/key')).json() as { data: { id: string } }
  const strangers = [data.id, service.accounts.pro, service.keys.pro, 'wl_1', 'wh_1', 'evt_1']
  for (const language of languages) {
    for (const stranger of strangers) {
      const answer = await ask({ method: 'GET', path: `/${language}/measures/${stranger}` })
      assert.equal(answer.status, 404)
      assert.doesNotMatch(answer.body.toString(), /enterprise@example|pro@example/)
    }
  }
})

test('bytes that no address may hold are refused with a page or closed upon, and the next visitor is served', async () => {
  for (const path of [
    '/nl/\u00ff',
    '/nl/search?q=\u00ff\u00fe',
    '/nl//search',
    '/nl/./search',
    '/nl/../v1/health',
    '/NL/',
  ]) {
    const bytes = Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(service.origin).host}\r\nConnection: close\r\n\r\n`,
      'latin1',
    )
    const [answer] = answersIn(await raw(service.origin, bytes))
    assert.ok(answer !== undefined && [200, 400, 404].includes(answer.status), `${path}: ${answer?.status}`)
  }
  assert.equal((await ask({ method: 'GET', path: '/nl/' })).status, 200)
})

test('what looks for texts that were taken for markup finds them', () => {
  const found = (text: string, type = 'text/html'): number => takenForMarkup(text, type).length
  assert.equal(found('<p>&lt;hostile-x data-hostile="1"></p><a href="/nl/">a</a><script src="/a.mjs"></script>'), 0)
  for (const text of [
    '<hostile-x>',
    '<p data-hostile="1">',
    '<img onload="a()">',
    '<script>a()</script>',
    '<a href=" JavaScript:a()">',
    '<form action="//elsewhere.example/">',
    '<p style="color:red">',
  ])
    assert.equal(found(text), 1, text)
  assert.equal(found('<feed><hostile-x/></feed>', 'application/atom+xml'), 1)
})
