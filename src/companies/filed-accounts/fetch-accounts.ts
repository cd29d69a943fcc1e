/**
 * Asks for the filed accounts that somebody wants. One process does it at a time, as a job whose turn goes on until the process stops:
 * so the limits on calls hold for the whole installation, and a pause that the office demands holds for everybody. Rows are claimed all
 * the same (`platform/claims.ts`): a process that lost its lease without noticing writes nothing over its successor.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type ClaimedRow, endClaim, handBack, type WorkTable } from '../../platform/claims.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClockWatch } from '../../platform/faults/clock-watch.ts'
import type { Job, JobContext } from '../../platform/jobs.ts'
import type { Observer } from '../../platform/observer.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Settings } from '../../platform/settings.ts'
import { makeWorkers } from '../../platform/workers.ts'
import { dayOf } from '../../values/brussels.ts'
import { nextAttemptBy } from '../../values/retry-steps.ts'
import { lastFiledFigures, OfficeFault, type OfficeFaultKind, type OfficeMeans } from './balance-sheet-office.ts'
import { CallPace, CallsPaused } from './call-pace.ts'
import { isAnyDue, storeNow, type WantedRow, writeFault, writeFetched } from './filed-account-store.ts'
import type { FiledFigures } from './filing-figures.ts'

export type AccountsSettings = Pick<Settings, 'accountsKey' | 'accountsUrl'>

export type FetchParts = {
  settings: AccountsSettings
  fetch: OutboundFetch
  observer: Observer
  clockWatch?: ClockWatch
  /** From 0 to 1, anew each time: spreads what failed together. */
  chance(): number
  /** How long a claim holds, and one call may last; only tests, which lose processes and wait for no answer, name others. */
  claimMs?: number
  callMs?: number
}

type Row = WantedRow & ClaimedRow

/** What came of asking for a row. `given_back`: nothing was learnt and no attempt counts. */
type Attempted =
  | { outcome: 'fetched'; figures: FiledFigures | null }
  | { outcome: 'failed'; fault: OfficeFaultKind | 'lost'; waitMs: number }
  | { outcome: 'given_back' }

/** Companies asked for at once, each by one call after the other: so many calls are under way at most. */
const callsAtOnceMax = 2
/** Between two looks for wanted rows: an idle worker takes one within 250 ms. */
const lookEveryMs = 200
/** From the start of one turn to the start of the next; a turn ends when its process stops or loses the lease. */
const turnEveryMs = 1_000
/** Renewed while a row is worked on; what a process lost is asked for again within 30 s. */
const claimMsDefault = 20_000
/** A key that is not taken is tried again after this: the operator may have put it right at the office. */
const wrongKeyPauseMs = 15 * 60_000
/** What the office asks to wait is waited, up to an hour; an office that asks for a pause and says no time gets this one. */
const retryAfterMaxMs = 3_600_000
const tooFastPauseMs = 30_000

const seconds = 1_000
const minute = 60 * seconds
/** From the end of an attempt that failed to the next one; after the last of them a row is forgotten until it is wanted again. */
const stepsMs = [10 * seconds, minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute, 720 * minute]
const attemptsMax = stepsMs.length + 1

/** The job that asks for filed accounts; null where no key is set. */
export function fetchAccountsJob({ settings, ...parts }: FetchParts): Job | null {
  const { accountsKey: key, accountsUrl: url } = settings
  if (key === null) return null
  // A pause goes on when a turn ends and the next one begins.
  let pace: CallPace | null = null
  return {
    name: 'filed-accounts',
    everyMs: turnEveryMs,
    run: (context) => {
      pace ??= new CallPace(context.clock)
      return askUntilStopped({ ...parts, means: { ...parts, pace, key, url } }, context)
    },
  }
}

type AskParts = Pick<FetchParts, 'observer' | 'clockWatch' | 'chance' | 'claimMs'> & { means: OfficeMeans }

async function askUntilStopped(parts: AskParts, { database: bulk, clock, signal }: JobContext): Promise<void> {
  // An end that waits for its turn to write is better than one that is lost.
  const database = bulk.forTurns()
  const { means, observer, claimMs = claimMsDefault, clockWatch } = parts
  const { pace } = means
  const table: WorkTable = { name: 'filed_account', claimMs }
  const workers = makeWorkers<WantedRow>({
    ...{ name: 'filed-accounts', database, table, observer, slots: callsAtOnceMax, everyMs: lookEveryMs, clockWatch },
    // Woken when a row ends too: during a pause it claims nothing.
    claimable: () => ({ text: () => (pace.isPaused ? 'false' : 'true'), parameters: [] }),
    work: async (row, lost) => {
      const attempted = await attempt(means, row, dayOf(clock.now()), AbortSignal.any([signal, lost]))
      const now = clock.now()
      if (attempted.outcome === 'given_back') await handBack(database, table, row)
      else await end({ database, table, chance: parts.chance(), now }, row, attempted)
    },
  })
  try {
    while (!signal.aborted) {
      // A read that an index answers: the claim, which writes, follows only where there is a row.
      if (!pace.isPaused && (await isAnyDue(database))) workers.wake()
      await wait(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await workers.stop()
  }
}

async function attempt(means: OfficeMeans, row: Row, today: string, signal: AbortSignal): Promise<Attempted> {
  // Claims counted it, and no attempt of them came to an end: it may be what ends the processes.
  if (row.attempts > attemptsMax) return { outcome: 'failed', fault: 'lost', waitMs: 0 }
  try {
    const figures = await lastFiledFigures(means, row.enterprise_number, today, signal)
    return { outcome: 'fetched', figures }
  } catch (fault) {
    if (signal.aborted || fault instanceof CallsPaused) return { outcome: 'given_back' }
    if (!(fault instanceof OfficeFault)) throw fault
    const waitMs = pauseAfter(fault)
    if (waitMs > 0) means.pace.pauseFor(waitMs)
    return { outcome: 'failed', fault: fault.kind, waitMs }
  }
}

/** For how long nothing at all is asked after a fault. */
function pauseAfter({ kind, retryAfterMs }: OfficeFault): number {
  if (kind === 'key') return wrongKeyPauseMs
  // An office that is overloaded may say when to come back, too.
  const asked = retryAfterMs ?? (kind === 'too_fast' ? tooFastPauseMs : 0)
  return Math.min(asked, retryAfterMaxMs)
}

type End = { database: Database; table: WorkTable; chance: number; now: number }

/** Writes what came of an attempt, and when there is another. */
async function end(
  { database, table, chance, now }: End,
  row: Row,
  attempted: Exclude<Attempted, { outcome: 'given_back' }>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    let dueAt: number | null = null
    if (attempted.outcome === 'failed') {
      const storeAt = await storeNow(transaction, database.dialect)
      const next = nextAttemptBy(stepsMs, row.attempts, storeAt, chance)
      // Where the whole pauses longer than its step the row waits as long: others come first then, should it be the row that is refused.
      dueAt = next === null ? null : Math.max(next, storeAt + attempted.waitMs)
    }
    if (!(await endClaim(transaction, table, row, dueAt))) throw new Error(`the claim of ${row.id} was lost`)
    if (attempted.outcome === 'fetched')
      await writeFetched(transaction, row.id, { figures: attempted.figures, at: now })
    else await writeFault(transaction, row.id, attempted.fault, now)
  })
}
