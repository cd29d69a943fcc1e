/**
 * Sends what is due, so many deliveries at once in this process, beside any number of other processes that do the same. It
 * looks a few times a second, and at once when a slot is free again; attempts that end in one turn are written together.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { gathered } from '../../platform/database/gathered.ts'
import { type Observer, secondsSince } from '../../platform/observer.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import type { Instant } from '../../values/brussels.ts'
import { failuresMax, underWayMax } from '../retry.ts'
import { type AttemptMeans, attempt } from './attempt.ts'
import { type Claimed, claimDue } from './claim.ts'
import { isAnyDue } from './endpoint-store.ts'
import { type Attempted, finishAttempts, type Outcome } from './finish.ts'
import { type DueBy, nowBy } from './now.ts'

export type DelivererSettings = Omit<AttemptMeans, 'now' | 'elapsedMs' | 'claimMs'> & {
  database: Database
  clock: Clock
  dueBy: DueBy
  observer: Observer
  /** 0 to 1, anew each time: spreads retries. */
  chance(): number
  /** Deliveries under way at once; only tests and benches name another. */
  slots?: number
  /** How long a claim holds; only tests, which lose processes by the hundred, name another. */
  claimMs?: number
}

export type Deliverer = {
  /** Begins to look. */
  start(): void
  /** Looks now: something has become due. */
  wake(): void
  /** Resolves when nothing is due and nothing under way; for tests. */
  drained(): Promise<void>
  /** Claims nothing more, waits for what is under way, and hands back what has not been sent. */
  stop(): Promise<void>
}

/** An attempt takes 10 s at most, and what a process lost is to be made again within 30 s. */
const claimMsDefault = 20_000
/** Deliveries under way at once in one process, and of these, of one account. */
const slotsDefault = 64
const accountShare = 1 / 4
const lookEveryMs = 250
/** Attempts whose ends are written in one transaction. */
const finishedAtOnce = 32
/** An attempt takes 10 s; what has not ended by then is aborted. */
const stopMs = 11_000
const abortedMs = 2_000
/** Within so many failures of being switched off an attempt's end may fail a long queue with it. */
const nearlyOff = failuresMax - underWayMax
/** How long the end of an attempt is written again where the store does not answer, within its claim. */
const finishAgainMs = 1_000
const finishTriesMax = 5

export function makeDeliverer(settings: DelivererSettings): Deliverer {
  const { database, clock, observer } = settings
  const { slots = slotsDefault, claimMs = claimMsDefault } = settings
  const underWay = new Set<Promise<void>>()
  const rooms = new Rooms(Math.max(1, Math.floor(slots * accountShare)))
  const stopping = new AbortController()
  let isStopping = false
  let timer: ReturnType<typeof setInterval> | null = null
  let looking: Promise<void> | null = null
  let isWoken = false
  const means: AttemptMeans = { ...settings, claimMs, now: () => clock.now(), elapsedMs: () => performance.now() }

  const nowIn = nowBy(settings.dueBy, database, clock)
  const finish = finisherOf(database, nowIn)

  const begin = (claimed: Claimed, claimedMs: number): void => {
    const { id } = claimed
    const { accountId } = claimed.endpoint
    rooms.take(accountId)
    const startedMs = performance.now()
    const tell = (outcome: Outcome['kind'] | 'lost', fault?: unknown): void =>
      observer.tell({
        name: 'webhook_attempt',
        labels: { outcome },
        seconds: secondsSince(startedMs),
        fault,
        about: { delivery: id, webhook: claimed.endpoint.id },
      })
    const end: Promise<void> = attempt(claimed, claimedMs, means, stopping.signal)
      .then(async (outcome) => {
        await finish({ claimed, outcome, chance: settings.chance() }, () => isStopping)
        tell(outcome.kind)
      })
      // Its claim runs out, and it is attempted again.
      .catch((fault: unknown) => tell('lost', fault))
      .finally(() => {
        underWay.delete(end)
        rooms.giveBack(accountId)
        look()
      })
    underWay.add(end)
  }

  const fill = async (): Promise<void> => {
    while (!isStopping && underWay.size < slots) {
      isWoken = false
      if (!(await isAnyDue(database, await nowIn(database)))) return
      const limit = slots - underWay.size
      const claimedMs = performance.now()
      const claimed = await database.requestTransaction(async (transaction) =>
        claimDue(transaction, database.dialect, {
          now: await nowIn(transaction),
          claimMs,
          limit,
          roomOf: (accountId) => rooms.of(accountId),
          passedAccounts: rooms.withoutAny(),
        }),
      )
      for (const one of claimed) begin(one, claimedMs)
      if (claimed.length === 0 && !isWoken) return
    }
  }

  const look = (): void => {
    isWoken = true
    if (isStopping || looking !== null) return
    looking = fill()
      .catch((fault: unknown) =>
        observer.tell({ name: 'work_look', labels: { work: 'webhook-deliveries', outcome: 'failed' }, fault }),
      )
      .finally(() => {
        looking = null
      })
  }

  return {
    start: () => {
      timer ??= setInterval(look, lookEveryMs)
      look()
    },
    wake: look,
    drained: async () => {
      look()
      while (looking !== null || underWay.size > 0) await Promise.all([looking, ...underWay])
    },
    stop: async () => {
      isStopping = true
      if (timer !== null) clearInterval(timer)
      await looking
      const ends = Promise.all(underWay)
      if (await settlesWithin(ends, stopMs)) return
      stopping.abort(new Error('the service is stopping'))
      await settlesWithin(ends, abortedMs)
    },
  }
}

type Finish = (attempted: Attempted, isStopping: () => boolean) => Promise<void>

/**
 * Ends attempts, those of one turn together. Where the store does not answer an end is written again, as long as its claim may
 * hold; throws where it could not be.
 */
function finisherOf(database: Database, nowIn: (sql: Sql) => Promise<Instant>): Finish {
  const finishing = gathered(finishedAtOnce, async (attempts: readonly Attempted[]) => {
    const isLong = attempts.some(
      ({ claimed, outcome }) => outcome.kind === 'failed' && claimed.endpoint.consecutiveFailures >= nearlyOff,
    )
    const write = async (transaction: Sql): Promise<void> => {
      await finishAttempts(transaction, database.dialect, attempts, await nowIn(transaction))
    }
    await (isLong ? database.longTransaction(write) : database.requestTransaction(write))
    return attempts
  })
  return async (attempted, isStopping) => {
    for (let tries = 1; ; tries += 1) {
      try {
        await finishing(attempted)
        return
      } catch (fault) {
        if (tries === finishTriesMax || isStopping()) throw fault
        await pause(finishAgainMs)
      }
    }
  }
}

/** How many more deliveries of each account may be under way in this process. */
class Rooms {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  of(accountId: string): number {
    return this.#most - (this.#taken.get(accountId) ?? 0)
  }

  /** Accounts of which none more may be. */
  withoutAny(): string[] {
    return [...this.#taken.keys()].filter((accountId) => this.of(accountId) <= 0)
  }

  take(accountId: string): void {
    this.#taken.set(accountId, (this.#taken.get(accountId) ?? 0) + 1)
  }

  giveBack(accountId: string): void {
    const left = (this.#taken.get(accountId) ?? 1) - 1
    if (left === 0) this.#taken.delete(accountId)
    else this.#taken.set(accountId, left)
  }
}
