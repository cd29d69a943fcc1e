/**
 * Deliveries against a receiver on this machine, in a process of its own.
 *
 * - Sustained: so many deliveries to 64 endpoints of eight accounts, from the first claim to the last end, with the slots of a
 *   service; and the same number of posts by the same client in a bare loop, as many at once as eight accounts may have under way,
 *   and half as many, of which the faster counts; in turns.
 * - Fan-out: one event for 10,000 endpoints, from its commit to the last delivery that is queued.
 * - One endpoint hangs with 50,000 queued beside 99 healthy ones, which get an event each half second: how long after it was
 *   queued each reaches its receiver; and how long a ping to the one that hangs takes.
 * - An account with 50 endpoints and 20,000 queued beside one with a single endpoint that gets an event each half second.
 *
 *   node bench/webhooks/run.ts [deliveries] [rounds] [engine]    # 6000 5 sqlite; PostgreSQL at TEST_DATABASE_URL
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccount } from '../../src/accounts/operations.ts'
import { consumeFeed } from '../../src/changes/consumer.ts'
import { systemClock as clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { allowedHosts } from '../../src/platform/egress/allowed-hosts.ts'
import { makeEgress } from '../../src/platform/egress/post-once.ts'
import { newId } from '../../src/platform/new-id.ts'
import { fanOut } from '../../src/webhooks/fan-out/fan-out.ts'
import { filtersText, readFilters } from '../../src/webhooks/filters.ts'
import { makeDeliverer } from '../../src/webhooks/queue/deliverer.ts'
import { nowBy } from '../../src/webhooks/queue/now.ts'
import { newSecret, secretBox } from '../../src/webhooks/secret-box.ts'
import { engines } from '../../tests/harness/databases.ts'
import { append, sampleEvent } from '../../tests/harness/feed-events.ts'
import { unobserved } from '../../tests/harness/observer.ts'
import { median, tellFigure } from '../figures.ts'
import { pingOn, queueFor } from './queued.ts'
import type { Came } from './receiver.ts'

const [deliveriesText = '6000', roundsText = '5', engineName = 'sqlite'] = process.argv.slice(2)
const deliveries = Number(deliveriesText)
const rounds = Number(roundsText)
const sustainedEndpoints = 64
const accounts = 8
/** What the accounts may have under way, and fewer, which a machine of few cores may do better with. */
const bareAtOnce = [128, 64]
const fannedOut = 10_000
const hangingQueue = 50_000
const healthyEndpoints = 99
const watchedMs = 30_000
const eventEveryMs = 500
const millisecondsPerSecond = 1_000

const secrets = secretBox(Buffer.alloc(32, 1), null)
const egress = makeEgress({ allowedHosts: allowedHosts(['127.0.0.1']) })
const engine = engines.find(({ name }) => name === engineName)
if (engine === undefined) throw new Error(`${engineName} is no engine, or TEST_DATABASE_URL names no server`)
const receiver = fork(join(import.meta.dirname, 'receiver.ts'))
const [port]: number[] = await once(receiver, 'message')
const origin = `http://127.0.0.1:${port}`

await sustained()
await fannedOutToMany()
await besideOneThatHangs()
await besideALargeAccount()
receiver.kill()

async function sustained(): Promise<void> {
  await withStore(async (database) => {
    const ids: string[] = []
    for (let account = 0; account < accounts; account += 1) {
      const accountId = await accountOn(database, `sustained${account}`)
      for (let made = 0; made < sustainedEndpoints / accounts; made += 1)
        ids.push(await endpointOn(database, accountId, '/ok'))
    }
    const deliverer = deliverOn(database)
    const events = Math.ceil(deliveries / ids.length)
    const count = events * ids.length
    const ratios: number[] = []
    const rates: [ours: number, bare: number][] = []
    for (let round = 0; round <= rounds; round += 1) {
      const drafts = Array.from({ length: events }, () => sampleEvent())
      await append(database, clock.now(), drafts)
      await fannedOutOn(database)
      let bare = 0
      for (const atOnce of bareAtOnce) bare = Math.max(bare, await rateOf(count, () => bareLoop(count, atOnce)))
      const ours = await rateOf(count, () => deliverer.drained())
      // The first warms up.
      if (round === 0) continue
      rates.push([ours, bare])
      ratios.push(ours / bare)
    }
    const [row] = await database.all<{ left: number }>(
      `select count(*) as left from webhook_delivery where status <> 'delivered' or attempts <> 1`,
    )
    if (row?.left !== 0) throw new Error(`${row?.left} deliveries did not succeed at once`)
    await cameSince(receiver)
    const shown = rates.map(([ours, bare]) => `${ours.toFixed(0)} of ${bare.toFixed(0)}`).join(', ')
    tellFigure({
      promise: 'deliveries a second, sustained',
      ...{ engine: engineName, value: median(rates.map(([ours]) => ours)), unit: '/s' },
      peer: { name: 'a bare loop of the same client', value: median(rates.map(([, bare]) => bare)) },
      ...{ ratio: median(ratios), goal: { of: 'ratio', atLeast: 0.5 }, rounds: ratios },
    })
    console.log(
      `${engineName}: sustained, deliveries a second of the bare loop's: ${shown}; ratio ${median(ratios).toFixed(2)}`,
    )
  })
}

async function fannedOutToMany(): Promise<void> {
  await withStore(async (database) => {
    for (let made = 0; made < fannedOut; ) {
      const accountId = await accountOn(database, `many${made}`)
      for (const end = Math.min(made + 50, fannedOut); made < end; made += 1)
        await endpointOn(database, accountId, '/ok')
    }
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await append(database, clock.now(), [sampleEvent()])
      const startMs = performance.now()
      await fannedOutOn(database)
      times.push(performance.now() - startMs)
    }
    tellFigure({
      promise: `one event queued for ${fannedOut} endpoints`,
      ...{ engine: engineName, value: median(times) / 1_000, unit: 's' },
      goal: { of: 'value', atMost: 10 },
      rounds: times.map((ms) => ms / 1_000),
    })
    console.log(
      `${engineName}: one event for ${fannedOut} endpoints queued after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    )
  })
}

async function besideOneThatHangs(): Promise<void> {
  await withStore(async (database) => {
    const hanging = await endpointOn(database, await accountOn(database, 'hanging'), '/hang')
    await queueFor(database, [hanging], hangingQueue)
    for (let made = 0; made < healthyEndpoints; made += 1) {
      const accountId = await accountOn(database, `healthy${made}`)
      await endpointOn(database, accountId, `/healthy/${made}`)
    }
    const { delays, pingMs } = await watched(database, '/healthy/', hanging)
    tellFigure({
      promise: `p99 of deliveries beside an endpoint that hangs with ${hangingQueue} queued`,
      ...{ engine: engineName, value: quantile(delays, 0.99), unit: 'ms' },
      goal: { of: 'value', atMost: 1_000 },
    })
    tellFigure({
      promise: 'a ping to an endpoint that hangs',
      ...{ engine: engineName, value: (pingMs ?? Number.NaN) / 1_000, unit: 's' },
      goal: { of: 'value', atMost: 30 },
    })
    console.log(
      `${engineName}: beside one that hangs with ${hangingQueue} queued, ${delays.length} deliveries to ${healthyEndpoints} others begin ` +
        `after p50 ${quantile(delays, 0.5)}, p99 ${quantile(delays, 0.99)}, at most ${quantile(delays, 1)} ms; a ping to it after ${pingMs} ms`,
    )
  })
}

async function besideALargeAccount(): Promise<void> {
  await withStore(async (database) => {
    const large = await accountOn(database, 'large')
    const many: string[] = []
    for (let made = 0; made < 50; made += 1) many.push(await endpointOn(database, large, `/large/${made}`))
    await queueFor(database, many, 20_000)
    await endpointOn(database, await accountOn(database, 'small'), '/small/0')
    const { delays } = await watched(database, '/small/', null)
    console.log(
      `${engineName}: beside an account with 20000 queued, ${delays.length} deliveries of another begin after p50 ${quantile(delays, 0.5)}, ` +
        `p99 ${quantile(delays, 0.99)}, at most ${quantile(delays, 1)} ms`,
    )
  })
}

/** Appends events for a while, and tells how long after it was queued each delivery to paths that begin so reached its receiver. */
async function watched(
  database: Database,
  path: string,
  pinged: string | null,
): Promise<{ delays: number[]; pingMs: number | null }> {
  const deliverer = deliverOn(database)
  deliverer.start()
  await cameSince(receiver)
  let ping: { id: string; atMs: number } | null = null
  const until = performance.now() + watchedMs
  for (let ticks = 0; performance.now() < until; ticks += 1) {
    await append(database, clock.now(), [sampleEvent()])
    await fannedOutOn(database)
    deliverer.wake()
    if (ticks === 10 && pinged !== null) ping = await pingOn(database, pinged)
    await pause(eventEveryMs)
  }
  await pause(2_000)
  const came = await cameSince(receiver)
  const rows = await database.all<{ id: string; created_at: number }>(
    'select id, created_at from webhook_delivery where lane = 1',
  )
  const createdAt = new Map(rows.map(({ id, created_at }) => [id, created_at]))
  const delays = came
    .filter((one) => one.path.startsWith(path))
    .map(({ delivery, atMs }) => atMs - (createdAt.get(delivery) ?? Number.NaN))
  const pingCame = came.find(({ delivery }) => delivery === ping?.id)
  await deliverer.stop()
  return { delays, pingMs: ping === null || pingCame === undefined ? null : pingCame.atMs - ping.atMs }
}

async function bareLoop(count: number, atOnce: number): Promise<void> {
  const body = JSON.stringify({ id: 'chg_0', event: 'subsidy.created', padding: 'x'.repeat(700) })
  const { signal } = new AbortController()
  const headers = { 'Content-Type': 'application/json', 'Service-Delivery': 'whd_bare' }
  let left = count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1
        const outcome = await egress.post({ url: `${origin}/ok`, headers, body, signal, mayBegin: () => true })
        if (outcome.kind !== 'answered') throw new Error('a post failed')
      }
    }),
  )
}

function deliverOn(database: Database) {
  return makeDeliverer({
    ...{ database, clock, dueBy: 'store', observer: unobserved, secrets, egress },
    userAgent: 'SubsidyMeasures/0.0.0-bench (+https://api.example.org/docs/webhooks)',
    chance: Math.random,
  })
}

async function fannedOutOn(database: Database): Promise<void> {
  const { signal } = new AbortController()
  await consumeFeed(fanOut({ dialect: database.dialect, observer: unobserved, now: nowBy('store', database, clock) }), {
    database,
    clock,
    signal,
  })
}

async function accountOn(database: Database, name: string): Promise<string> {
  return (await createAccount(database, clock.now(), { email: `${name}@example.org`, plan: 'enterprise' })).id
}

async function endpointOn(database: Database, accountId: string, path: string): Promise<string> {
  const id = newId('wh', clock.now())
  const read = readFilters({})
  if ('fault' in read) throw new Error(read.fault.message)
  await database.run(
    `insert into webhook (id, account_id, url, filters, secret, active, created_at, after_seq)
     select $1, $2, $3, $4, $5, 1, $6, last_seq from feed_head`,
    [id, accountId, `${origin}${path}`, filtersText(read.filters), secrets.seal(newSecret()), clock.now()],
  )
  return id
}

async function withStore(work: (database: Database) => Promise<void>): Promise<void> {
  const store = await engine?.open()
  if (store === undefined) throw new Error('there is no engine')
  try {
    await work(store.database)
  } finally {
    await store.close()
  }
}

async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (count / (performance.now() - startMs)) * millisecondsPerSecond
}

async function cameSince(child: ChildProcess): Promise<Came[]> {
  child.send('told')
  const [came]: Came[][] = await once(child, 'message')
  return came ?? []
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
