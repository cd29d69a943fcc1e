/** One list in memory: its companies as columns, and how it is brought up to the store. */
import type { Looking } from '../../matching/look-up.ts'
import { isNotInRegister } from '../../matching/request/filling.ts'
import type { Sql } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Observer } from '../../platform/observer.ts'
import type { CompanyTable } from '../portfolio/company-table.ts'
import { Portfolio } from '../portfolio/portfolio.ts'
import { lookedUpFor, type ReadCompany, readStoredCompany, type StoredCompany } from './stored-company.ts'
import { type CompanyRow, companiesSince, type ListRevision, placesAfter } from './watched-list-store.ts'

/** A list as this process has it; `holders` have it in use, and `isKept`: whoever asks next is given it. */
export type ListEntry = {
  watchlistId: string
  portfolio: Portfolio
  /** Places of companies whose facts this release cannot read. */
  unreadable: Set<number>
  /** Places of companies of which something was filled from the register. */
  filled: Set<number>
  /** Places of companies of which the number leaves something to be told. */
  untold: Record<Untold, Set<number>>
  revision: number
  holders: number
  isKept: boolean
}

/**
 * What a number leaves to be told: which of several establishments it is, or that the register has no such company, none with that
 * establishment, or no active one.
 */
export type Untold = 'several_places' | 'not_in_register' | 'not_active'

/** Rows read at once, between which others have their turn. */
export const companiesPerPage = 250
const placesPerPage = 5_000
/** Facts that follow from the passing of time are read as of then, and worked out anew by whoever judges. */
const anyInstant = 0
/** Above every place. */
const lastPlace = Number.MAX_SAFE_INTEGER

/** A list of which nothing has been read. */
export function emptyEntry(watchlistId: string, pools: CompanyTable): ListEntry {
  return {
    watchlistId,
    portfolio: new Portfolio(pools),
    unreadable: new Set(),
    filled: new Set(),
    untold: { several_places: new Set(), not_in_register: new Set(), not_active: new Set() },
    revision: -1,
    holders: 0,
    isKept: false,
  }
}

/** What the companies of a list are read with. */
export type ReadingMeans = { observer: Observer; looking: Looking }

/** Brings a list to a revision of the store. Where it fails half of the change may be there. */
export async function catchUp(
  sql: Sql,
  entry: ListEntry,
  { id, revision, removedRevision }: ListRevision,
  { observer, looking }: ReadingMeans,
): Promise<void> {
  if (removedRevision > entry.revision) await removeGone(sql, entry)
  const pages = pagesOf({
    first: { revision: entry.revision, place: lastPlace },
    rowsPerPage: companiesPerPage,
    read: (after) => companiesSince(sql, id, after, companiesPerPage),
    placeOf: (row) => ({ revision: row.revision, place: row.place }),
  })
  for await (const rows of pages)
    for (const company of await lookedUpFor(looking, sql, rows)) putCompany(entry, company, observer)
  entry.revision = revision
}

/** Takes a company in as the store has it, in place of the one that was at its place. */
export function putCompany(
  { portfolio, unreadable, filled, untold }: ListEntry,
  stored: StoredCompany & { row: CompanyRow },
  observer: Observer,
): void {
  const { row } = stored
  const company = readStoredCompany(stored, anyInstant)
  for (const places of [filled, ...Object.values(untold)]) places.delete(row.place)
  if (company !== null) {
    for (const what of untoldOf(company)) untold[what].add(row.place)
    if (Object.keys(company.facts.filled).length > 0) filled.add(row.place)
    unreadable.delete(row.place)
    portfolio.put(row.place, company)
    return
  }
  // A table of this release (of postcodes, say) lacks what an earlier one had: nothing can be said of the company.
  unreadable.add(row.place)
  portfolio.remove(row.place)
  const about = { watchlist: row.watchlist_id, place: row.place }
  observer.tell({ name: 'watched_company', labels: { outcome: 'unreadable' }, about })
}

function untoldOf({ facts, warnings }: ReadCompany): Untold[] {
  return [
    ...(facts.establishments.length > 0 ? (['several_places'] as const) : []),
    ...(isNotInRegister(warnings) ? (['not_in_register'] as const) : []),
    ...(warnings.includes('company_not_active') ? (['not_active'] as const) : []),
  ]
}

/** Takes out the companies that the store has no more. */
async function removeGone(sql: Sql, { watchlistId, portfolio, unreadable, filled, untold }: ListEntry): Promise<void> {
  if (portfolio.size + unreadable.size === 0) return
  const standing = new Set<number>()
  const pages = pagesOf({
    first: 0,
    rowsPerPage: placesPerPage,
    read: (after) => placesAfter(sql, watchlistId, after, placesPerPage),
    placeOf: (place) => place,
  })
  for await (const places of pages) for (const place of places) standing.add(place)
  const gone: number[] = []
  for (let row = 0; row < portfolio.size; row += 1) {
    const place = portfolio.placeAt(row)
    if (!standing.has(place)) gone.push(place)
  }
  for (const place of gone) portfolio.remove(place)
  for (const places of [unreadable, filled, ...Object.values(untold)])
    for (const place of places) if (!standing.has(place)) places.delete(place)
}
