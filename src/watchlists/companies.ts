/** The companies of a list: pages of them in the order of their references, and taking one off. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Caller, JsonBytes, type Pagination } from '../contract/call.ts'
import { type CursorBinding, type CursorKeys, openCursor, sealCursor } from '../contract/cursor.ts'
import { limitAbovePlan } from '../contract/parameters.ts'
import { invalidCursor, Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import { companiesAfter, deleteCompany, type ListedCompany } from './company-store.ts'
import { heldWatchlist, laterOf, noteByHand, watchlistNamed } from './lists.ts'
import { noteRemoval } from './watchlist-store.ts'

export const companiesLimitDefault = 50

/** Companies that one statement reads. */
const readAtOnce = 100

export type CompaniesRequest = {
  accountId: string
  watchlistId: string
  limit: number | undefined
  /** The plan's page size. */
  limitMax: number
  cursor: string | undefined
}

export type CompaniesPage = { data: JsonBytes; pagination: Pagination; language: Language }

/** Answers a page. Refuses `invalid_parameter` (limit), `watchlist_not_found`, `invalid_cursor`. */
export async function listCompanies(
  database: Sql,
  cursors: { keys: CursorKeys; generation: string },
  request: CompaniesRequest,
): Promise<CompaniesPage> {
  const { accountId, watchlistId, limitMax } = request
  const limit = request.limit ?? companiesLimitDefault
  if (limit > limitMax) throw limitAbovePlan(limitMax)
  const binding: CursorBinding = {
    list: `watchlist-companies ${watchlistId}`,
    sort: 'reference',
    account: accountId,
    generation: cursors.generation,
  }
  const after = request.cursor === undefined ? '' : referenceIn(cursors.keys, binding, request.cursor)
  const { language } = await watchlistNamed(database, accountId, watchlistId)
  // One more than the page holds tells whether there is more.
  const rows = await rowsAfter(database, watchlistId, after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: new JsonBytes([Buffer.from(`[${shown.map(rowText).join(',')}]`)]),
    pagination:
      rows.length > limit && last !== undefined
        ? { has_more: true, next_cursor: sealCursor(cursors.keys, binding, [last.reference]), limit }
        : { has_more: false, limit },
    language,
  }
}

/** The first `count` companies after a reference, read a few at a time with turns for others between. */
async function rowsAfter(sql: Sql, watchlistId: string, after: string, count: number): Promise<ListedCompany[]> {
  const rows: ListedCompany[] = []
  while (rows.length < count) {
    if (rows.length > 0) await nextTurn()
    const asked = Math.min(count - rows.length, readAtOnce)
    const some = await companiesAfter(sql, watchlistId, rows.at(-1)?.reference ?? after, asked)
    rows.push(...some)
    if (some.length < asked) break
  }
  return rows
}

/** The row as JSON: what is kept of the facts stands in it as it is. */
function rowText({ reference, facts, addedAt, updatedAt }: ListedCompany): string {
  const times = `"added_at":"${formatInstant(addedAt)}","updated_at":"${formatInstant(updatedAt)}"`
  return `{"reference":${JSON.stringify(reference)},${facts.slice(1, -1)},${times}}`
}

function referenceIn(keys: CursorKeys, binding: CursorBinding, text: string): string {
  const [reference, ...rest] = openCursor(keys, binding, text)
  if (typeof reference !== 'string' || rest.length > 0) throw invalidCursor()
  return reference
}

/** Told of a reference that no company of a list has; it is never repeated. */
export const noSuchReference =
  'No company of this watchlist has that reference. References are exact, case included, and percent-encoded in a path: ' +
  'GET /v1/watchlists/{id}/companies lists them.'

/** Takes a company off a list; answers the list's language. Refuses `watchlist_not_found`, `not_found`. */
export async function removeCompany(
  database: Database,
  {
    who,
    watchlistId,
    reference,
    now,
  }: { who: Pick<Caller, 'accountId' | 'keyId'>; watchlistId: string; reference: string; now: Instant },
): Promise<Language> {
  return database.requestTransaction(async (transaction) => {
    const list = await heldWatchlist(transaction, database.dialect, who.accountId, watchlistId)
    if (!(await deleteCompany(transaction, watchlistId, reference))) throw new Refusal('not_found', noSuchReference)
    await noteRemoval(transaction, watchlistId, laterOf(list, now))
    const about = { name: list.name, reference }
    await noteByHand(transaction, now, who, 'company_removed', { id: watchlistId, about })
    return list.language
  })
}
