/**
 * Sends what is due, so many deliveries at once in this process, beside any number of other processes that do the same. It
 * looks a few times a second, and when a slot is free again. A turn at the queue is one transaction (`takeTurn`): it writes
 * what has ended since the one before, and claims what takes its place.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Dialect, Sql } from '../../platform/database/database.ts'
import type { ClockWatch } from '../../platform/faults/clock-watch.ts'
import type { Observer } from '../../platform/observer.ts'
import { type Paced, paced } from '../../platform/pace/paced.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import type { Instant } from '../../values/brussels.ts'
import { failuresMax, underWayMax } from '../retry.ts'
import type { SecretBox } from '../secret-box.ts'
import type { AttemptMeans } from './attempt.ts'
import { type Asked, type Claimed, claimDue } from './claim.ts'
import { isAnyDue, pacesOf, setDue } from './endpoint-store.ts'
import { type Attempted, writeEnds } from './finish.ts'
import { type DueBy, nowBy } from './now.ts'
import { dueOf } from './pacing.ts'
import { SetBack } from './set-back.ts'
import { type Ending, UnderWay } from './under-way.ts'

/**
 * One turn at the queue, a transaction: what has ended is written, what may be sent now is claimed, and of every endpoint that was
 * looked at it is said when to look again.
 */
type TurnAsked = Omit<Asked, 'now'> & { ended: readonly Attempted[] }

/** When an endpoint is looked at again whose plan lacks webhooks, with what waits for it. */
const lackingLookMs = 60_000

/** Answers what was claimed (nothing where `limit` is 0), and how many endpoints were looked at for it. */
async function takeTurn(
  transaction: Sql,
  dialect: Dialect,
  { ended, ...asked }: TurnAsked,
  now: Instant,
): Promise<{ claimed: Claimed[]; lookedAt: number }> {
  const succeeded = ended.length === 0 ? noEnds : await writeEnds(transaction, dialect, ended, now)
  const { claimed, looked, lacking } =
    asked.limit === 0 ? nothing : await claimDue(transaction, dialect, { ...asked, now })
  const ids = new Set([...ended.map((attempted) => attempted.claimed.endpoint.id), ...looked])
  const dues = new Map<string, Instant | null>()
  if (ids.size > 0) {
    for (const [id, pace] of await pacesOf(transaction, [...ids], now)) dues.set(id, dueOf(pace, now))
  }
  for (const id of lacking) dues.set(id, now + lackingLookMs)
  await setDue(transaction, dues, succeeded)
  return { claimed, lookedAt: looked.length + lacking.length }
}

const noEnds: ReadonlyMap<string, Instant> = new Map()
const nothing = { claimed: [], looked: [], lacking: [] }

type DelivererSettings = Omit<AttemptMeans, 'now' | 'elapsedMs' | 'claimMs'> & {
  database: Database
  clock: Clock
  dueBy: DueBy
  observer: Observer
  secrets: SecretBox
  /** Whether the process may work by its clock, which stands in what it signs; without one it may. */
  clockWatch?: ClockWatch | undefined
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
/** Deliveries under way at once in one process: so many that those of accounts whose receivers are slow leave room for the others. */
const slotsDefault = 512
const lookEveryMs = 250
/** Attempts whose ends are written in one turn. */
const endedPerTurn = 64
/** While more is under way than this, and less has ended than one turn writes, it waits for so long: for many it costs little more. */
const gatherFrom = 32
const gatherMs = 3
/** An attempt takes 10 s; what has not ended by then is aborted. */
const stopMs = 11_000
const abortedMs = 2_000
/** For each statement of a turn that may fail a long queue. */
const queueFailingMs = 60_000
/** Within so many failures of being switched off an attempt's end may fail a long queue with it. */
const nearlyOff = failuresMax - underWayMax

export function makeDeliverer(settings: DelivererSettings): Deliverer {
  const { database, clock, observer, secrets } = settings
  const { slots = slotsDefault, claimMs = claimMsDefault } = settings
  const setBack = new SetBack(database, claimMs)
  const nowIn = nowBy(settings.dueBy, database, clock, () => setBack.seen())
  const underWay = new UnderWay({
    slots,
    observer,
    chance: settings.chance,
    means: { ...settings, claimMs, now: () => clock.now(), elapsedMs: () => performance.now() },
    onEnded: () => look(),
  })
  let isStopping = false
  let timer: Paced | null = null
  let looking: Promise<void> | null = null
  let isWoken = false

  /** Whether there was anything to do. */
  const turn = async (endings: readonly Ending[], limit: number): Promise<boolean> => {
    const claimedMs = performance.now()
    const work = async (transaction: Sql) =>
      takeTurn(
        transaction,
        database.dialect,
        {
          ...{ claimMs, limit, ended: endings.map(({ attempted }) => attempted) },
          roomOf: (accountId) => underWay.roomOf(accountId),
          passedAccounts: underWay.accountsWithoutRoom(),
          ...{ secrets, observer },
        },
        await nowIn(transaction),
      )
    try {
      const { claimed, lookedAt } = await (endings.some(mayFailQueue)
        ? database.forTurns(queueFailingMs).longTransaction(work)
        : database.requestTransaction(work))
      underWay.written(endings)
      for (const one of claimed) underWay.begin(one, claimedMs)
      return endings.length > 0 || lookedAt > 0
    } catch (fault) {
      underWay.putBack(endings, fault)
      throw fault
    }
  }

  const takeTurns = async (): Promise<void> => {
    for (;;) {
      isWoken = false
      if (underWay.count > gatherFrom && underWay.ended < endedPerTurn) await pause(gatherMs)
      const mayBegin = !isStopping && (await settings.clockWatch?.allowsWork()) !== false
      const limit = mayBegin ? underWay.free : 0
      await setBack.follow(nowIn)
      const endings = underWay.takeEnded(endedPerTurn)
      if (endings.length === 0) {
        if (limit === 0 || !(await isAnyDue(database, await nowIn(database)))) {
          if (underWay.ended === 0 && !setBack.isRepairDue) return
          continue
        }
      }
      if (!(await turn(endings, limit)) && !isWoken) return
    }
  }

  const look = (): void => {
    isWoken = true
    if (looking !== null) return
    looking = takeTurns()
      .catch((fault: unknown) =>
        observer.tell({ name: 'work_look', labels: { work: 'webhook-deliveries', outcome: 'failed' }, fault }),
      )
      .finally(() => {
        looking = null
      })
  }

  const settled = async (): Promise<void> => {
    while (looking !== null || underWay.isAny) {
      await Promise.all([looking, underWay.sent()])
      if (looking === null && underWay.ended > 0) {
        look()
        await pause(gatherMs)
      }
    }
  }
  return {
    start: () => {
      timer ??= paced(look, lookEveryMs)
      look()
    },
    wake: look,
    drained: () => {
      look()
      return settled()
    },
    stop: async () => {
      isStopping = true
      timer?.stop()
      if (await settlesWithin(settled(), stopMs)) return
      underWay.abort()
      await settlesWithin(settled(), abortedMs)
    },
  }
}

function mayFailQueue({ attempted: { claimed, outcome } }: Ending): boolean {
  return outcome.kind === 'failed' && claimed.endpoint.consecutiveFailures >= nearlyOff
}
