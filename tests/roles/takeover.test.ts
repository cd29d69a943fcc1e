/**
 * Two workers on one store, of which one leads everything and is lost with all of it in hand: a run that reads, a delivery that
 * its receiver has not answered, a mail that its server has not taken, and the leases of jobs. It is killed, stood still, or cut
 * off without a word. The other one does all of it within 30 s; and when the first one wakes, it does nothing of it again.
 *
 * FAULTS names those that are tried (all of them where it is not set).
 */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { quotaMail } from '../../src/limits/quota-mail/tell-quotas.ts'
import { queueMail } from '../../src/mail/outbox.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { storeClock } from '../../src/platform/database/store-clock.ts'
import { utcMonthOf } from '../../src/values/brussels.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { headerOf, startMailServer, type TakenMail } from '../harness/mail-server.ts'
import { fileSource, type ProcessScene, portalSource, processScene, record } from '../harness/process.ts'
import { type SilentRelay, startSilentRelay } from '../harness/silent-relay.ts'
import { type StartedProcess, until } from '../harness/started-process.ts'

const takenOverWithinMs = 30_000
/** Longer than a renewal, a look and the patience of a request: what wakes has shown by then what it does. */
const awakeMs = 6_000
const companies = 3
const businessQuota = 500_000
const longJobs = ['job:webhook-fan-out', 'job:watchlist-reevaluation', 'job:ingestion-schedule']

const faults = ['killed', 'stood still', 'cut off'] as const
type Fault = (typeof faults)[number]
const tried = (process.env.FAULTS ?? faults.join()).split(',')

type Worker = { process: StartedProcess; origin: string | null }

/**
 * Scenes at once: each starts a handful of processes, and a process that starts longer than the ten seconds of an attempt leaves
 * nothing in hand to take over.
 */
const scenesAtOnce = 2

describe('the worker that leads', { concurrency: scenesAtOnce }, () => {
  for (const engine of engines)
    for (const fault of faults) {
      // Who has the embedded store has it on his own disk.
      if (!tried.includes(fault) || (engine.name === 'sqlite' && fault === 'cut off')) continue
      test(`${engine.name}: is ${fault}: within 30 s another has its jobs, its run, its delivery and its mail, and each is done once`, async (context) => {
        const took = await lostAndTakenOver(engine, fault)
        const said = [...took].map(([what, ms]) => `${what} ${(ms / 1_000).toFixed(1)}`)
        context.diagnostic(`${engine.name}, seconds after it was ${fault}: ${said.join(', ')}`)
      })
    }
})

async function lostAndTakenOver(engine: Engine, fault: Fault): Promise<Map<string, number>> {
  await using receiver = await startReceiver()
  await using mails = await startMailServer()
  await using scene = await processScene(engine, {
    sources: (portal) => [fileSource('city'), portalSource(portal.url)],
    environment: {
      ...{ WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1', SMTP_URL: mails.url, MAIL_FROM: 'Us <us@service.example>' },
    },
  })
  // Owners are also told of each key that the scene makes, and those mails wait for nothing.
  const isOfQuota = ({ mail }: TakenMail): boolean => mail.subject?.startsWith('80 %') === true
  const quotaMails = () => mails.taken.filter(isOfQuota)
  const database = await scene.database()
  const { DATABASE_URL: url } = scene.environment
  await using relay = url === undefined ? null : await startSilentRelay(url)

  // Alone at first, the leader takes everything in hand, and none of it comes to an end.
  scene.portal.fault('hang')
  const leader = await startWorker(scene, relay)
  const origin = leader.origin ?? (await scene.serve(['--role', 'api'])).origin
  const { key } = await scene.customer('enterprise')
  const send = async (path: string, json: unknown): Promise<{ id: string }> => {
    const answer = await call(origin, 'POST', path, { key, json })
    assert.ok([200, 201].includes(answer.status), answer.body.toString())
    return answer.json().data as { id: string }
  }
  const publish = async (size: string): Promise<void> => {
    await scene.lists('city', [record('aid', { status: 'continuous', company_sizes: [size] })])
    await scene.operator.done('ingest', 'city')
  }
  await publish('large')
  await send('/v1/webhooks', { url: receiver.url, filters: {} })
  const list = await send('/v1/watchlists', { name: 'Clients' })
  await send(`/v1/watchlists/${list.id}/companies`, {
    companies: Array.from({ length: companies }, (_, index) => ({
      reference: `c${index}`,
      company: { postcode: '9000', employees: 20 },
    })),
  })
  const pidOf = (worker: Worker): string => String(worker.process.child.pid)
  await until('the leader leads', () => leads(database, pidOf(leader)))
  await until('its run reads', () => scene.portal.searches.length === 1)
  // An attempt at a delivery, and one at a mail, lasts ten seconds: what takes long is done before either is in hand.
  const quota = await scene.customer('business')
  const held = Promise.withResolvers<void>()
  mails.onMessage((taken) => (isOfQuota(taken) ? held.promise : undefined))
  await publish('medium')
  await queueQuotaMail(database, quota.account)
  await Promise.all([
    until('its delivery waits for the receiver', () => receiver.waiting.length === 1),
    until('its mail waits for the server', () => quotaMails().length === 1),
  ])
  const [inHand = ''] = receiver.waiting
  const other = await startWorker(scene, null)

  const startedMs = performance.now()
  await lose(leader, fault, relay)
  receiver.answers()
  mails.onMessage(() => undefined)
  await publish('small')
  const took = new Map<string, number>()
  const within = async (what: string, isDone: () => Promise<boolean> | boolean): Promise<void> => {
    await until(`${what}; ${other.process.error}`, isDone, takenOverWithinMs - (performance.now() - startedMs))
    took.set(what, performance.now() - startedMs)
  }
  await Promise.all([
    within('leases', () => leads(database, pidOf(other))),
    within('delivery', () => receiver.sentTimes(inHand) === 2),
    within('mail', () => quotaMails().length === 2),
    within('run', async () => (await runsOf(database)).length === 2),
    within('re-evaluation', async () => (await matchesTold(database)) === companies),
    within('events', async () => (await eventsLeft(database, receiver)) === 0),
  ])

  // What wakes has its time again for all that it had in hand, and may do nothing of it.
  wake(leader, fault, relay)
  held.resolve()
  receiver.answerWaiting()
  await wait(fault === 'killed' ? 0 : awakeMs)
  assert.equal(leader.process.isRunning, fault !== 'killed')
  assert.ok(await leads(database, pidOf(other)), 'who took over leads still')
  await publish('micro')
  await until('all is told', async () => (await matchesTold(database)) === 2 * companies)
  await until('all is delivered', async () => (await eventsLeft(database, receiver)) === 0)
  await wait(1_000)
  for (const [delivery, times] of receiver.deliveries)
    assert.equal(times, delivery === inHand ? 2 : 1, `${delivery} was sent ${times} times`)
  assert.equal(receiver.events.size, receiver.deliveries.size, 'each event is one delivery')
  assert.deepEqual(
    await database.all('select status, attempts from webhook_delivery where id = $1', [inHand]).then(plain),
    [{ status: 'delivered', attempts: 2 }],
  )
  assert.equal(quotaMails().length, 2)
  assert.equal(
    new Set(quotaMails().map((mail) => headerOf(mail, 'Message-ID'))).size,
    1,
    'one mail, told twice at most',
  )
  assert.deepEqual(await database.all('select state, attempts from mail where kind = $1', [quotaMail]).then(plain), [
    { state: 'sent', attempts: 2 },
  ])
  assert.equal(await matchesTold(database), 2 * companies, 'each company is told once of each version')
  const [lost, ...again] = await runsOf(database)
  assert.deepEqual([lost?.status, lost?.error, again.length], ['failed', 'interrupted', 1])
  return took
}

/** One with background work: with its own API on the embedded store, a worker alone on a server. */
async function startWorker(scene: ProcessScene, relay: SilentRelay | null): Promise<Worker> {
  const { DATABASE_URL: url } = scene.environment
  if (url === undefined) return scene.serve()
  const process = scene.start(['serve', '--role', 'worker'], relay === null ? {} : { DATABASE_URL: relay.urlOf(url) })
  await process.printed(/has begun/, 'error')
  return { process, origin: null }
}

async function lose({ process }: Worker, fault: Fault, relay: SilentRelay | null): Promise<void> {
  if (fault === 'killed') await process.kill()
  else if (fault === 'stood still') process.signal('SIGSTOP')
  else relay?.silence()
}

function wake({ process }: Worker, fault: Fault, relay: SilentRelay | null): void {
  if (fault === 'stood still') process.signal('SIGCONT')
  if (fault === 'cut off') relay?.goOn()
}

/** Whether the process has the leases of the jobs that are held for as long as there is something to do. */
async function leads(database: Database, pid: string): Promise<boolean> {
  const rows = await database.counters.all<{ name: string; holder: string }>(
    `select name, holder from held_lease where until > ${database.dialect.now}`,
  )
  const holderOf = new Map(rows.map(({ name, holder }) => [name, holder.split(':')[1]]))
  // The schedule's turn lasts as long as a run does.
  return longJobs.every((name) => holderOf.get(name) === pid || (name.endsWith('schedule') && !holderOf.get(name)))
}

/** A mail that is still true when it is made, whenever that is. */
async function queueQuotaMail(database: Database, account: string): Promise<void> {
  const now = await storeClock(database)
  const month = utcMonthOf(now)
  await database.counters.run(
    `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
     values ($1, $2, $3, 0, 0, 'admitted', 40, $4)`,
    [account, month, 0.85 * businessQuota, businessQuota],
  )
  const parameters = { month, counted: 'requests', threshold: 80 }
  // Named as the job names it that would find the same.
  const cause = `${account} ${month} requests 80`
  await database.transaction((transaction) =>
    queueMail(transaction, now, { accountId: account, kind: quotaMail, cause, parameters }),
  )
}

type RunRow = { status: string; error: string | null }

/** Those of the portal, oldest first. */
function runsOf(database: Database): Promise<RunRow[]> {
  return database.all<RunRow>(`select status, error from run where source_id = 'portal' order by started_at, id`)
}

async function matchesTold(database: Database): Promise<number> {
  const row = await database.one<{ told: number }>(`select count(*) as told from change_event where subject = 'match'`)
  return row?.told ?? 0
}

/** Events that are queued for the receiver, or are to be, and have not come to it. */
async function eventsLeft(database: Database, { events }: Receiver): Promise<number> {
  const endpoint = await database.one<{ after_seq: number }>('select after_seq from webhook')
  const rows = await database.all<{ id: string }>('select id from change_event where seq > $1', [
    endpoint?.after_seq ?? 0,
  ])
  return rows.filter(({ id }) => !events.has(id)).length
}

const plain = (rows: readonly object[]): object[] => rows.map((row) => ({ ...row }))

type Receiver = AsyncDisposable & {
  url: string
  /** Deliveries that have not been answered. */
  waiting: string[]
  /** Each with how often it has come, and the events that have. */
  deliveries: Map<string, number>
  events: Set<string>
  sentTimes(delivery: string): number
  /** From now on it answers. */
  answers(): void
  answerWaiting(): void
}

async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, number>()
  const events = new Set<string>()
  const waiting: string[] = []
  const unanswered: ServerResponse[] = []
  let answers = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const delivery = String(request.headers['service-delivery'])
      deliveries.set(delivery, (deliveries.get(delivery) ?? 0) + 1)
      events.add((JSON.parse(Buffer.concat(chunks).toString()) as { id: string }).id)
      if (answers) return void response.writeHead(204).end()
      waiting.push(delivery)
      unanswered.push(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, waiting, deliveries, events },
    sentTimes: (delivery) => deliveries.get(delivery) ?? 0,
    answers: () => {
      answers = true
    },
    answerWaiting: () => {
      for (const response of unanswered) response.writeHead(204).end()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
