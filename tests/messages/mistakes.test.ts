/**
 * What who writes a client is told of a mistake: what to do next. Every row of `mistakes.yaml` is made against a running service;
 * status, code and what is named are those that there were before the messages were made better.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { type MistakeScene, mistakeScene, readMistakes } from '../harness/mistakes.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let scene: MistakeScene
before(async () => {
  scene = await mistakeScene(embedded)
})
after(() => scene.stop())

/** What differs from run to run, as the table writes it. */
function steady(text: string): string {
  return text
    .replace(/\bwl_[0-9A-Z]{26}/g, '$watchlist')
    .replace(/\bwh_[0-9A-Z]{26}/g, '$webhook')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}\+01:00/g, '$instant')
}

const mistakes = readMistakes()

test('there are a hundred mistakes, and each is told something else than before', () => {
  assert.ok(mistakes.length >= 100, String(mistakes.length))
  assert.deepEqual(
    mistakes.filter((mistake) => mistake.before === mistake.after),
    [],
  )
  assert.equal(new Set(mistakes.map(({ what }) => what)).size, mistakes.length)
})

test('a path of the API without its beginning is a page for who asks for pages, and JSON for everybody else', async () => {
  const { origin } = scene.service
  for (const [accept, type] of [
    ['text/html,application/xhtml+xml,*/*;q=0.8', /^text\/html/],
    ['*/*', /^application\/json/],
    ['application/json', /^application\/json/],
  ] as const) {
    const answer = await call(origin, 'GET', '/subsidies', { headers: { accept } })
    assert.equal(answer.status, 404)
    assert.match(answer.headers['content-type'] ?? '', type)
    assert.match(answer.headers.vary ?? '', /Accept/)
  }
  const elsewhere = await call(origin, 'GET', '/nothing-like-it', { headers: { accept: '*/*' } })
  assert.match(elsewhere.headers['content-type'] ?? '', /^text\/html/)
})

for (const mistake of mistakes) {
  test(`${mistake.what} is told what to do, under the code that it had`, async () => {
    const answer = await scene.make(mistake)
    const { code, message, details } = answer.error()
    assert.deepEqual(
      { status: answer.status, code, at: details.parameter ?? details.field, message: steady(message) },
      { status: mistake.status, code: mistake.code, at: mistake.at, message: mistake.after },
    )
    assert.match(answer.headers.link ?? '', new RegExp(`/docs/errors/${mistake.code}>; rel="help"`))
    for (const key of Object.values(scene.service.keys)) assert.ok(!answer.body.includes(key), 'a key is repeated')
    assert.ok(!JSON.stringify(details).includes('sm_live_0'), 'a key is repeated')
  })
}
