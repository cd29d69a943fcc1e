/**
 * Background work. Every job has a name, and a lease of that name decides which process does it: so nothing runs twice,
 * however many processes share the store, and what a dead process leaves behind is taken over when its lease ends.
 * Between two turns of a job its lease stays taken, which makes `everyMs` the pace of all processes together.
 *
 * A job must bear being cut short anywhere, and being started a second time while its first turn still runs on a process
 * that lost its lease without noticing: it does its work in transactions that look again. A job with many items collects what fails
 * (`faults/item-faults.ts`), so that one item keeps none of the others waiting.
 */
import { type Clock, elapsedMs } from './clock.ts'
import type { Database } from './database/database.ts'
import type { ClockWatch } from './faults/clock-watch.ts'
import { ItemsFailed } from './faults/item-faults.ts'
import { claimLease, keepLease, releaseLease, renewEveryMs } from './leases.ts'
import { type Observer, secondsSince } from './observer.ts'
import { type Paced, paced } from './pace/paced.ts'
import { settlesWithin } from './settles-within.ts'

export type Job = {
  /** Kebab case; names the lease. */
  name: string
  /** From the start of one turn to the start of the next. */
  everyMs: number
  run(context: JobContext): Promise<void>
}

export type JobContext = {
  /** With the patience of background work, for as long as the lease is ours: what is asked of it is given up when that is lost. */
  database: Database
  clock: Clock
  /** Aborts when the process stops or the lease is lost: end soon, or hand the work back. */
  signal: AbortSignal
}

export type JobRunner = {
  /** Looks once for jobs whose turn it is and does them; resolves when they have ended. Tests call it, a timer does so. */
  tick(): Promise<void>
  /** Begins to look about every second. */
  start(): void
  /** Starts nothing more, asks what runs to end, waits for it (at most `stopMs`), gives the leases back. */
  stop(): Promise<void>
}

export type JobSettings = {
  database: Database
  clock: Clock
  observer: Observer
  /** Of this process: see `newHolder`. */
  holder: string
  jobs: readonly Job[]
  /** Whether the process may work by its clock; without one it may. */
  clockWatch?: ClockWatch
  /** How often a job's lease is renewed; only tests name another. */
  renewEveryMs?: number
}

/** Before the name of a job, that of its lease. */
export const jobLease = 'job:'

const tickMs = 1_000
/** After a turn that failed, or a lease that somebody else has: look again no later than this. */
const lookAgainMs = 5_000
const stopMs = 25_000

type Turn = { end: Promise<void>; stop: AbortController }

export function makeJobRunner(settings: JobSettings): JobRunner {
  /** By `elapsedMs`. */
  const nextLookAt = new Map<string, number>()
  const turns = new Map<string, Turn>()
  let timer: Paced | null = null
  let stopping = false

  const lookAt = (job: Job): void => {
    if (stopping || turns.has(job.name)) return
    if ((nextLookAt.get(job.name) ?? 0) > elapsedMs(settings.clock)) return
    const stop = new AbortController()
    const end = takeTurn(settings, job, stop).then((nextAt) => {
      nextLookAt.set(job.name, nextAt)
      turns.delete(job.name)
    })
    turns.set(job.name, { end, stop })
  }
  const tick = async (): Promise<void> => {
    for (const job of settings.jobs) lookAt(job)
    await Promise.all([...turns.values()].map((turn) => turn.end))
  }
  return {
    tick,
    start: () => {
      timer ??= paced(() => settings.jobs.forEach(lookAt), tickMs)
      settings.jobs.forEach(lookAt)
    },
    stop: async () => {
      stopping = true
      timer?.stop()
      for (const turn of turns.values()) turn.stop.abort(new Error('the service is stopping'))
      await settlesWithin(Promise.all([...turns.values()].map((turn) => turn.end)), stopMs)
    },
  }
}

/** One look at a job: does it when the lease is to be had. Never throws; answers when to look again. */
async function takeTurn(settings: JobSettings, job: Job, stop: AbortController): Promise<number> {
  const { clock, observer, holder } = settings
  const lease = `${jobLease}${job.name}`
  const startedAt = elapsedMs(clock)
  const startedMs = performance.now()
  const tell = (outcome: 'done' | 'partly_done' | 'cut_short' | 'failed', fault?: unknown): void =>
    observer.tell({ name: 'job_turn', labels: { job: job.name, outcome }, seconds: secondsSince(startedMs), fault })
  let claimed = false
  try {
    // Before the lease: it is for a process whose clock is right.
    if ((await settings.clockWatch?.allowsWork()) === false) return startedAt + Math.min(job.everyMs, lookAgainMs)
    // With the patience of requests: a store that fell silent is asked again soon, and not when a bulk would be given up.
    claimed = await claimLease(settings.database, clock, lease, holder, job.everyMs)
    if (!claimed) return startedAt + Math.min(job.everyMs, lookAgainMs)
    // Told to end while it asked: a signal that has come already is no event any more, and a job might wait for it for ever.
    stop.signal.throwIfAborted()
    observer.tell({ name: 'job_begin', labels: { job: job.name } })
    const lost = new AbortController()
    const kept = keepLease(settings.database, clock, {
      name: lease,
      holder,
      claimedAt: startedAt,
      onLost: () => {
        const reason = new Error(`the lease of ${job.name} was lost`)
        lost.abort(reason)
        stop.abort(reason)
      },
      onTrouble: (fault) =>
        observer.tell({ name: 'job_lease_renewal', labels: { job: job.name, outcome: 'failed' }, fault }),
    })
    const renewals = setInterval(kept.renew, settings.renewEveryMs ?? renewEveryMs)
    let failed: ItemsFailed | null = null
    try {
      const database = settings.database.forBulk().withSignal(lost.signal)
      failed = await itemsFailedIn(job.run({ database, clock, signal: stop.signal }))
    } finally {
      clearInterval(renewals)
      await kept.end()
    }
    // Cut short, it is another process's turn at once: what was handed back must not wait for a whole pace.
    const restMs = stop.signal.aborted ? 0 : startedAt + job.everyMs - elapsedMs(clock)
    await releaseLease(settings.database, clock, { name: lease, holder }, restMs)
    for (const { item, fault } of failed?.faults ?? [])
      observer.tell({ name: 'job_item_fault', labels: { job: job.name }, fault, about: { item } })
    tell(stop.signal.aborted ? 'cut_short' : failed === null ? 'done' : 'partly_done')
    return startedAt + job.everyMs
  } catch (error) {
    tell(stop.signal.aborted ? 'cut_short' : 'failed', error)
    if (claimed) await releaseLease(settings.database, clock, { name: lease, holder }, 0).catch(() => {})
    return startedAt + Math.min(job.everyMs, lookAgainMs)
  }
}

/** What failed of a turn that tried every item: it keeps the job's pace, for the others wait for nothing. Null: nothing did. */
async function itemsFailedIn(turn: Promise<void>): Promise<ItemsFailed | null> {
  try {
    await turn
    return null
  } catch (fault) {
    if (fault instanceof ItemsFailed) return fault
    throw fault
  }
}
