/**
 * Whatever anybody puts into an address or a form of a page: it is answered with a page, never by a fault of ours, and what
 * is repeated of it stays a text. Goes by the records of the page routes, so that a new one is covered the day it is added.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listKeys } from '../../src/accounts/operations.ts'
import { setOperator } from '../../src/accounts/profile.ts'
import { pageRoutes } from '../../src/app.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { hostileTexts, takenForMarkup } from '../harness/hostile.ts'
import { formsOf, type HtmlForm } from '../harness/html-forms.ts'
import { type Answer, answersIn, call, raw } from '../harness/http.ts'
import { hardMeasures, startPublicService } from '../harness/public-service.ts'
import type { TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'
import { makeWebhook } from '../harness/webhooks.ts'

let service: TestService
let visitors = 0
/** Of somebody who is signed in; '' for who looks at what anybody may. */
let cookie = ''
before(async () => {
  service = await startPublicService({ TRUST_PROXY: '127.0.0.0/8', PASSWORD_SIGN_IN: 'on' })
  await setOperator(service.database, service.clock.now(), service.accounts.enterprise, true)
  const list = await makeWatchlist(service, { name: 'Clients' })
  const webhook = await makeWebhook(service)
  const [key] = await listKeys(service.database, service.accounts.enterprise)
  ownIds.push(['/dashboard/watchlists', list], ['/dashboard/webhooks', webhook.id], ['/dashboard/keys', key?.id ?? ''])
})

/** What stands for an id in paths of the dashboard: something of the account's own. */
const ownIds: [path: string, id: string][] = []
const isOfAccount = (path: string): boolean => path.startsWith('/dashboard') && !path.startsWith('/dashboard/sign-in')

/** A session of now: what is asked may end the one before. */
async function signInFor(path: string): Promise<void> {
  cookie = isOfAccount(path) ? (await signedInTo(service, service.accounts.enterprise)).cookie : ''
}
after(() => service.stop())

/** Done, led elsewhere, refused for what was asked; too long for an address or a form. */
const expected = new Set([200, 301, 303, 400, 404, 422])
const tooLong = new Set([413, 414, 431])

/** Characters from which a text may be too long for an address or a form. */
const longMin = 5_000

type Asked = { method: string; path: string; form?: string; type?: string }

/** From an address of its own, so that nothing is refused for being asked too often. */
async function ask({ method, path, form, type = 'application/x-www-form-urlencoded' }: Asked): Promise<Answer> {
  visitors += 1
  const headers: Record<string, string> = {
    'x-forwarded-for': `2001:db8:${(visitors >> 8).toString(16)}:${(visitors & 255).toString(16)}::1`,
    origin: service.origin,
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
    ...(cookie === '' ? {} : { cookie }),
    ...(form === undefined ? {} : { 'content-type': type }),
  }
  return call(service.origin, method, path, { headers, ...(form === undefined ? {} : { body: form }) })
}

function judge(answer: Answer, what: string, mayBeTooLong: boolean, others: readonly number[] = []): void {
  const type = answer.headers['content-type'] ?? ''
  const isFine =
    expected.has(answer.status) || others.includes(answer.status) || (mayBeTooLong && tooLong.has(answer.status))
  assert.ok(isFine, `${what}: answered ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  assert.deepEqual(takenForMarkup(answer.body.toString(), type), [], what)
  assert.equal(answer.headers['set-cookie']?.includes('hostile') ?? false, false, what)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', what)
  if (type.startsWith('text/html'))
    assert.match(answer.headers['content-security-policy'] ?? '', /script-src 'self'/, what)
  const { location } = answer.headers
  if (location !== undefined) assert.match(location, /^\/(?!\/)/, `${what}: leads elsewhere`)
}

const sampleOf: Record<string, string> = {
  slug: hardMeasures.survivor,
  page: 'rate_limit_exceeded',
  id: 'belgium-curated',
  file: 'look.css',
}

/** The path with each parameter's own sample, but for one. */
function pathWith(path: string, name: string | null, text: string): string {
  const [, own] = ownIds.find(([prefix]) => path.startsWith(`${prefix}/{id}`)) ?? []
  const sample = (each: string): string => (each === 'id' && own !== undefined ? own : (sampleOf[each] ?? 'a'))
  return path.replaceAll(/\{(\w+)\}/g, (_, each: string) => (each === name ? text : sample(each)))
}

/** What is typed into a form so that the next one comes. */
const typed: Record<string, string> = { postcode: '9000', employees: '12' }

for (const { method, path, pathParameters, query } of pageRoutes) {
  if (method !== 'GET') continue
  test(`GET ${path}: whatever stands in its address is answered with a page, and stays a text`, async () => {
    await signInFor(path)
    for (const [what, text] of hostileTexts) {
      const isLong = text.length > longMin
      for (const name of Object.keys(pathParameters)) {
        judge(await ask({ method, path: pathWith(path, name, text) }), `${name}: ${what}`, isLong)
      }
      const plain = pathWith(path, null, '')
      for (const name of [...Object.keys(query), 'no-such-parameter']) {
        judge(await ask({ method, path: `${plain}?${name}=${text}` }), `?${name}: ${what}`, isLong)
      }
      judge(await ask({ method, path: `${plain}?${text}` }), `?: ${what}`, isLong)
    }
    for (const name of Object.keys(query)) {
      judge(await ask({ method, path: `${pathWith(path, null, '')}?${name}=a&${name}=b` }), `${name} twice`, false)
    }
  })
}

/** Names of fields of the forms of the dashboard; each form has some of them. */
const dashboardFields = [
  ...['name', 'mode', 'typed', 'language', 'back', 'next', 'email', 'password', 'token', 'query', 'digest', 'plan'],
  ...['period', 'url', 'event_types', 'regions', 'sources', 'subsidy_ids', 'reference', 'postcode', 'answer'],
]
/** Refused for who they are, what they have, or how often. */
const dashboardRefusals = [202, 401, 403, 409, 429, 503]

for (const { path, pathParameters } of pageRoutes.filter(
  ({ method, path: one }) => method === 'POST' && /^\/(?:dashboard|mail)\//.test(one),
)) {
  test(`POST ${path}: whatever stands in a field, its path or its body is answered, and stays a text`, async () => {
    await signInFor(path)
    const plain = pathWith(path, null, '')
    for (const [what, text] of hostileTexts) {
      const isLong = text.length > longMin
      for (const name of dashboardFields) {
        const form = `${name}=${text}`
        judge(await ask({ method: 'POST', path: plain, form }), `${name}=: ${what}`, isLong, dashboardRefusals)
      }
      for (const name of Object.keys(pathParameters)) {
        const hostile = pathWith(path, name, text)
        judge(await ask({ method: 'POST', path: hostile, form: 'a=b' }), `${name}: ${what}`, isLong, dashboardRefusals)
      }
      judge(await ask({ method: 'POST', path: plain, form: text }), `a body: ${what}`, isLong, dashboardRefusals)
    }
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=a', 'nonsense'])
      judge(await ask({ method: 'POST', path: plain, form: '{"a":1}', type }), type, false, [...dashboardRefusals, 415])
  })
}

for (const { path } of pageRoutes.filter(
  ({ method, path: one }) => method === 'POST' && !/^\/(?:dashboard|mail)\//.test(one),
)) {
  test(`POST ${path}: whatever stands in a field of its forms is answered with a page, and stays a text`, async () => {
    await signInFor(path)
    const forms = await formsTo(path)
    assert.ok(forms.length > 0, 'a page has a form for it')
    for (const fields of forms) {
      for (const [place, [name]] of fields.entries()) {
        const others = fields.filter((_, other) => other !== place)
        for (const [what, text] of hostileTexts) {
          const form = [encoded(others), `${name}=${text}`].join('&')
          judge(await ask({ method: 'POST', path, form }), `${name}=: ${what}`, text.length > longMin)
        }
        const twice = encoded([...fields, [name, 'a']])
        judge(await ask({ method: 'POST', path, form: twice }), `${name}= twice`, false)
        judge(await ask({ method: 'POST', path, form: encoded(others) }), `without ${name}`, false)
      }
    }
    for (const [what, text] of hostileTexts) {
      judge(await ask({ method: 'POST', path, form: text }), `a body: ${what}`, text.length > longMin)
      judge(await ask({ method: 'POST', path: `${path}?a=${text}`, form: '' }), `?: ${what}`, text.length > longMin)
    }
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=a', 'nonsense']) {
      judge(await ask({ method: 'POST', path, form: '{"a":1}', type }), type, false, [415])
    }
  })
}

/** Fields of the forms that are sent to a path: of the page itself, and of the page that follows when one is filled in. */
async function formsTo(path: string): Promise<[name: string, value: string][][]> {
  const here = ({ action, method }: HtmlForm): boolean => action === path && method === 'POST'
  const first = formsOf((await ask({ method: 'GET', path })).body.toString()).filter(here)
  const [filled = []] = first.map(({ fields }) =>
    fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]),
  )
  const answer = await ask({ method: 'POST', path, form: encoded(filled.filter(([name]) => name in typed)) })
  const next = formsOf(answer.body.toString()).filter(here)
  // Of radio buttons, boxes and buttons of one name one is enough.
  const single = (fields: HtmlForm['fields']): HtmlForm['fields'] => [...new Map(fields).entries()]
  return [...first, ...next].map(({ fields }) => single(fields))
}

function encoded(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
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
