/**
 * A process that stands still in the middle of a turn at the queue has endpoints locked, and everybody's deliveries wait for them
 * until the server takes its transaction back. (On SQLite it has the one turn to write there is, of everything.)
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import { engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const endpoints = 5
const eventsEach = 20
/** The server's word, or the lease of whoever fanned out; and what deliveries take on a machine that is busy. */
const goesOnWithinMs = 60_000
const idle = `select count(*) as count from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '200 ms'`

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test(`${engine.name}: when a process stands still amid a turn at the queue, another goes on with everybody's deliveries within seconds`, async () => {
    await using scene = await processScene(engine, { environment: { WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })
    const received = new Set<string>()
    const receiver = createServer((request, response) => {
      received.add(String(request.headers['service-delivery']))
      request.resume().on('end', () => response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const [stopped, other] = [await scene.serve(), await scene.serve()]
    const { key } = await scene.customer('pro')
    for (let made = 0; made < endpoints; made += 1)
      assert.equal((await call(other.origin, 'POST', '/v1/webhooks', { key, json: { url } })).status, 201)
    const database = await scene.database()
    const more = async (): Promise<void> => {
      const events = Array.from({ length: eventsEach }, () => sampleEvent())
      await append(database, systemClock.now(), events)
    }
    try {
      await until('the process stands still amid a turn', async () => {
        await more()
        await pause(Math.random() * 100)
        stopped.process.signal('SIGSTOP')
        await pause(300)
        const [row] = await database.all<{ count: number }>(idle)
        if (row?.count === 1) return true
        stopped.process.signal('SIGCONT')
        return false
      })
      const before = received.size
      await more()
      await until('deliveries go on', () => received.size >= before + endpoints * eventsEach, goesOnWithinMs)
    } finally {
      stopped.process.signal('SIGCONT')
      receiver.closeAllConnections()
      receiver.close()
    }
  })
