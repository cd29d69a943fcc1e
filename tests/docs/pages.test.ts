/** The docs as they are asked for: every page there, every link alive, each with its twin, and the reference complete. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { routes } from '../../src/app.ts'
import { codesOf } from '../../src/contract/openapi/openapi-answers.ts'
import { type RefusalCode, refusals } from '../../src/contract/refusals.ts'
import { filePages } from '../../src/docs/contents.ts'
import { eventTypes } from '../../src/values/vocabularies.ts'
import { engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { readPage } from '../harness/page-reader.ts'
import { startService } from '../harness/service.ts'

const [embedded] = engines
assert.ok(embedded)
const service = await startService(embedded)
after(() => service.stop())

/** A page of a visitor without haste. */
async function open(path: string): Promise<Answer> {
  service.clock.advance({ seconds: 1 })
  return service.get(path)
}

/** Pages that the frame names, and that other capabilities answer. */
const ofOthers = /^\/(?:nl|fr|en)\/|^\/(?:privacy|terms)$/

const html = new Map<string, Answer>()
const codes = Object.keys(refusals) as RefusalCode[]

/** Every page of the docs that a reader comes to from `/docs`, link by link. */
async function walk(): Promise<void> {
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (html.has(path)) continue
    const answer = await open(path)
    html.set(path, answer)
    for (const { attributes } of readPage(answer).all('a')) {
      const [target = ''] = (attributes.href ?? '').split('#')
      if (/^\/docs(?:\/|$)/.test(target) && !target.endsWith('.md')) waiting.push(target)
    }
  }
}
await walk()

test('from /docs links lead to every page: the guides, each operation, each error, webhooks and the changelog', () => {
  const expected = [
    ...filePages.map(({ name }) => (name === '' ? '/docs' : `/docs/${name}`)),
    ...['/docs/api', '/docs/api/events', '/docs/errors', '/docs/design'],
    ...routes.map(({ operation }) => `/docs/api/${operation}`),
    ...codes.map((code) => `/docs/errors/${code}`),
  ]
  assert.deepEqual([...html.keys()].toSorted(), expected.toSorted())
  for (const [path, { status, headers }] of html) {
    assert.equal(status, 200, path)
    assert.match(headers['content-type'] ?? '', /^text\/html/, path)
  }
})

test('every link leads somewhere, and every anchor is there', async () => {
  const dead: string[] = []
  const others = new Map<string, number>()
  for (const [path, answer] of html) {
    for (const { attributes } of readPage(answer).all('a')) {
      const href = attributes.href ?? ''
      const [target = '', anchor] = href.split('#')
      if (/^https?:|^mailto:/.test(href)) continue
      const page = target === '' ? answer : html.get(target)
      if (page === undefined) {
        const status = others.get(target) ?? (await open(target)).status
        others.set(target, status)
        // The dashboard leads who is not signed in to its door.
        const isThere = status === 200 || (status === 303 && target.startsWith('/dashboard'))
        if (!isThere && !ofOthers.test(target)) dead.push(`${path}: ${href} is ${status}`)
      } else if (anchor !== undefined && !readPage(page).elements.some(({ attributes: { id } }) => id === anchor)) {
        dead.push(`${path}: ${href}`)
      }
    }
  }
  assert.deepEqual(dead, [])
})

test('every page names its twin, which is Markdown, begins with the same title, and names the page', async () => {
  for (const [path, answer] of html) {
    assert.match(answer.headers.link ?? '', new RegExp(`^<\\S+${path}\\.md>; rel="alternate"; type="text/markdown"$`))
    const twin = await open(`${path}.md`)
    assert.equal(twin.status, 200, path)
    assert.equal(twin.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(twin.headers.link ?? '', new RegExp(`${path}>; rel="canonical"$`))
    const [line = ''] = twin.body.toString().split('\n')
    assert.equal(line.replaceAll(/[#`]/g, '').trim(), readPage(answer).all('h1')[0]?.text)
  }
})

test('links of the twins lead to pages too', async () => {
  for (const path of html.keys()) {
    const text = (await open(`${path}.md`)).body.toString()
    for (const [, href = ''] of text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)]+)\)/g)) {
      const [target = ''] = href.split('#')
      assert.ok(/^https?:|^$|^\/v1\//.test(target) || html.has(target), `${path}.md: ${href}`)
    }
  }
})

test('the reference has every route with its method, path, parameters and errors', () => {
  for (const route of routes) {
    const page = html.get(`/docs/api/${route.operation}`)
    assert.ok(page, route.operation)
    const { text, all } = readPage(page)
    assert.ok(text.includes(`${route.method} ${route.path}`), route.operation)
    const named = new Set(all('code').map((code) => code.text))
    for (const name of [...Object.keys(route.pathParameters), ...Object.keys(route.query)])
      assert.ok(named.has(name), name)
    const linked = all('a').map(({ attributes }) => attributes.href)
    for (const code of codesOf(route)) assert.ok(linked.includes(`/docs/errors/${code}`), `${route.operation}: ${code}`)
  }
  const index = readPage(html.get('/docs/api') as Answer).text
  for (const { method, path } of routes) assert.ok(index.includes(`${method} ${path}`), path)
  const events = readPage(html.get('/docs/api/events') as Answer).text
  for (const event of eventTypes) assert.ok(events.includes(event), event)
})

test('an error of the API names the page of its code', async () => {
  const refused = await service.get('/v1/subsidies/be:nothing')
  const [, help = ''] = /^<([^>]+)>; rel="help"$/.exec(refused.headers.link ?? '') ?? []
  assert.ok(html.has(new URL(help).pathname), help)
})

test('/llms.txt lists every page of the contents with the address of its twin; /llms-full.txt holds them all', async () => {
  const list = (await open('/llms.txt')).body.toString()
  const whole = (await open('/llms-full.txt')).body.toString()
  const contents = readPage(html.get('/docs') as Answer)
    .all('a')
    .map(({ attributes }) => attributes.href ?? '')
    .filter((href) => html.has(href))
  assert.ok(contents.length > 15)
  for (const path of contents) assert.ok(list.includes(`${path}.md)`), path)
  for (const path of html.keys()) {
    const [title = ''] = (await open(`${path}.md`)).body.toString().split('\n')
    assert.ok(whole.includes(`${title}\n`), path)
  }
})

test('what is no page of the docs is 404, as a page, whatever is asked', async () => {
  const asked = [
    '/docs/nothing',
    '/docs/',
    '/docs/api/nothing',
    '/docs/errors/nothing.md',
    '/docs/errors/__proto__',
    '/docs/api/constructor',
    '/docs/api/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `/docs/errors/${'a'.repeat(10_000)}`,
    '/docs/api/%00',
    '/docs/api/%ff',
    '/docs/errors/..%2f..%2fpackage.json',
  ]
  for (const path of asked) {
    const answer = await open(path)
    assert.ok([404, 414].includes(answer.status), `${path.slice(0, 40)}: ${answer.status}`)
    assert.doesNotMatch(answer.body.toString(), /<script>alert/)
  }
})

test('no page weighs more than 24 KB compressed, which leaves room for what all pages load', () => {
  for (const [path, { body }] of html) {
    const { length } = brotliCompressSync(body)
    assert.ok(length < 24_000, `${path}: ${length}`)
  }
})

test('nothing of a page is written inline: no style, no handler, no script without an address', () => {
  for (const [path, answer] of html) {
    for (const { name, attributes } of readPage(answer).elements) {
      const inline = Object.keys(attributes).filter((key) => key === 'style' || key.startsWith('on'))
      assert.deepEqual(inline, [], path)
      assert.ok(name !== 'style' && (name !== 'script' || attributes.src !== undefined), path)
    }
  }
})

test('no field of the form that sends a call has a name: nothing of it can come into an address', () => {
  const form = readPage(html.get('/docs/api/matchCompany') as Answer)
  const inputs = [...form.all('input'), ...form.all('textarea')]
  assert.ok(inputs.length >= 3)
  assert.deepEqual(
    inputs.filter(({ attributes }) => attributes.name !== undefined),
    [],
  )
  assert.deepEqual(form.all('form'), [])
})
