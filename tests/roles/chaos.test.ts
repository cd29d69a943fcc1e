/**
 * Everything at once: an installation under a mixed load, whose processes are killed, stood still and told to stop, whose
 * server is restarted, whose connections are cut and one of whose clocks is wrong. A model beside it knows what may be answered.
 *
 * SECONDS says how long (24 where it is not set), SEED what is drawn.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { utcMonthOf } from '../../src/values/brussels.ts'
import { type Answer, call } from '../harness/http.ts'
import { type Installation, type Layout, startInstallation } from '../harness/installation.ts'
import { haproxyMissing, pgbouncerMissing, serverMissing } from '../harness/middle-programs.ts'
import { record } from '../harness/process.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { until } from '../harness/started-process.ts'

const seconds = Number(process.env.SECONDS ?? 24)
const seed = Number(process.env.SEED ?? 7)
const recoveredWithinMs = 30_000
const measures = 12
/** Requests that the limited account has left of its month. */
const left = 150
const businessQuota = 500_000

const layouts: (Layout & { skip: string | false })[] = [
  {
    engine: 'postgres',
    roles: ['api', 'api', 'api', 'worker', 'worker'],
    skip: serverMissing || pgbouncerMissing || haproxyMissing,
  },
  { engine: 'sqlite', roles: ['both', 'both'], skip: haproxyMissing },
]

type Event = { id: string; event: string; data: { id: string; version: number | null } }
type Body = { data: Record<string, unknown>; pagination: { next_cursor: string; has_more: boolean } }

for (const { skip, ...layout } of layouts)
  test(`${layout.engine}: ${seconds} s of kills, stops, restarts and cuts: no wrong answer, quota exact, revocation immediate, feed and deliveries complete`, {
    skip,
    timeout: 180_000 + seconds * 4_000,
  }, async () => {
    await using installation = await startInstallation(layout)
    await run(installation)
  })

async function run(installation: Installation): Promise<void> {
  const { origin, scene } = installation
  const draw = chanceOf(seed)
  const wrong: string[] = []
  const counts: Record<string, number> = {}
  const note = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const reader = await scene.customer('enterprise')
  const limited = await scene.customer('business')
  const matcher = await scene.customer('business')
  const database = await scene.database()
  const month = utcMonthOf(Date.now())
  await database.counters.run(
    `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
     values ($1, $2, $3, 0, 0, 'admitted', 40, $4)`,
    [limited.account, month, businessQuota - left, businessQuota],
  )

  /** Null: the connection was refused or cut. What may be answered to whom has a right: 200, 304, 429; 500 to 504 while something is away. */
  const ask = async (method: string, target: string, key: string, json?: unknown): Promise<Answer | null> => {
    const startedMs = performance.now()
    try {
      const answer = await call(origin, method, target, { key, ...(json === undefined ? {} : { json }) })
      note(String(answer.status))
      if (![200, 201, 429, 500, 502, 503, 504].includes(answer.status))
        wrong.push(`${method} ${target}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
      return answer
    } catch {
      note(performance.now() - startedMs < 40_000 ? 'cut' : 'hung')
      return null
    }
  }

  // A receiver, an endpoint and a first run, before anything breaks.
  const received = new Map<string, Set<string>>()
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id }: { id: string } = JSON.parse(Buffer.concat(chunks).toString())
      const deliveries = received.get(id) ?? new Set()
      received.set(id, deliveries.add(String(request.headers['service-delivery'])))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const lists = (round: number): Promise<void> =>
    scene.lists(
      'city',
      Array.from({ length: measures }, (_, index) => record(`m${index}`, { title: `Support ${index} of ${round}` })),
    )
  await lists(0)
  await until('a first run', async () => (await scene.operator.command('ingest', 'city', '--json')).status === 0)
  await until(
    'an installation that answers',
    async () => (await ask('GET', '/v1/subsidies', reader.key))?.status === 200,
  )
  const made = await ask('POST', '/v1/webhooks', reader.key, { url: `http://127.0.0.1:${port}/hook`, filters: {} })
  assert.equal(made?.status, 201, String(made?.body))

  /** The feed as one reader has it: in order, each event once, versions of a measure without a hole. */
  const seen = new Map<string, Event>()
  const newest = new Map<string, number>()
  let cursor = ''
  const readFeed = async (): Promise<boolean> => {
    const target = `/v1/changes?limit=50${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await ask('GET', target, reader.key)
    if (answer?.status !== 200) return false
    const { data, pagination } = answer.json() as unknown as { data: Event[] } & Pick<Body, 'pagination'>
    for (const event of data) {
      if (seen.has(event.id)) wrong.push(`${event.id} was read twice`)
      seen.set(event.id, event)
      const { id, version } = event.data
      if (version === null || !event.event.startsWith('subsidy.')) continue
      const before = newest.get(id) ?? 0
      if (version !== before + 1) wrong.push(`${id}: version ${version} after ${before}`)
      newest.set(id, version)
    }
    cursor = pagination.next_cursor
    return !pagination.has_more
  }
  assert.ok(await readFeed())
  const firstEvents = seen.size

  let isOver = false
  const loop = async (everyMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await work()
      await wait(everyMs)
    }
  }
  const titles = new Map<string, string>()
  let round = 0
  let admitted = 0
  let unknown = 0
  let evaluated = { answered: 0, asked: 0 }
  const subjects = [...newest.keys()]
  const readMeasure = async (): Promise<void> => {
    const id = subjects[draw.below(subjects.length)] ?? ''
    const least = newest.get(id) ?? 0
    const answer = await ask('GET', `/v1/subsidies/${id}?lang=en`, reader.key)
    if (answer?.status !== 200) return
    const { data, meta } = answer.json() as unknown as Body & { meta: { warnings?: { code: string }[] } }
    const version = Number(data.version)
    const isBehind = meta.warnings?.some(({ code }) => code === 'catalogue_behind') === true
    if (version < least && !isBehind) wrong.push(`${id} is answered as of ${version} after event ${least}`)
    const title = JSON.stringify(data.title)
    const known = titles.get(`${id} ${version}`) ?? title
    titles.set(`${id} ${version}`, known)
    if (known !== title) wrong.push(`${id} version ${version} is ${known} and ${title}`)
  }
  const others: [method: string, target: string, json?: unknown][] = [
    ['GET', '/v1/subsidies?limit=5&sort=deadline'],
    ['GET', '/v1/subsidies?q=support&limit=5'],
    ['GET', '/v1/sources'],
    ['GET', '/v1/export/subsidies.ndjson'],
    ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sources', arguments: {} } }],
    ['POST', '/v1/match/bulk', { companies: [{ reference: 'a', company: { postcode: '9000' } }] }],
  ]
  const load = [
    loop(15, readMeasure),
    loop(25, readMeasure),
    loop(40, async () => {
      const [method, target, json] = others[draw.below(others.length)] ?? ['GET', '/v1/key']
      await ask(method, target, reader.key, json)
    }),
    loop(60, readFeed),
    loop(80, async () => {
      evaluated = { ...evaluated, asked: evaluated.asked + 1 }
      const answer = await ask('POST', '/v1/match', matcher.key, { company: { postcode: '9000' } })
      if (answer?.status === 200) evaluated = { ...evaluated, answered: evaluated.answered + 1 }
    }),
    loop(60, async () => {
      const answer = await ask('GET', '/v1/key', limited.key)
      if (answer?.status === 200) admitted += 1
      else if (answer?.status !== 429) unknown += 1
    }),
    loop(900, async () => {
      round += 1
      await lists(round)
      await scene.operator.command('ingest', 'city', '--json').catch(() => undefined)
    }),
    loop(1_500, async () => {
      const key = await scene.customer('pro').catch(() => null)
      if (key === null) return
      await ask('GET', '/v1/key', key.key)
      const revoked = await scene.operator.command('keys', 'revoke', key.keyId, '--json').catch(() => null)
      if (revoked?.status !== 0) return
      note('revoked')
      const after = await Promise.all(
        Array.from({ length: 4 }, () => call(origin, 'GET', '/v1/key', { key: key.key }).catch(() => null)),
      )
      for (const answer of after)
        if (answer !== null && answer.status !== 401 && answer.status < 500)
          wrong.push(`a revoked key is answered ${answer.status}`)
    }),
  ]

  const { members, server, pooler, balancer } = installation
  const faults: [name: string, work: () => Promise<unknown>][] = [
    ...members.flatMap((member): [string, () => Promise<unknown>][] => [
      [`${member.name} killed`, () => member.process.kill().then(member.start)],
      [`${member.name} told to stop`, () => member.process.stop().then(member.start)],
      [
        `${member.name} stood still`,
        async () => {
          member.process.signal('SIGSTOP')
          await wait(1_000 + draw.below(6_000))
          member.process.signal('SIGCONT')
        },
      ],
    ]),
    ['balancer reloaded', () => balancer.reload()],
    ...(server === null || pooler === null
      ? []
      : ([
          // On the embedded store all processes, and the store with them, have the one clock of their machine.
          [
            'clock an hour wrong',
            async () => {
              const last = members.at(-1)
              await last?.setClock(draw.below(2) === 0 ? 3_600 : -3_600)
              await wait(3_000)
              await last?.setClock(0)
            },
          ],
          ['server restarted', () => server.restart('fast')],
          ['server restarted', () => server.restart('fast')],
          ['pooler killed', () => pooler.kill().then(() => pooler.start())],
        ] satisfies [string, () => Promise<unknown>][])),
  ]
  const endMs = performance.now() + seconds * 1_000
  let slowestMs = 0
  while (performance.now() < endMs) {
    await wait(300 + draw.below(700))
    const [name = '', work = () => Promise.resolve()] = faults[draw.below(faults.length)] ?? []
    note(name)
    await work()
    const healedMs = performance.now()
    await until(
      `an answer after: ${name}`,
      async () => (await ask('GET', '/v1/subsidies?limit=1', reader.key))?.status === 200,
      recoveredWithinMs,
    )
    slowestMs = Math.max(slowestMs, performance.now() - healedMs)
  }
  isOver = true
  await Promise.all(load)

  // In peace: a last run, which everybody tells of, and what was left behind is done within half a minute.
  await lists(round + 1)
  await until('a last run', async () => (await scene.operator.command('ingest', 'city', '--json')).status === 0)
  await until('the whole feed', async () => (await readFeed()) && [...newest.values()].every((version) => version > 1))
  const told = [...seen.keys()].slice(firstEvents)
  await until('every delivery', () => told.every((id) => received.has(id)), recoveredWithinMs).catch((error) => {
    wrong.push(`${told.filter((id) => !received.has(id)).length} of ${told.length} events were not delivered: ${error}`)
  })
  for (const [id, deliveries] of received)
    if (deliveries.size !== 1) wrong.push(`${id} has ${deliveries.size} deliveries`)
  // Until nothing is left: each answer is taken into account, like those before.
  for (let asked = 0; asked < 2 * left; asked += 1) {
    const answer = await ask('GET', '/v1/key', limited.key)
    if (answer?.status === 200) admitted += 1
    else if (answer?.status !== 429) unknown += 1
    if (answer?.headers['x-quota-remaining'] === '0') break
    await wait(30)
  }
  const counted = await database.counters.one<{ requests: number }>(
    'select requests from meter where account_id = $1 and month = $2',
    [limited.account, month],
  )
  const used = Number(counted?.requests) - (businessQuota - left)
  if (used > left) wrong.push(`${used} requests were counted of ${left}`)
  if (admitted > used || admitted + unknown < used)
    wrong.push(`${admitted} answered, ${unknown} unknown, ${used} counted`)
  receiver.closeAllConnections()
  receiver.close()
  console.log(
    JSON.stringify({
      ...counts,
      events: seen.size,
      admitted,
      unknown,
      used,
      ...evaluated,
      slowestMs: Math.round(slowestMs),
    }),
  )
  assert.deepEqual(wrong.slice(0, 20), [])
  assert.ok(told.length > measures, 'hardly anything happened')
}
