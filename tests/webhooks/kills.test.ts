/**
 * Processes that make deliveries and send them, killed (-9) or stopped at any moment: every event reaches its endpoint at least
 * once, under one id and to the byte the same, and never again when it was shown as delivered.
 *
 * Every round appends events and kills one of two processes somewhere on the way, or has it stand still for longer than its
 * claims hold. `ROUNDS` names another number of them.
 */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import { engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { repeated } from '../harness/repeated.ts'
import { startWebhookProcess, type WebhookProcess } from '../harness/webhook-process.ts'
import { webhookScene } from '../harness/webhook-scene.ts'

const rounds = repeated('ROUNDS', { few: 2, many: 30 })
const eventsARound = 15
const endpoints = 3
const claimMs = 1_000
/** A kill comes within this time of the events of its round. */
const killWithinMs = 300
const settledWithinMs = 60_000

for (const engine of engines) {
  test(`${engine.name}: ${rounds} rounds of kills and stops: each event reaches each endpoint, as the same delivery, and none that was shown as delivered again`, async () => {
    await using store = await engine.open()
    const { database } = store
    const scene = await webhookScene(database)
    const by = chanceOf(rounds)
    const received = new Map<string, { bodies: Set<string>; endpoint: string; times: number }>()
    const wrong: string[] = []
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const id = String(request.headers['service-delivery'])
        const known = received.get(id) ?? { bodies: new Set(), endpoint: request.url ?? '', times: 0 }
        received.set(id, known)
        known.bodies.add(Buffer.concat(chunks).toString())
        known.times += 1
        const row = await database.one<{ status: string }>('select status from webhook_delivery where id = $1', [id])
        if (row?.status !== 'pending') wrong.push(`${id} was sent while it was shown as ${row?.status}`)
        await pause(by.below(30))
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const account = await scene.account('enterprise')
    const ids: string[] = []
    for (let made = 0; made < endpoints; made += 1) ids.push(await scene.endpoint(account))
    for (const id of ids)
      await database.run('update webhook set url = $1 where id = $2', [`http://127.0.0.1:${port}/${id}`, id])
    const workers: WebhookProcess[] = []
    for (let begun = 0; begun < 2; begun += 1) workers.push(await startWebhookProcess(store.settings, claimMs))
    let [kills, stops, appended] = [0, 0, 0]
    try {
      for (let round = 0; round < rounds; round += 1) {
        const events = Array.from({ length: eventsARound }, () => sampleEvent())
        await append(database, systemClock.now(), events)
        appended += events.length
        await pause(by.below(killWithinMs))
        const place = by.below(2)
        const victim = workers[place]
        assert.ok(victim)
        if (by.below(3) === 0) {
          stops += 1
          victim.standStill()
          await pause(claimMs + by.below(500))
          victim.goOn()
        } else {
          kills += 1
          await victim.kill()
          workers[place] = await startWebhookProcess(store.settings, claimMs)
        }
      }
      const until = performance.now() + settledWithinMs
      const left = async (): Promise<number> =>
        (
          await database.one<{ left: number }>(
            `select (select count(*) from webhook_delivery where status = 'pending')
               + (select last_seq from feed_head) - (select position from feed_consumer where name = 'webhooks') as left`,
          )
        )?.left ?? 0
      while ((await left()) > 0 && performance.now() < until) await pause(50)
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()))
      receiver.closeAllConnections()
      receiver.close()
    }
    const rows = await scene.deliveries()
    assert.equal(rows.length, appended * endpoints)
    assert.equal(new Set(rows.map(({ webhook_id, event_id }) => `${webhook_id} ${event_id}`)).size, rows.length)
    assert.deepEqual(wrong, [])
    for (const { id, webhook_id, status, attempts } of rows) {
      const one = received.get(id)
      assert.equal(status, 'delivered', `${id} after ${attempts} attempts`)
      assert.ok(one !== undefined && one.times <= attempts && attempts <= 6, `${id}: ${one?.times} of ${attempts}`)
      assert.deepEqual([one.bodies.size, one.endpoint], [1, `/${webhook_id}`])
    }
    assert.equal(received.size, rows.length)
    assert.ok(kills + stops === rounds)
    for (const id of ids) assert.equal((await scene.standing(id)).consecutive_failures, 0)
  })
}
