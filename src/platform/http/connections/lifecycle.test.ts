import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { type Edge, keys, withEdge } from '../../../../tests/harness/edge.ts'
import { answersIn, open, raw } from '../../../../tests/harness/http.ts'
import { defaultBounds } from '../bounds.ts'

const key = keys.pro
const slowRequest = `GET /v1/slow HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`

test('the bounds are those of the contract', () => {
  assert.equal(defaultBounds.answerMs, 30_000)
  assert.equal(defaultBounds.stopMs, 30_000)
  assert.ok(defaultBounds.admissionMs < 5_000)
  assert.ok(defaultBounds.bodyTimeoutMs < defaultBounds.answerMs)
  assert.ok(defaultBounds.socketIdleMs > defaultBounds.answerMs)
})

test('work that takes longer than the limit is 504 timeout, and is cancelled', async () => {
  await withEdge({ bounds: { answerMs: 50 } }, async ({ call, scene, log }) => {
    const answer = await call('GET', '/v1/slow', { key })
    assert.equal(answer.status, 504)
    assert.equal(answer.error().code, 'timeout')
    assert.ok('ratelimit-remaining' in answer.headers)
    assert.equal(scene.slowSignals[0]?.aborted, true)
    scene.finishSlow()
    // What the work says afterwards is heard by nobody: the connection and the server go on.
    assert.equal((await call('GET', '/v1/things', { key })).status, 200)
    assert.ok(!log.some(({ level }) => level === 'error'))
  })
})

test('work that ends in time is not cancelled', async () => {
  await withEdge({}, async ({ call, scene }) => {
    const answering = call('GET', '/v1/slow', { key })
    await scene.slowBegan.promise
    scene.finishSlow()
    assert.equal((await answering).status, 200)
    assert.equal(scene.slowSignals[0]?.aborted, false)
  })
})

test('when the client goes away, its work is cancelled, and nothing is logged as a fault', async () => {
  await withEdge({}, async ({ origin, scene, log }) => {
    await raw(origin, slowRequest, async (socket) => {
      await scene.slowBegan.promise
      const cancelled = new Promise((resolve) => scene.slowSignals[0]?.addEventListener('abort', resolve))
      socket.destroy()
      await cancelled
    })
    scene.finishSlow()
    const line = log.find(({ message }) => message === 'request')
    assert.equal(line?.status, 499)
    assert.ok(!log.some(({ level }) => level === 'error'))
  })
})

test('livez is 200 while the process runs; readyz follows what it is told, within its bound', async () => {
  await withEdge({ bounds: { readinessMs: 50 } }, async ({ call, scene, server }) => {
    assert.equal((await call('GET', '/readyz')).status, 200)
    scene.isReady = false
    assert.equal((await call('GET', '/readyz')).status, 503)
    assert.equal((await call('HEAD', '/readyz')).status, 503)
    assert.equal((await call('GET', '/livez')).status, 200)
    scene.isReady = true
    scene.store = 'silent'
    assert.equal((await call('GET', '/readyz')).status, 503)
    scene.store = 'up'
    assert.equal((await call('GET', '/readyz')).status, 200)
    server.announceStop()
    assert.equal((await call('GET', '/readyz')).status, 503)
    assert.equal((await call('GET', '/livez')).status, 200)
    assert.equal((await call('GET', '/v1/things', { key })).status, 200)
  })
})

test('stopping takes no more connections, finishes what is in flight, and closes; a second stop changes nothing', async () => {
  await withEdge({}, async ({ origin, scene, server }) => {
    let first: Promise<void> | undefined
    const received = await raw(origin, slowRequest, async () => {
      await scene.slowBegan.promise
      first = server.stop()
      assert.equal(server.stop(), first)
      await assert.rejects(open(origin))
      scene.finishSlow()
    })
    const [answer] = answersIn(received)
    assert.equal(answer?.status, 200)
    assert.equal(answer?.headers.connection, 'close')
    await first
  })
})

test('stopping does not wait for idle keep-alive connections', async () => {
  await withEdge({ bounds: { stopMs: 60_000, stopSweepMs: 5 } }, async (edge) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    await Promise.all([keepAliveCall(edge, agent), keepAliveCall(edge, agent)])
    const began = performance.now()
    await edge.stop()
    assert.ok(performance.now() - began < 5_000)
    agent.destroy()
  })
})

test('what is still in flight when the time to stop is over is cancelled and cut', async () => {
  await withEdge({ bounds: { stopMs: 50 } }, async ({ origin, scene, server }) => {
    const received = await raw(origin, slowRequest, async () => {
      await scene.slowBegan.promise
      await server.stop()
    })
    assert.equal(received.length, 0)
    assert.equal(scene.slowSignals[0]?.aborted, true)
  })
})

test('an idle connection is closed after its time, and one that says nothing at all too, without an answer that its next request would get', async () => {
  await withEdge(
    { bounds: { keepAliveTimeoutMs: 50, headersTimeoutMs: 100, requestTimeoutMs: 200 } },
    async ({ origin }) => {
      const served = await raw(origin, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
      assert.equal(answersIn(served)[0]?.status, 200)
      assert.equal((await raw(origin, '')).length, 0)
    },
  )
})

function keepAliveCall({ origin }: Edge, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}/livez`, { agent }, (incoming) => incoming.resume().on('end', resolve))
    outgoing.on('error', reject).end()
  })
}
