import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, openedTwice } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { answered, type WebhookScene, webhookScene } from '../../../tests/harness/webhook-scene.ts'
import { setPlan } from '../../accounts/operations.ts'
import { readLog } from '../deliveries/attempt-log.ts'
import { enableWebhook } from '../endpoints.ts'

const inScene = (engine: Engine, work: (scene: WebhookScene, account: string) => Promise<void>): Promise<void> =>
  openedTwice(engine, async (database) => {
    const scene = await webhookScene(database)
    await work(scene, await scene.account('enterprise'))
  })

const minute = 60_000
const some = (count: number) => Array.from({ length: count }, () => sampleEvent())

/** The scene with so many events queued for an endpoint. */
async function withQueue(scene: WebhookScene, account: string, events: number): Promise<string> {
  const endpoint = await scene.endpoint(account)
  await scene.append(some(events))
  await scene.fanOut()
  return endpoint
}

for (const engine of engines) {
  test(`${engine.name}: an event is sent as the feed shows it, signed, and shown as delivered`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 1)
      await scene.deliver()
      const [row] = await scene.deliveries()
      const [sent] = scene.sent
      assert.ok(row && sent)
      assert.deepEqual(
        [row.status, row.attempts, row.last_status, row.last_error, row.delivered_at, row.due_at, row.claimed_until],
        ['delivered', 1, 204, null, scene.clock.now(), null, null],
      )
      const body = JSON.parse(sent.body) as { id: string; event: string; data: { id: string } }
      assert.deepEqual([body.id, body.event, body.data.id], [row.event_id, 'subsidy.content_changed', 'al:a'])
      assert.deepEqual(Object.keys(sent.headers), [
        'Content-Type',
        'User-Agent',
        'Service-Signature',
        'Service-Event',
        'Service-Delivery',
      ])
      assert.match(
        sent.headers['Service-Signature'] ?? '',
        new RegExp(`^t=${Math.floor(scene.clock.now() / 1000)},v1=[0-9a-f]{64}$`),
      )
      assert.equal(sent.delivery, row.id)
      assert.deepEqual(await scene.standing(endpoint), {
        active: 1,
        consecutive_failures: 0,
        held_until: 0,
        due_at: null,
      })
      await scene.deliver()
      assert.equal(scene.sent.length, 1)
    }))

  test(`${engine.name}: what fails is sent again after 1, 5, 30 minutes, 2 and 12 hours, the same to the byte, and failed after the sixth`, () =>
    inScene(engine, async (scene, account) => {
      await withQueue(scene, account, 1)
      scene.answer(() => answered(503, 'come back later'))
      const start = scene.clock.now()
      for (const step of [0, 1, 5, 30, 120, 720]) {
        if (step > 0) {
          scene.clock.advance({ ms: step * minute - 1 })
          const before = scene.sent.length
          await scene.deliver()
          assert.equal(scene.sent.length, before, 'not a millisecond before')
          scene.clock.advance({ ms: 1 })
        }
        await scene.deliver()
      }
      assert.deepEqual(
        scene.sent.map(({ at }) => (at - start) / minute),
        [0, 1, 6, 36, 156, 876],
      )
      assert.equal(new Set(scene.sent.map(({ body, delivery }) => `${delivery} ${body}`)).size, 1)
      const [row] = await scene.deliveries()
      assert.deepEqual(
        [row?.status, row?.attempts, row?.last_status, row?.last_error, row?.due_at],
        ['failed', 6, 503, 'status: come back later', null],
      )
      scene.clock.advance({ days: 2 })
      await scene.deliver()
      assert.equal(scene.sent.length, 6)
    }))

  test(`${engine.name}: after three failures in a row one delivery at a time is tried, with gaps that double, and any success ends it`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 30)
      scene.answer(() => ({ kind: 'failed', error: 'connection' }))
      await scene.deliver()
      assert.equal(scene.sent.length, 4, 'four at once before anything is known')
      assert.deepEqual((await scene.standing(endpoint)).consecutive_failures, 4)
      const start = scene.clock.now()
      const tried: number[] = []
      for (let second = 0; second < 31; second += 1) {
        const before: number = scene.sent.length
        await scene.deliver()
        if (scene.sent.length > before) tried.push((scene.clock.now() - start) / 1000)
        assert.ok(scene.sent.length - before <= 1)
        scene.clock.advance({ seconds: 1 })
      }
      assert.deepEqual(tried, [2, 6, 14, 30], 'the gap begins with the end of the last one')
      const attempts = (await scene.deliveries()).map(({ attempts }) => attempts)
      assert.deepEqual(attempts.filter((count) => count > 0).length, 8, 'what waits in a gap uses no attempt')
      scene.answer(() => answered(200))
      scene.clock.advance({ seconds: 60 })
      await scene.deliver()
      assert.deepEqual(
        { ...(await scene.standing(endpoint)), due_at: null },
        { active: 1, consecutive_failures: 0, held_until: 0, due_at: null },
      )
      const left = (await scene.deliveries()).filter(({ status }) => status !== 'delivered')
      assert.ok(left.length <= 8, 'all that waited went out')
    }))

  test(`${engine.name}: the twentieth failure in a row switches the endpoint off and fails what is queued; what was under way may still succeed`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 40)
      await scene.database.run('update webhook set consecutive_failures = 19')
      let release = (): void => {}
      const hanging = new Promise<void>((resolve) => {
        release = resolve
      })
      scene.answer(async ({ delivery }) => {
        if (delivery === 'whd_ping') return answered(500)
        await hanging
        return answered(200)
      })
      const done = scene.deliver()
      while (scene.sent.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
      // Tried one at a time: so what fails meanwhile is a ping, which is not held back.
      await scene.database.run(
        `insert into webhook_delivery (id, webhook_id, account_id, event_id, event_type, lane, status, body, created_at, due_at)
         values ('whd_ping', $1, $2, 'chg_ping', 'ping', 0, 'pending', '{}', $3, 0)`,
        [endpoint, account, scene.clock.now()],
      )
      await scene.database.run('update webhook set due_at = 0')
      const other = scene.deliverer()
      await other.drained()
      assert.equal((await scene.standing(endpoint)).active, 0)
      const rows = await scene.deliveries()
      assert.deepEqual(
        Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([status, of]) => [status, of.length])),
        { failed: 40, pending: 1 },
      )
      release()
      await done
      assert.deepEqual((await scene.deliveries()).find(({ id }) => id === scene.sent[0]?.delivery)?.status, 'delivered')
      assert.deepEqual(await scene.standing(endpoint), {
        active: 0,
        consecutive_failures: 20,
        held_until: scene.clock.now() + 600_000,
        due_at: null,
      })
      scene.clock.advance({ days: 1 })
      await scene.deliver()
      assert.equal(scene.sent.length, 2)
    }))

  test(`${engine.name}: what an endpoint that hangs has queued is in nobody's way, and a ping to it comes before all of it`, () =>
    inScene(engine, async (scene, account) => {
      const hanging = await withQueue(scene, account, 300)
      const other = await scene.account('pro')
      const healthy = await scene.endpoint(other)
      await scene.append(some(3))
      await scene.fanOut()
      let release = (): void => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      let isReleased = false
      scene.answer(async ({ webhook }) => {
        if (webhook !== hanging || isReleased) return answered(200)
        await until
        return { kind: 'failed', error: 'timeout' }
      })
      const done = scene.deliver()
      const sentTo = (webhook: string): number => scene.sent.filter((one) => one.webhook === webhook).length
      while (sentTo(healthy) < 3) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal(sentTo(hanging), 4)
      await scene.database.run(
        `insert into webhook_delivery (id, webhook_id, account_id, event_id, event_type, lane, status, body, created_at, due_at)
         values ('whd_ping', $1, $2, 'chg_ping', 'ping', 0, 'pending', '{}', $3, $3)`,
        [hanging, account, scene.clock.now() + 1],
      )
      scene.clock.advance({ ms: 1 })
      isReleased = true
      release()
      await done
      assert.equal(scene.sent.filter((one) => one.webhook === hanging)[4]?.delivery, 'whd_ping')
    }))

  test(`${engine.name}: receivers that take their time hold up nobody else, however many of them there are`, () =>
    inScene(engine, async (scene) => {
      const slow = new Set<string>()
      for (let accounts = 0; accounts < 5; accounts += 1) {
        const account = await scene.account('pro')
        for (let made = 0; made < 5; made += 1) slow.add(await scene.endpoint(account))
      }
      await scene.append(some(8))
      await scene.fanOut()
      let release = (): void => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      scene.answer(async ({ webhook }) => {
        if (slow.has(webhook)) await until
        return answered(200)
      })
      const deliverer = scene.deliverer(512)
      const done = deliverer.drained()
      while (scene.sent.length < 80) await new Promise((resolve) => setTimeout(resolve, 5))
      const other = await scene.account('pro')
      const quick = await scene.endpoint(other)
      await scene.append(some(3))
      await scene.fanOut()
      deliverer.wake()
      const sentTo = (): number => scene.sent.filter(({ webhook }) => webhook === quick).length
      const end = performance.now() + 5_000
      while (sentTo() < 3 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal(sentTo(), 3)
      release()
      await done
    }))

  test(`${engine.name}: of equal endpoints none is sent much more than another, while there are fewer slots than endpoints`, () =>
    inScene(engine, async (scene) => {
      const endpoints: string[] = []
      for (let made = 0; made < 12; made += 1) endpoints.push(await scene.endpoint(await scene.account('pro')))
      await scene.append(some(20))
      await scene.fanOut()
      scene.answer(async () => {
        await new Promise((resolve) => setTimeout(resolve, 2))
        scene.clock.advance({ ms: 1 })
        return answered(200)
      })
      await scene.deliverer(2).drained()
      // When half of all has been sent, of each about half has.
      const half = scene.sent.slice(0, 120)
      const counts = endpoints.map((id) => half.filter(({ webhook }) => webhook === id).length)
      assert.ok(Math.min(...counts) >= 6 && Math.max(...counts) <= 14, counts.join(', '))
    }))

  test(`${engine.name}: what was under way when an endpoint was switched off is not made again when it is enabled`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 2)
      scene.answer(() => new Promise(() => {}))
      const gone = scene.deliverer()
      gone.wake()
      while (scene.sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      await scene.database.run('update webhook set active = 0')
      await enableWebhook(scene.database, { accountId: account, keyId: null }, endpoint, scene.clock.now())
      const later = sampleEvent()
      await scene.append([later])
      await scene.fanOut()
      scene.answer(() => answered(200))
      scene.clock.advance({ seconds: 25 })
      await scene.deliver()
      const shown = (await scene.deliveries()).map(({ event_id, status, attempts }) => [
        event_id === later.id,
        status,
        attempts,
      ])
      assert.deepEqual(
        shown,
        [
          [false, 'failed', 1],
          [false, 'failed', 1],
          [true, 'delivered', 1],
        ],
        'with the attempts that were made',
      )
      assert.equal(scene.sent.length, 3)
    }))

  test(`${engine.name}: of one account a quarter of the slots is under way at most, whatever it has queued`, () =>
    inScene(engine, async (scene, account) => {
      for (let made = 0; made < 10; made += 1) await scene.endpoint(account)
      const other = await scene.endpoint(await scene.account('pro'))
      await scene.append(some(4))
      await scene.fanOut()
      let atOnce = 0
      let most = 0
      scene.answer(async ({ webhook }) => {
        if (webhook === other) return answered(200)
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise((resolve) => setTimeout(resolve, 5))
        atOnce -= 1
        return answered(200)
      })
      const deliverer = scene.deliverer(16)
      await deliverer.drained()
      assert.equal(most, 4)
      assert.equal(scene.sent.length, 44)
    }))

  test(`${engine.name}: while the plan lacks webhooks what is queued waits without an attempt, and goes on when it returns`, () =>
    inScene(engine, async (scene, account) => {
      await withQueue(scene, account, 3)
      await setPlan(scene.database, scene.clock.now(), account, 'developer')
      await scene.deliver()
      assert.deepEqual([scene.sent.length, (await scene.deliveries()).map(({ attempts }) => attempts)], [0, [0, 0, 0]])
      await setPlan(scene.database, scene.clock.now(), account, 'pro')
      scene.clock.advance({ seconds: 60 })
      await scene.deliver()
      assert.equal(scene.sent.length, 3)
    }))

  test(`${engine.name}: an attempt whose process is gone uses one up, is no failure, and is made again within 30 s; a sixth is the last`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 1)
      for (let lost = 1; lost <= 6; lost += 1) {
        // A process that claims, and is never heard of again.
        const gone = scene.deliverer()
        scene.answer(() => new Promise(() => {}))
        gone.wake()
        while (scene.sent.length < lost) await new Promise((resolve) => setTimeout(resolve, 5))
        scene.clock.advance({ seconds: 19 })
        await scene.deliver()
        assert.equal(scene.sent.length, lost, 'its claim holds')
        scene.clock.advance({ seconds: 2 })
      }
      scene.answer(() => answered(200))
      await scene.deliver()
      const [row] = await scene.deliveries()
      assert.deepEqual([row?.status, row?.attempts, scene.sent.length], ['failed', 6, 6])
      assert.equal((await scene.standing(endpoint)).consecutive_failures, 0)
    }))

  test(`${engine.name}: an attempt that ends after its claim has run out writes nothing, whatever came of it`, () =>
    inScene(engine, async (scene, account) => {
      const endpoint = await withQueue(scene, account, 1)
      let release = (): void => {}
      scene.answer(async () => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return answered(500)
      })
      const slow = scene.deliverer()
      const ended = slow.drained()
      while (scene.sent.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
      const releaseFirst = release
      scene.clock.advance({ seconds: 21 })
      scene.answer(() => answered(200))
      await scene.deliver()
      const [before] = await scene.deliveries()
      assert.deepEqual([before?.status, before?.attempts], ['delivered', 2])
      releaseFirst()
      await ended
      assert.deepEqual(await scene.deliveries(), [before])
      assert.equal((await scene.standing(endpoint)).consecutive_failures, 0)
    }))

  test(`${engine.name}: an event that the feed has no more when it is to be sent for the first time is failed`, () =>
    inScene(engine, async (scene, account) => {
      await withQueue(scene, account, 2)
      await scene.database.run('delete from change_event where seq = (select max(seq) from change_event)')
      await scene.deliver()
      assert.equal(scene.sent.length, 1)
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, last_error }) => [status, last_error]),
        [
          ['delivered', null],
          ['failed', 'timeout'],
        ],
      )
    }))

  test(`${engine.name}: a deliverer that stops hands back what it has not sent, which counts no attempt`, () =>
    inScene(engine, async (scene, account) => {
      await withQueue(scene, account, 1)
      scene.answer(() => ({ kind: 'withheld' }))
      const stopping = scene.deliverer()
      stopping.wake()
      while (scene.sent.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
      await stopping.stop()
      const [row] = await scene.deliveries()
      assert.deepEqual([row?.status, row?.attempts, row?.claimed_until], ['pending', 0, null])
      scene.answer(() => answered(200))
      await scene.deliver()
      assert.equal((await scene.deliveries())[0]?.status, 'delivered')
    }))

  test(`${engine.name}: of two processes that deliver at once each delivery is sent once`, () =>
    openedTwice(engine, async (database, second) => {
      const scene = await webhookScene(database)
      const other = await webhookScene(database, second)
      const account = await scene.account('enterprise')
      for (let made = 0; made < 20; made += 1) await scene.endpoint(account)
      await scene.append(some(10))
      await scene.fanOut()
      await Promise.all([scene.deliver(), other.deliver()])
      await scene.deliver()
      const sent = [...scene.sent, ...other.sent].map(({ delivery }) => delivery)
      assert.equal(sent.length, 200)
      assert.equal(new Set(sent).size, 200)
      assert.ok((await scene.deliveries()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
    }))
}

for (const engine of engines)
  test(`${engine.name}: every attempt that ends leaves a line: when it began, how long it took, what came of it`, () =>
    inScene(engine, async (scene, account) => {
      await withQueue(scene, account, 1)
      const answers = [
        answered(500, 'a, b\nc'),
        answered(302),
        { kind: 'failed', error: 'timeout' } as const,
        answered(204),
      ]
      scene.answer(() => answers.shift() ?? answered(204))
      const begun: number[] = []
      for (let attempt = 0; attempt < 4; attempt += 1) {
        begun.push(scene.clock.now())
        await scene.deliver()
        scene.clock.advance({ minutes: 200 })
      }
      const row = await scene.database.one<{ attempt_log: string }>('select attempt_log from webhook_delivery')
      const log = readLog(row?.attempt_log ?? null)
      assert.deepEqual(
        log.map(({ number, begunAt, status, error }) => [number, begunAt, status, error]),
        [
          [1, begun[0], 500, 'status'],
          [2, begun[1], 302, 'redirect'],
          [3, begun[2], null, 'timeout'],
          [4, begun[3], 204, null],
        ],
      )
      assert.ok(log.every(({ durationMs }) => Number.isInteger(durationMs) && durationMs >= 0))
    }))
