/**
 * Request smuggling: of each known form it is looked at what was really done, and not only what was answered. Nothing that is
 * hidden in another request is ever begun, and after a message that could be read in two ways the connection ends.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Edge, startEdge } from '../harness/edge.ts'
import { answersIn, raw } from '../harness/http.ts'
import { noted, notingRoutes } from './noting-routes.ts'
import { forms } from './smuggling-forms.ts'
import { headForms } from './smuggling-heads.ts'

let edge: Edge
before(async () => {
  edge = await startEdge({ routes: notingRoutes, bounds: { headersTimeoutMs: 300, bodyTimeoutMs: 300 } })
})
after(() => edge.stop())

for (const { what, bytes, status, ran, isUnfinished } of [...forms, ...headForms]) {
  test(`${what}: ${ran.length === 0 ? 'nothing is done' : `${ran.join()} is done, once`}, and what is hidden never`, async () => {
    noted.length = 0
    const received = await raw(edge.origin, Buffer.from(bytes, 'latin1'), (socket) => {
      if (isUnfinished === true) socket.end()
    })
    const answers = received.length === 0 ? [] : answersIn(received, { headOnly: bytes.startsWith('HEAD') })
    assert.deepEqual(
      [noted.map(({ name }) => name), answers[0]?.status ?? 0],
      [ran, status],
      received.toString('latin1'),
    )
    assert.ok(answers.length <= 1, 'one message, one answer')
    for (const { body } of noted) if (body !== null) assert.deepEqual(body, { a: 1 })
  })
}

test('what is hidden would be seen, were it done', async () => {
  noted.length = 0
  await raw(edge.origin, 'GET /v1/hidden HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.deepEqual(noted, [{ name: 'hidden', body: null }])
})
