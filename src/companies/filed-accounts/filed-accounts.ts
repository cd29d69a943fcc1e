/**
 * The figures of companies' last filed annual accounts, for whoever judges companies. They are asked of the National Bank by a worker
 * (`fetch-accounts.ts`) and kept for 35 days. Only those who judge one company for somebody who waits may ask for them; lists of
 * companies go by what is kept. Callers pass numbers of legal persons alone: natural persons are never asked for.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reads } from '../../platform/database/database.ts'
import type { Observer } from '../../platform/observer.ts'
import { figuresSince, standingOf, want } from './filed-account-store.ts'
import type { FiledFigures } from './filing-figures.ts'
import { keptAfter } from './retention.ts'

export type FiledAccounts = {
  /**
   * What is kept of these companies (ten digits each), by number; who is not in it has nothing kept, or no filing. Nobody is asked
   * and nothing is written. One statement for each 500 numbers.
   */
  known(reads: Reads, numbers: readonly string[]): Promise<ReadonlyMap<string, FiledFigures>>
  /**
   * The figures of one company (ten digits): what is kept at once, otherwise what a worker fetches within 2 s. Null: there is no filing
   * that can be read, or not in time, or the setting is off; the worker goes on, and the next one who asks may have them. Throws what
   * the store throws, and the signal's reason when it aborts.
   */
  ask(database: Database, number: string, signal: AbortSignal): Promise<FiledFigures | null>
}

/** `isOn`: whether the key is set. Where it is not, nothing is read and nothing written. */
type Parts = { isOn: boolean; clock: Clock; observer: Observer }

const numbersPerStatement = 500
/** How long somebody who asks waits for the worker (contract 13), and how often the row is read meanwhile. */
const askWaitMs = 2_000
const askLookMs = 100
/** Companies that may be waited for at once: at four calls a second that is over an hour of asking. */
const waitingMax = 10_000

export function filedAccounts({ isOn, clock, observer }: Parts): FiledAccounts {
  return {
    async known(reads, numbers) {
      const found = new Map<string, FiledFigures>()
      if (!isOn) return found
      const after = keptAfter(clock.now())
      for (let from = 0; from < numbers.length; from += numbersPerStatement) {
        const some = await figuresSince(reads, numbers.slice(from, from + numbersPerStatement), after)
        for (const [number, figures] of some) found.set(number, figures)
      }
      return found
    },
    async ask(database, number, signal) {
      if (!isOn) return null
      signal.throwIfAborted()
      const late = AbortSignal.timeout(askWaitMs)
      const bounded = AbortSignal.any([signal, late])
      try {
        return await askWithin({ database: database.withSignal(bounded), clock, observer }, number, bounded)
      } catch (fault) {
        signal.throwIfAborted()
        if (late.aborted) return null
        throw fault
      }
    },
  }
}

type AskMeans = { database: Database; clock: Clock; observer: Observer }

/** What a row says to one who asks. `waiting`: a worker asks soon. `put_off`: it asks, but not within the time that anybody waits. */
type Said = { is: 'figures'; figures: FiledFigures | null } | { is: 'waiting' | 'put_off' | 'nothing' }

/** Looks until there is an answer, or throws when the signal aborts. */
async function askWithin(means: AskMeans, number: string, signal: AbortSignal): Promise<FiledFigures | null> {
  let said = await lookUp(means, number)
  if (said.is === 'nothing') said = await wantOne(means, number)
  // The signal ends it at the latest.
  while (said.is === 'waiting') {
    await wait(askLookMs, undefined, { signal })
    said = await lookUp(means, number)
  }
  return said.is === 'figures' ? said.figures : null
}

async function lookUp({ database, clock }: AskMeans, number: string): Promise<Said> {
  const standing = await standingOf(database, number)
  if (standing === null) return { is: 'nothing' }
  if (standing.state === 'wanted') return { is: standing.next }
  if (standing.fetchedAt <= keptAfter(clock.now())) return { is: 'nothing' }
  return { is: 'figures', figures: standing.state === 'known' ? standing.figures : null }
}

/** Takes a wish down, where there is room. */
async function wantOne(means: AskMeans, number: string): Promise<Said> {
  const { database, clock, observer } = means
  const now = clock.now()
  const wish = { id: randomUUID(), number, now, keptAfter: keptAfter(now), waitingMax }
  if (await database.requestTransaction((transaction) => want(transaction, database.dialect, wish)))
    return { is: 'waiting' }
  // Somebody else wanted it in the same moment, or there is no room.
  const said = await lookUp(means, number)
  if (said.is === 'nothing') observer.tell({ name: 'accounts_wish', labels: { outcome: 'refused' } })
  return said
}
