/** What is said to be due is what the service should be doing now, on both engines: nobody is woken for what waits for others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { consumerLag } from '../../src/changes/consumer.ts'
import { mailsDue } from '../../src/mail/outbox.ts'
import type { Database, Parameter } from '../../src/platform/database/database.ts'
import { claimLease, freeLeases, leaseMs, releaseLease } from '../../src/platform/leases.ts'
import { deliveriesDue } from '../../src/webhooks/queue/depth.ts'
import { engines } from '../harness/databases.ts'

const minuteMs = 60_000
const between = (value: number | null, from: number, to: number): boolean =>
  value !== null && value >= from && value < to

async function rowInto(database: Database, table: string, row: Record<string, Parameter>): Promise<void> {
  await database.insertMany(table, Object.keys(row), [Object.values(row)])
}

for (const engine of engines) {
  test(`${engine.name}: deliveries are due where an endpoint waits to be looked at, and by how long that is`, async () => {
    await using store = await engine.open()
    const { database } = store
    const now = Date.now()
    const { id: account } = await createAccount(database, now, { email: 'a@example.org', plan: 'pro' })
    const endpoint = (id: string, due: number | null, more: Record<string, Parameter> = {}) =>
      rowInto(database, 'webhook', {
        ...{ id, account_id: account, url: 'https://a.example', filters: '{}', secret: 's', active: 1 },
        ...{ created_at: now, after_seq: 0, due_at: due, ...more },
      })
    const delivery = (webhook: string, id: string, due: number, more: Record<string, Parameter> = {}) =>
      rowInto(database, 'webhook_delivery', {
        ...{ id, webhook_id: webhook, account_id: account, event_id: id, event_type: 't', lane: 1, status: 'pending' },
        ...{ created_at: now, due_at: due, ...more },
      })
    assert.deepEqual(await deliveriesDue(database), { due: 0, oldestMs: null })
    // One that is in the gap after failures has something from an hour ago, and is looked at in an hour.
    await endpoint('held', now + 60 * minuteMs)
    await delivery('held', 'd1', now - 60 * minuteMs)
    await endpoint('gone', now - 60 * minuteMs, { deleted_at: now })
    await delivery('gone', 'd2', now - 60 * minuteMs)
    assert.deepEqual(await deliveriesDue(database), { due: 0, oldestMs: null })
    // One that was served a minute ago stands in the line since then, however long its deliveries are due.
    await endpoint('waiting', now - minuteMs)
    await delivery('waiting', 'd3', now - 30 * minuteMs)
    await delivery('waiting', 'd4', now - 30 * minuteMs, { claim_token: 'c', claimed_until: now + 10 * minuteMs })
    await delivery('waiting', 'd5', now + 30 * minuteMs)
    const { due, oldestMs } = await deliveriesDue(database)
    assert.equal(due, 1)
    assert.ok(between(oldestMs, minuteMs, 2 * minuteMs), `${oldestMs} ms`)
  })

  test(`${engine.name}: a mail is due from when it was made, not while somebody is at it or it waits to be tried again`, async () => {
    await using store = await engine.open()
    const { database } = store
    const now = Date.now()
    const mail = (id: string, more: Record<string, Parameter>) =>
      rowInto(database, 'mail', {
        id,
        account_id: 'a',
        kind: 'k',
        cause: id,
        parameters: '{}',
        created_at: now,
        ...more,
      })
    await mail('later', { due_at: now + minuteMs })
    await mail('at_work', { claim_token: 'c', claimed_until: now + minuteMs, created_at: now - 60 * minuteMs })
    await mail('sent', { due_at: null, state: 'sent', ended_at: now })
    assert.deepEqual(await mailsDue(database), { due: 0, oldestMs: null })
    await mail('at_once', { created_at: now - 5 * minuteMs })
    await mail('again', { due_at: now - 2 * minuteMs, created_at: now - 60 * minuteMs })
    const { due, oldestMs } = await mailsDue(database)
    assert.equal(due, 2)
    assert.ok(between(oldestMs, 5 * minuteMs, 6 * minuteMs), `${oldestMs} ms`)
  })

  test(`${engine.name}: a consumer is behind by the events after its place, and by when the first of them was made`, async () => {
    await using store = await engine.open()
    const { database } = store
    assert.deepEqual(await consumerLag(database, 'webhooks'), { events: 0, oldestAt: null })
    assert.equal(await consumerLag(database, 'nobody'), null)
    await database.run('update feed_head set last_seq = last_seq + 3 where id = 1')
    assert.deepEqual(await consumerLag(database, 'webhooks'), { events: 3, oldestAt: null })
  })

  test(`${engine.name}: a lease is free from when it was given back or ran out; one of long ago is nobody's`, async () => {
    await using store = await engine.open()
    const { database } = store
    let now = 1_000_000_000
    const clock = { now: () => now }
    const free = () => freeLeases(database, clock, 'job:', 7 * minuteMs)
    await claimLease(database, clock, 'job:one', 'a')
    await claimLease(database, clock, 'job:two', 'a')
    await claimLease(database, clock, 'other', 'a')
    assert.deepEqual(await free(), [
      { name: 'one', freeMs: 0 },
      { name: 'two', freeMs: 0 },
    ])
    await releaseLease(database, clock, { name: 'job:two', holder: 'a' }, minuteMs)
    now += leaseMs + 5_000
    assert.deepEqual(await free(), [
      { name: 'one', freeMs: 5_000 },
      { name: 'two', freeMs: 0 },
    ])
    now += 7 * minuteMs - 5_000
    assert.deepEqual(
      (await free()).map(({ name }) => name),
      ['two'],
    )
  })
}
