/**
 * Telling accounts of changed verdicts, a portion of companies in one transaction. In it, it is looked again: who was taken
 * off, whose list is gone or mutes the measure, or whose plan lacks watchlists (or did when it came) is not told; whose facts have been replaced
 * since they were judged in memory is judged by those that it has now.
 */
import { accountsWith } from '../../accounts/operations.ts'
import { withFeed } from '../../changes/append.ts'
import type { VersionEvent } from '../../changes/version-consumer.ts'
import type { Looking } from '../../matching/look-up.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { severities } from '../../values/vocabularies.ts'
import { lookedUpFor, type StoredCompany } from '../memory/stored-company.ts'
import type { Compared } from './compared-versions.ts'
import {
  changeSeverity,
  changeType,
  type MatchEventType,
  matchEvent,
  type ToldCompany,
  type VerdictChange,
} from './match-event.ts'
import { holdLists, type ToldList, type WatchedRow, watchedStill } from './reevaluation-store.ts'
import { statusUnder } from './status-under.ts'

/** A company whose verdict differs; `revision`: of its list as it was judged. */
export type Candidate = VerdictChange & { watchlistId: string; place: number; revision: number; compared: Compared }

/** Writes the events of those companies of a portion that are told. */
export async function tell(
  { database, clock, looking }: { database: Database; clock: Clock; looking: Looking },
  transaction: Sql,
  event: VersionEvent,
  portion: readonly Candidate[],
): Promise<void> {
  const lists = await holdLists(transaction, database.dialect, [
    ...new Set(portion.map(({ watchlistId }) => watchlistId)),
  ])
  const accountIds = [...new Set([...lists.values()].map(({ accountId }) => accountId))]
  const mayWatch = await accountsWith(transaction, accountIds, 'watchlists')
  const rows = new Map<string, WatchedRow>()
  for (const row of await watchedStill(transaction, portion)) rows.set(keyOf(row.watchlist_id, row.place), row)
  const replaced = [...rows.values()].filter(hasFacts)
  const anew = new Map<string, StoredCompany>()
  for (const company of await lookedUpFor(looking, transaction, replaced))
    anew.set(keyOf(company.row.watchlist_id, company.row.place), company)
  const toldOf = (candidate: Candidate): ToldChange | null => {
    const list = lists.get(candidate.watchlistId)
    const row = rows.get(keyOf(candidate.watchlistId, candidate.place))
    const sinceSeq = list === undefined ? undefined : mayWatch.get(list.accountId)
    if (list === undefined || row === undefined || sinceSeq === undefined || event.seq <= sinceSeq) return null
    return toldChange(candidate, list, { row, anew: anew.get(keyOf(row.watchlist_id, row.place)) ?? null }, event)
  }
  const told = portion.map(toldOf).filter((change) => change !== null)
  if (told.length === 0) return
  await withFeed(transaction, clock.now(), { publication: false }, (feed) =>
    feed.append(told.map(({ type, company, compared }) => matchEvent(feed.newEventId(), type, compared.told, company))),
  )
}

type ToldChange = {
  type: MatchEventType
  company: ToldCompany
  compared: Compared
}

/** Null: the account is not told of it. */
function toldChange(
  { watchlistId, compared, before, after }: Candidate,
  { accountId, minSeverity, muted }: ToldList,
  { row, anew }: { row: WatchedRow; anew: StoredCompany | null },
  event: VersionEvent,
): ToldChange | null {
  if (muted.some((id) => compared.muteIds.includes(id))) return null
  const change = anew === null ? { before, after } : judgedAnew(anew, compared, event)
  const type = changeType(change)
  if (type === null) return null
  const severity = changeSeverity(change, compared.told.content.status)
  if (severities.indexOf(severity) < severities.indexOf(minSeverity)) return null
  return { type, compared, company: { ...change, watchlistId, accountId, reference: row.reference } }
}

/** Of a company whose facts were replaced after it was judged in memory. */
function judgedAnew(company: StoredCompany, { before, after }: Compared, { createdAt }: VersionEvent): VerdictChange {
  return { before: statusUnder(before, company, createdAt), after: statusUnder(after, company, createdAt) }
}

const hasFacts = (row: WatchedRow): row is WatchedRow & { facts: string } => row.facts !== null

function keyOf(watchlistId: string, place: number): string {
  return `${watchlistId} ${place}`
}
