/**
 * Workers on a table of work (`claims.ts`): so many rows at once in this process, any number of processes. Each row has a
 * signal that aborts when its claim is lost, or when the process stops and its patience is over; while it is worked on the
 * claim is renewed. What a row's work throws is told, and the row comes back when its claim has run out.
 */
import {
  type Claimable,
  type ClaimedRow,
  claimableBut,
  claimDue,
  cutClaims,
  handBack,
  renewClaim,
  type WorkTable,
} from './claims.ts'
import type { Database, Row } from './database/database.ts'
import type { ClockWatch } from './faults/clock-watch.ts'
import { type Observer, secondsSince } from './observer.ts'
import { type Paced, paced } from './pace/paced.ts'
import { settlesWithin } from './settles-within.ts'

export type WorkSettings<R extends Row> = {
  /** Kebab case, for the observer. */
  name: string
  database: Database
  table: WorkTable
  observer: Observer
  /** Rows worked on at once by this process. */
  slots: number
  /** Between two looks for what has become due. */
  everyMs: number
  /** Whether the process may work by its clock; without one it may. */
  clockWatch?: ClockWatch | undefined
  /** Which rows may be claimed now; asked before each look. */
  claimable?(): Claimable
  /** Does what a row asks for, and ends its claim (`endClaim`). */
  work(row: R & ClaimedRow, signal: AbortSignal): Promise<void>
  /** How long a stop waits for what is worked on; only tests name another. */
  stopMs?: number
}

export type Workers = {
  /** Begins to look, now and every `everyMs`. */
  start(): void
  /** Looks now: somebody has made work. */
  wake(): void
  /** Resolves when everything that is due is done and no slot is in use; for tests, and for commands that end. */
  drained(): Promise<void>
  /** Claims nothing more, waits for what is worked on (at most `stopMs`), then aborts it and waits `abortedMs` for that. */
  stop(): Promise<void>
}

/** How long a stop waits for what is worked on before it is aborted; as for jobs. */
const stopMs = 25_000
const abortedMs = 1_000
/** Renewals in the time for which a claim holds. */
const renewalsPerClaim = 3

export function makeWorkers<R extends Row>(settings: WorkSettings<R>): Workers {
  const { database, table, observer, name } = settings
  const atWork = new Map<Promise<void>, { id: string; stop: AbortController }>()
  let timer: Paced | null = null
  let isStopping = false
  let looking: Promise<void> | null = null
  let isWoken = false

  const begin = (row: R & ClaimedRow): void => {
    const stop = new AbortController()
    const end = worked(settings, row, stop).then(() => {
      atWork.delete(end)
      look()
    })
    atWork.set(end, { id: row.id, stop })
  }
  let cutAtMs = Number.NEGATIVE_INFINITY
  /** Once in the time of a claim, and when it begins: the clock may have been set back meanwhile. */
  const cut = async (): Promise<void> => {
    if (performance.now() < cutAtMs) return
    await cutClaims(database, table)
    cutAtMs = performance.now() + table.claimMs
  }
  const fill = async (): Promise<void> => {
    if ((await settings.clockWatch?.allowsWork()) === false) {
      // The next look is at its pace, as where the store is away.
      isWoken = false
      return
    }
    await cut()
    while (!isStopping && atWork.size < settings.slots) {
      isWoken = false
      const free = settings.slots - atWork.size
      // What is worked on here is not claimed anew, even where its claim has run out while the store was away: its end is to be written.
      const own = Array.from(atWork.values(), ({ id }) => id)
      const rows = await claimDue<R>(database, table, free, claimableBut(own, settings.claimable?.()))
      for (const row of rows) {
        if (isStopping) await handBack(database, table, row)
        else begin(row)
      }
      if (rows.length < free && !isWoken) return
    }
  }
  const look = (): void => {
    isWoken = true
    if (isStopping || looking !== null) return
    looking = fill()
      .catch((fault: unknown) => {
        // The next look is at its pace: a store that is away refuses at once, as often as it is asked.
        isWoken = false
        observer.tell({ name: 'work_look', labels: { work: name, outcome: 'failed' }, fault })
      })
      .finally(() => {
        looking = null
        // Woken after it had looked: a slot is free again, or there is new work.
        if (isWoken && atWork.size < settings.slots) look()
      })
  }
  return {
    start: () => {
      timer ??= paced(look, settings.everyMs)
      look()
    },
    wake: look,
    drained: async () => {
      look()
      while (looking !== null || atWork.size > 0) await Promise.all([looking, ...atWork.keys()])
    },
    stop: async () => {
      isStopping = true
      timer?.stop()
      await looking
      const ends = Promise.all(atWork.keys())
      if (await settlesWithin(ends, settings.stopMs ?? stopMs)) return
      for (const { stop } of atWork.values()) stop.abort(new Error('the service is stopping'))
      await settlesWithin(ends, abortedMs)
    },
  }
}

/** Works on one row while its claim is renewed. Never throws. */
async function worked<R extends Row>(
  { database, table, observer, name, work }: WorkSettings<R>,
  row: R & ClaimedRow,
  stop: AbortController,
): Promise<void> {
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewClaim(database, table, row))) stop.abort(new Error(`the claim of ${row.id} was lost`))
    } catch (fault) {
      observer.tell({
        name: 'work_claim_renewal',
        labels: { work: name, outcome: 'failed' },
        fault,
        about: { id: row.id },
      })
    }
  }
  const startedMs = performance.now()
  const tell = (outcome: 'done' | 'cut_short' | 'failed', fault?: unknown): void =>
    observer.tell({
      name: 'work_turn',
      labels: { work: name, outcome },
      seconds: secondsSince(startedMs),
      fault,
      about: { id: row.id },
    })
  const renewals = setInterval(renew, table.claimMs / renewalsPerClaim)
  try {
    await work(row, stop.signal)
    tell(stop.signal.aborted ? 'cut_short' : 'done')
  } catch (fault) {
    tell(stop.signal.aborted ? 'cut_short' : 'failed', fault)
  } finally {
    clearInterval(renewals)
  }
}
