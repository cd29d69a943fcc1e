/**
 * Re-evaluation (contract 7): what a new version of a measure changes for every watched company, told to its account once.
 *
 * The companies stand in memory, and all of them are judged under both versions at once. What differs is written in
 * portions, in the order of lists and places, each in one transaction with how far it has come (`tell.ts`): whoever goes on
 * after a crash judges again and leaves out who has been told.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Overtaken,
  type VersionConsumer,
  type VersionEvent,
  type WritePortion,
} from '../../changes/version-consumer.ts'
import type { Looking } from '../../matching/look-up.ts'
import type { ReferenceLookups } from '../../measures/record/lookups.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { HeldList, WatchedLists } from '../memory/watched-lists.ts'
import { changedVerdicts } from '../portfolio/changed-verdicts.ts'
import { comparedBy } from './compared-versions.ts'
import { type CompanyPlace, moveProgress, type Progress, progressOf } from './reevaluation-store.ts'
import { type Candidate, tell } from './tell.ts'

export type ReevaluationMeans = {
  database: Database
  clock: Clock
  lists: WatchedLists
  lookups: ReferenceLookups
  looking: Looking
  signal: AbortSignal
}

/** Companies told in one transaction, but for one that is told of two measures at its end. */
const companiesPerPortion = 500

/** The name under which the position is kept: of which versions all companies have been told. */
export const reevaluationConsumer = 'watchlists'

/** The consumer of that position; whoever has it disposes of it. */
export function reevaluation(means: ReevaluationMeans): VersionConsumer & Disposable {
  let held: HeldList[] = []
  const letGo = (): void => {
    for (const list of held) list[Symbol.dispose]()
    held = []
  }
  return {
    name: reevaluationConsumer,
    begin: async () => {
      letGo()
      held = await means.lists.holdAll(means.database)
    },
    act: (event, write) => reevaluate(means, held, event, write),
    [Symbol.dispose]: letGo,
  }
}

async function reevaluate(
  means: ReevaluationMeans,
  held: readonly HeldList[],
  event: VersionEvent,
  write: WritePortion,
): Promise<void> {
  const watched = held.filter(({ portfolio }) => portfolio.size > 0)
  const progress = await progressOf(means.database)
  const isHalfTold = progress?.eventSeq === event.seq
  if (watched.length === 0 && !isHalfTold) return
  const candidates = await candidatesOf(means, watched, event)
  const waiting = isHalfTold ? candidates.filter((candidate) => isAfter(candidate, progress)) : candidates
  let reached = progress
  const advance = (to: Progress | null, work: (transaction: Sql) => Promise<void>): Promise<void> =>
    write(async (transaction) => {
      if (!(await moveProgress(transaction, reached, to))) throw new Overtaken()
      await work(transaction)
      reached = to
    }, to === null)
  for (let from = 0; from < waiting.length; ) {
    const end = endOfPortion(waiting, from)
    const portion = waiting.slice(from, end)
    const last = waiting[end - 1]
    const isLast = end === waiting.length || last === undefined
    await advance(isLast ? null : { ...placeOf(last), eventSeq: event.seq }, (transaction) =>
      tell(means, transaction, event, portion),
    )
    from = end
    await nextTurn()
  }
  // Those who were left to be told have gone meanwhile, or are as they were.
  if (waiting.length === 0 && isHalfTold) await advance(null, async () => {})
}

/** A company that is told of two measures (one merged into the other) is told in one portion: progress is by companies. */
function endOfPortion(waiting: readonly Candidate[], from: number): number {
  let end = Math.min(from + companiesPerPortion, waiting.length)
  while (end < waiting.length && isSameCompany(waiting[end - 1], waiting[end])) end += 1
  return end
}

function isSameCompany(left: Candidate | undefined, right: Candidate | undefined): boolean {
  return left?.watchlistId === right?.watchlistId && left?.place === right?.place
}

/** Whose verdict differs, in the order in which they are told: by list, and place in it. */
async function candidatesOf(
  { database, lookups, signal }: ReevaluationMeans,
  held: readonly HeldList[],
  event: VersionEvent,
): Promise<Candidate[]> {
  const listOf = new Map(held.map((list, index) => [list.portfolio, { ...list, index }]))
  const portfolios = [...listOf.keys()]
  const found: (Candidate & { list: number })[] = []
  for (const compared of await comparedBy(database, lookups, event)) {
    const { before, after } = compared
    const changed = await inTurns(changedVerdicts(portfolios, before, after, event.createdAt, event.seq), signal)
    for (const { portfolio, place, ...verdicts } of changed) {
      const list = listOf.get(portfolio)
      if (list === undefined) throw new Error('a company was judged that is on no list')
      const { watchlistId, revision, index } = list
      found.push({ ...verdicts, watchlistId, place, revision, compared, list: index })
    }
  }
  // Lists are held in the order of their ids.
  return found.sort((left, right) => left.list - right.list || left.place - right.place)
}

function placeOf({ watchlistId, place }: Candidate): CompanyPlace {
  return { watchlistId, place }
}

function isAfter({ watchlistId, place }: Candidate, last: Progress): boolean {
  return watchlistId === last.watchlistId ? place > last.place : watchlistId > last.watchlistId
}
