/**
 * Companies of a list of which the register has several establishments, so that nobody knows where they are: how many there are, which, and
 * the choice of one, which is given as an upload gives it.
 */
import type { Caller, Counted } from '../contract/call.ts'
import { type Looking, lookUpAll } from '../matching/look-up.ts'
import { readGivenFacts } from '../matching/request/facts.ts'
import type { Database } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { readEstablishmentNumber } from '../reference/enterprise-number.ts'
import type { Instant } from '../values/brussels.ts'
import { factsOn } from './company-store.ts'
import type { KeptInput } from './kept-facts.ts'
import { type KnownCompany, knownCompanies } from './known-companies.ts'
import { watchlistNamed } from './lists.ts'
import { companyFacts } from './matches/company-facts.ts'
import type { Untold } from './memory/list-entry.ts'
import { referencesAfter } from './memory/watched-list-store.ts'
import type { WatchedLists } from './memory/watched-lists.ts'
import { type UploadMeans, uploadCompanies } from './upload.ts'

/** Companies that are shown at once, each with a choice. */
export const choicesPerPage = 25
/** Companies of a list up to which it is counted what their numbers leave untold: all of them have to be in memory for it. */
const countedMax = 5_000
const referencesPerPage = 1_000

export type UntoldCounts = Record<Untold, number>
export type UntoldNeeds = { database: Database; watchedLists: WatchedLists }

/** Null: the list has too many companies to be counted for a look at it. */
export async function untoldCounts(
  { database, watchedLists }: UntoldNeeds,
  list: { id: string; companies: number },
): Promise<UntoldCounts | null> {
  if (list.companies > countedMax) return null
  using held = list.companies === 0 ? null : await watchedLists.hold(database, list.id)
  const count = (what: Untold): number => held?.untold[what].size ?? 0
  return {
    several_places: count('several_places'),
    not_in_register: count('not_in_register'),
    not_active: count('not_active'),
  }
}

export type CompanyToPlace = { reference: string; known: KnownCompany }

/** The first companies without a place after a reference; whether there are more. Refuses `watchlist_not_found`. */
export async function companiesToPlace(
  { database, watchedLists, companies, filedAccounts }: UntoldNeeds & Looking,
  { accountId, watchlistId, after }: { accountId: string; watchlistId: string; after: string },
): Promise<{ companies: CompanyToPlace[]; hasMore: boolean }> {
  await watchlistNamed(database, accountId, watchlistId)
  const references = await referencesToPlace({ database, watchedLists }, watchlistId, after)
  const shown = references.slice(0, choicesPerPage)
  const facts = await factsOn(database, watchlistId, shown)
  // One that was taken off meanwhile is none.
  const kept = shown.flatMap((reference) => {
    const text = facts.get(reference)
    return text === undefined ? [] : [{ reference, input: JSON.parse(text) as KeptInput }]
  })
  const inputs = kept.map(({ input }) => input)
  const known = await knownCompanies({ companies, filedAccounts }, database, inputs)
  const toPlace = kept.flatMap(({ reference }, index): CompanyToPlace[] => {
    const one = known[index] ?? null
    return one === null || one.choices.length === 0 ? [] : [{ reference, known: one }]
  })
  return { companies: toPlace, hasMore: references.length > choicesPerPage }
}

/** One more than a page shows tells whether there are more. */
async function referencesToPlace(
  { database, watchedLists }: UntoldNeeds,
  watchlistId: string,
  after: string,
): Promise<string[]> {
  using held = await watchedLists.hold(database, watchlistId)
  const places = held?.untold.several_places ?? new Set()
  const found: string[] = []
  if (places.size === 0) return found
  const pages = pagesOf({
    first: after,
    rowsPerPage: referencesPerPage,
    read: (from) => referencesAfter(database, watchlistId, from, referencesPerPage),
    placeOf: ({ reference }) => reference,
  })
  for await (const page of pages) {
    found.push(...page.flatMap(({ reference, place }) => (places.has(place) ? [reference] : [])))
    if (found.length > choicesPerPage) break
  }
  return found.slice(0, choicesPerPage + 1)
}

export type ChosenEstablishment = { reference: string; number: string }

/** `no_establishment`: what was typed is no number of an establishment. */
export type ChoiceFault = { reference: string; code: 'no_establishment' | 'not_in_register' | 'other_enterprise' }

export type Choosing = {
  caller: Caller
  counted: Counted
  watchlistId: string
  now: Instant
  chosen: readonly ChosenEstablishment[]
}

/**
 * Replaces companies by themselves with the establishments that were chosen, all of them or, where one cannot be right, none. Refuses
 * `watchlist_not_found`, `not_found` and as an upload does.
 */
export async function chooseEstablishments(
  means: UploadMeans,
  { chosen, caller, counted, watchlistId, now }: Choosing,
): Promise<{ replaced: number } | { faults: ChoiceFault[] }> {
  const unread = chosen.filter(({ number }) => readEstablishmentNumber(number) === null)
  if (unread.length > 0)
    return { faults: unread.map(({ reference }) => ({ reference, code: 'no_establishment' as const })) }
  const rows = []
  for (const { reference, number } of chosen) {
    // Answers that do not hold any more are not given anew.
    const { facts, fill } = await companyFacts(means, { accountId: caller.accountId, watchlistId, reference })
    rows.push({ ...facts, company: { ...facts.company, establishment_number: number }, reference, fill })
  }
  const lookedUp = await lookUpAll(means, means.database, rows)
  const faults = rows.flatMap((row, index): ChoiceFault[] => {
    const found = lookedUp[index]?.found ?? null
    if (found === null || found.establishment === null) return [{ reference: row.reference, code: 'not_in_register' }]
    const isRight = 'facts' in readGivenFacts(row, now, lookedUp[index])
    return isRight ? [] : [{ reference: row.reference, code: 'other_enterprise' }]
  })
  if (faults.length > 0) return { faults }
  const call = { caller, counted, watchlistId, now, idempotency: null }
  const { data } = await uploadCompanies(means, { ...call, rows, lookedUp, rowsMax: choicesPerPage })
  return { replaced: data.replaced }
}
