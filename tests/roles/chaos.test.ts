/**
 * Everything at once: an installation under a mixed load, whose processes are killed, stood still and told to stop, whose server is
 * restarted, crashed and stood still, whose connections are cut or fall silent, and one of whose clocks is wrong. A model beside
 * it knows what may be answered (`chaos/`).
 *
 * SECONDS says how long, SEED what is drawn, ENGINE one of both stores.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { utcMonthOf } from '../../src/values/brussels.ts'
import { type Installation, type Layout, startInstallation } from '../harness/installation.ts'
import { haproxyMissing, pgbouncerMissing, serverMissing } from '../harness/middle-programs.ts'
import { record } from '../harness/process.ts'
import { repeated } from '../harness/repeated.ts'
import { until } from '../harness/started-process.ts'
import { faultsOf } from './chaos/faults.ts'
import { feedReader } from './chaos/feed-reader.ts'
import { type Ground, groundOf } from './chaos/ground.ts'
import { type Customer, endpointMaker, keyHolder, matcher, measureReader, otherReader, spender } from './chaos/loads.ts'
import { startReceiver } from './chaos/receiver.ts'
import { startWatching } from './chaos/watching.ts'

const seconds = repeated('SECONDS', { few: 12, many: 600 })
const seed = Number(process.env.SEED ?? 7)
const recoveredWithinMs = 30_000
const measures = 12
/** Of these each run changes whom they are for, so that each company on watch has another verdict. */
const flipping = 2
/** Requests that the limited account has left of its month. */
const left = 150
const businessQuota = 500_000
/** From this long a run every kind of load and fault must have happened. */
const allWithinSeconds = 300

const layouts: (Layout & { skip: string | false })[] = [
  {
    engine: 'postgres',
    roles: ['api', 'api', 'api', 'worker', 'worker'],
    skip: serverMissing || pgbouncerMissing || haproxyMissing,
  },
  { engine: 'sqlite', roles: ['both', 'both'], skip: haproxyMissing },
]

for (const { skip, ...layout } of layouts.filter(({ engine }) => (process.env.ENGINE ?? engine) === engine))
  test(`${layout.engine}: ${seconds} s of kills, stops, restarts, silence and cuts: no wrong answer, counts exact, revocation immediate, feed, watchlist events and deliveries complete and once`, {
    skip,
    timeout: 240_000 + seconds * 4_000,
  }, async () => {
    await using installation = await startInstallation(layout)
    await run(installation)
  })

async function run(installation: Installation): Promise<void> {
  const { scene } = installation
  const ground = groundOf(installation, seed)
  const { wrong, loop } = ground
  const watcher = await scene.customer('enterprise')
  const limited = await scene.customer('business')
  const matching = await scene.customer('business')
  const database = await scene.database()
  const month = utcMonthOf(Date.now())
  await database.counters.run(
    `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
     values ($1, $2, $3, 0, 0, 'admitted', 40, $4)`,
    [limited.account, month, businessQuota - left, businessQuota],
  )

  // A receiver, an endpoint, companies on watch and a first run, before anything breaks.
  using receiver = await startReceiver()
  let round = 0
  await publish(installation, round)
  const reader = feedReader(ground, watcher.key)
  await until('an installation that answers', async () => {
    const answer = await ground.ask('GET', '/v1/subsidies', { key: watcher.key })
    return answer?.status === 200
  })
  await until('the whole first run', async () => (await reader.read()) && reader.newest.size === measures)
  const made = await ground.ask('POST', '/v1/webhooks', { key: watcher.key, json: { url: receiver.url, filters: {} } })
  assert.equal(made?.status, 201, String(made?.body))
  const watching = await startWatching(ground, reader, watcher)
  const firstEvents = reader.seen.size

  const matches = matcher(ground, matching)
  const limits = spender(ground, limited, businessQuota, left)
  const readMeasure = measureReader(ground, reader, watcher)
  const load = [
    loop(15, readMeasure),
    loop(25, readMeasure),
    loop(40, otherReader(ground, measures, watcher)),
    loop(60, reader.read),
    loop(80, matches.ask),
    loop(60, limits.spend),
    loop(700, watching.step),
    loop(900, async () => {
      round += 1
      await publish(installation, round).catch(() => undefined)
    }),
    loop(1_500, keyHolder(ground)),
    loop(2_000, endpointMaker(ground, receiver.url, watcher)),
  ]
  const { slowestMs, drawn } = await breakThings(ground, watcher)
  ground.isOver = true
  await Promise.all(load)

  // In peace: a last run, which everybody tells of, and what was left behind is done within half a minute.
  await until('a last run', () =>
    publish(installation, round + 1).then(
      () => true,
      () => false,
    ),
  )
  await until(
    'the whole feed',
    async () => (await reader.read()) && [...reader.newest.values()].every((version) => version > 1),
  )
  const late = async (what: string, missing: () => string[]): Promise<void> => {
    await until(what, async () => (await reader.read()) && missing().length === 0, recoveredWithinMs).catch(() => {
      wrong.push(`${missing().length} of ${what}: ${missing().slice(0, 5)}`)
    })
  }
  await late('events of companies on watch', reader.untold)
  const told = (): string[] => [...reader.seen.keys()].slice(firstEvents)
  await late('deliveries', () => told().filter((id) => !receiver.byEvent.has(id)))
  for (const [id, deliveries] of receiver.byEvent)
    if (deliveries.size !== 1) wrong.push(`${id} has ${deliveries.size} deliveries`)
  wrong.push(...reader.overtold())
  await judgeWatchlist(ground, watching, reader, watcher)
  await judgeEndpoints(ground, watcher)
  await judgeEvaluations(ground, month, [
    ['matches', matching, matches.done],
    ['uploads', watcher, watching.rows],
  ])
  const spent = await limits.end(month)
  if (spent.used > left) wrong.push(`${spent.used} requests were counted of ${left}`)
  if (spent.admitted > spent.used || spent.admitted + spent.unknown < spent.used)
    wrong.push(`${spent.admitted} answered, ${spent.unknown} unknown, ${spent.used} counted`)

  const matchEvents = [...reader.seen.values()].filter(({ event }) => event.startsWith('match.')).length
  console.log(
    JSON.stringify({
      ...Object.fromEntries([...ground.counts].sort()),
      ...{ events: reader.seen.size, matchEvents, evaluations: matches.done, uploadedRows: watching.rows, ...spent },
      ...{ rounds: round, slowestMs: Math.round(slowestMs) },
    }),
  )
  assert.deepEqual(wrong.slice(0, 20), [], `SEED=${seed}, last of all: ${drawn.slice(-20).join(', ')}`)
  assert.ok(told().length > measures && matchEvents > 0, 'hardly anything happened')
  if (seconds >= allWithinSeconds)
    assert.deepEqual(
      faultsOf(ground).filter(({ name }) => !ground.counts.has(name)),
      [],
    )
}

/** The next state of all measures, read by a run. */
async function publish({ scene }: Installation, round: number): Promise<void> {
  const sizes = [round % 2 === 0 ? 'small' : 'large']
  await scene.lists(
    'city',
    Array.from({ length: measures }, (_, index) =>
      record(`m${index}`, {
        summary: `Support ${index} of ${round}`,
        ...(index < flipping ? { status: 'continuous', company_sizes: sizes } : {}),
      }),
    ),
  )
  const { status } = await scene.operator.command('ingest', 'city', '--json')
  if (status !== 0) throw new Error('the run failed')
}

/** One fault after the other; each is over before the next, and answered after within half a minute. */
async function breakThings(ground: Ground, { key }: Customer): Promise<{ slowestMs: number; drawn: string[] }> {
  const faults = faultsOf(ground)
  const drawn: string[] = []
  let slowestMs = 0
  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs && !ground.isOver) {
    await wait(300 + ground.draw.below(700))
    const { name, work } = ground.draw.oneOf(faults)
    ground.note(name)
    drawn.push(name)
    await work()
    const healedMs = performance.now()
    await until(
      `an answer after: ${name} (SEED=${seed}, ${drawn.slice(-10).join(', ')})`,
      async () => (await ground.ask('GET', '/v1/subsidies?limit=1', { key }))?.status === 200,
      recoveredWithinMs,
    )
    slowestMs = Math.max(slowestMs, performance.now() - healedMs)
  }
  return { slowestMs, drawn }
}

/** Who is on the list is who was put on it, and for whom a measure is now is said of exactly those. */
async function judgeWatchlist(
  { insist, wrong }: Ground,
  { list, holds }: Awaited<ReturnType<typeof startWatching>>,
  { newest, sizeOf }: ReturnType<typeof feedReader>,
  { key }: Customer,
): Promise<void> {
  const rows = await insist('GET', `/v1/watchlists/${list}/companies?limit=100`, { key }, [200])
  const held = (rows.json().data as { reference: string }[]).map(({ reference }) => reference)
  assert.deepEqual(held.toSorted(), [...holds.keys()].toSorted())
  const answer = await insist('GET', `/v1/watchlists/${list}/matches?limit=200`, { key }, [200])
  const shown = (answer.json().data as { company_reference: string; subsidy: { id: string }; status: string }[])
    .filter(({ status }) => status !== 'not_eligible')
    .map(({ company_reference: reference, subsidy }) => `${reference} ${subsidy.id}`)
  for (const id of newest.keys()) {
    const fits = sizeOf(id)
    if (fits === undefined) continue
    for (const [reference, size] of holds)
      if (shown.includes(`${reference} ${id}`) !== (size === fits))
        wrong.push(
          `${id} is for ${fits} companies, and ${reference} is ${size}: ${shown.includes(`${reference} ${id}`)}`,
        )
  }
}

/** Of the endpoints that were made and deleted none is left. */
async function judgeEndpoints({ insist, wrong }: Ground, { key }: Customer): Promise<void> {
  const answer = await insist('GET', '/v1/webhooks', { key }, [200])
  const urls = (answer.json().data as { url: string }[]).map(({ url }) => url)
  if (urls.length !== 1) wrong.push(`endpoints that are left: ${urls}`)
}

/** What an account's evaluations were counted as, in the store and for its reader. */
async function judgeEvaluations(
  { installation, insist, wrong }: Ground,
  month: string,
  expected: readonly [what: string, of: Customer, done: number][],
): Promise<void> {
  const database = await installation.scene.database()
  for (const [what, { account, key }, done] of expected) {
    const counted = await database.one<{ evaluations: number }>(
      'select evaluations from match_usage where account_id = $1 and month = $2',
      [account, month],
    )
    const answer = await insist('GET', '/v1/key', { key }, [200])
    const { match_evaluations_this_month: shown } = answer.json().data as { match_evaluations_this_month: number }
    if (Number(counted?.evaluations) !== done || shown !== done)
      wrong.push(`${what}: ${done} done, ${counted?.evaluations} counted, ${shown} told`)
  }
}
