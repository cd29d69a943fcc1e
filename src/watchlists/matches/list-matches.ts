/**
 * `GET /v1/watchlists/{id}/matches`: every company's current matches, best first. All companies are judged against one state
 * of the catalogue at one instant, in slices; where the catalogue changes meanwhile, it is begun anew.
 */

import { registerAttribution } from '../../companies/company-document.ts'
import { JsonBytes, type Reply } from '../../contract/call.ts'
import { disclaimer } from '../../contract/envelope.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Warning } from '../../contract/warnings.ts'
import { compactRow } from '../../matching/answer.ts'
import type { Matcher } from '../../matching/matcher.ts'
import { type AnswerName, isOwnName } from '../../matching/request/answers.ts'
import { isTooLittleKnown } from '../../matching/request/facts.ts'
import { faultOfReference } from '../../matching/request/match-request.ts'
import { tooLittleKnown } from '../../matching/words/sentences/warnings.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import { readingWarnings } from '../../measures/warnings.ts'
import type { Database } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { Instant } from '../../values/brussels.ts'
import { printsIn, type TextPrint } from '../answered-texts.ts'
import { noSuchReference } from '../companies.ts'
import { refuseUnknown, watchlistNamed } from '../lists.ts'
import { type PlacedReference, referenceOn, referencesAfter } from '../memory/watched-list-store.ts'
import type { HeldList, WatchedLists } from '../memory/watched-lists.ts'
import { unusedAnswers } from '../unused-answers.ts'
import { BestOfAll } from './best-of-all.ts'
import { companiesUnreadable } from './companies-unreadable.ts'
import { matchRows } from './match-rows.ts'

export type MatchesNeeds = {
  database: Database
  catalogue: FollowedCatalogue
  matcher: Matcher
  watchedLists: WatchedLists
}

export type MatchesCall = {
  accountId: string
  watchlistId: string
  /** A reference whose matches alone are asked for; null: those of all. */
  company: string | null
  includeNotEligible: boolean
  limit: number
  now: Instant
  signal: AbortSignal
  warn(warning: Warning): void
}

/** References read at once, between which others have their turn. */
const referencesPerPage = 2_000

/** Refuses `watchlist_not_found`, `not_found` (the company is not on the list). */
export async function listMatches(needs: MatchesNeeds, call: MatchesCall): Promise<Reply> {
  const { database, catalogue } = needs
  const { language } = await watchlistNamed(database, call.accountId, call.watchlistId)
  await catalogue.whenRead()
  using held = await needs.watchedLists.hold(database, call.watchlistId)
  if (held === null) return refuseUnknown(database, call.accountId, call.watchlistId)
  const { companies, unreadable } = await companiesOf(database, held, call)
  if (unreadable.length > 0) call.warn(companiesUnreadable(unreadable))
  for (;;) {
    const judged = await catalogue.read((current) => ({ pin: current.pin(), measures: needs.matcher.of(current) }))
    using pin = judged.pin
    const { state } = pin
    const holds = answersHeldIn(state)
    const factsOf = (company: number) => {
      const row = companies[company]?.row
      if (row === undefined) throw new Error(`there is no company ${company}`)
      return held.portfolio.factsAt(row, call.now, holds.answer)
    }
    const { evaluator, sheets } = judged.measures
    const isCurrent = (): boolean => catalogue.readNow((current) => current.state) === state
    const best = new BestOfAll(call.limit + 1)
    function* judging(): Generator<number, boolean> {
      for (const company of companies.keys()) {
        if (!isCurrent()) return false
        const facts = factsOf(company)
        if (facts.answers.size > 0) holds.notUsed(evaluator.unusedAnswers(facts.answers))
        const { includeNotEligible } = call
        const limits = { limit: call.limit + 1, includeNotEligible, topicsOnly: false }
        best.add(company, evaluator.judge(facts, best.floor === undefined ? limits : { ...limits, floor: best.floor }))
        yield 1
      }
      return true
    }
    if (!(await inTurns(judging(), call.signal))) continue
    const found = best.taken()
    const shown = found.slice(0, call.limit)
    const rowOf = (id: string) => compactRow(pin, id, language)
    const referenceOf = (company: number): string => companies[company]?.reference ?? ''
    const rows = await inTurns(matchRows(shown, { sheets, language, rowOf, referenceOf, factsOf }), call.signal)
    const ids = [...new Set(shown.map(({ judged: { measure } }) => measure.id))]
    for (const warning of readingWarnings(state, ids, call.now)) call.warn(warning)
    for (const warning of unusedAnswers([...holds.unused])) call.warn(warning)
    const companiesShown = new Set(shown.map(({ company }) => company))
    if ([...companiesShown].some((company) => isTooLittleKnown(factsOf(company)))) call.warn(tooLittleKnown)
    const rowsShown = [...companiesShown].map((company) => companies[company]?.row ?? 0)
    return {
      data: new JsonBytes(rows),
      language,
      pagination: { has_more: found.length > shown.length, limit: call.limit },
      meta: {
        attribution: [...state.attributionsOf(ids), ...filledFrom(held, rowsShown)],
        disclaimer: disclaimer[language],
      },
    }
  }
}

/** The line that says whose open data companies of those rows were filled from; none where none was. */
function filledFrom({ filled, register, portfolio }: HeldList, rows: readonly number[]): string[] {
  const isFilled = register !== null && rows.some((row) => filled.has(portfolio.placeAt(row)))
  return isFilled ? [registerAttribution(register)] : []
}

type ListedCompany = { reference: string; row: number }

/**
 * The companies asked for, and the references of those that cannot be read, in the order of their references. One that was
 * taken off since is none of them.
 */
async function companiesOf(
  database: Database,
  { watchlistId, portfolio, unreadable: unreadablePlaces }: HeldList,
  { company }: MatchesCall,
): Promise<{ companies: ListedCompany[]; unreadable: string[] }> {
  const companies: ListedCompany[] = []
  const unreadable: string[] = []
  const take = ({ reference, place }: PlacedReference): void => {
    const row = portfolio.rowOf(place)
    if (row !== undefined) companies.push({ reference, row })
    else if (unreadablePlaces.has(place)) unreadable.push(reference)
  }
  if (company !== null) {
    // What can be no reference stands on no list, and the store need not bear it (PostgreSQL refuses a NUL).
    const only = faultOfReference(company) === null ? await referenceOn(database, watchlistId, company) : null
    if (only === null) throw new Refusal('not_found', noSuchReference)
    take(only)
    return { companies, unreadable }
  }
  const pages = pagesOf({
    first: '',
    rowsPerPage: referencesPerPage,
    read: (after) => referencesAfter(database, watchlistId, after, referencesPerPage),
    placeOf: ({ reference }) => reference,
  })
  for await (const page of pages) page.forEach(take)
  return { companies, unreadable }
}

/**
 * Which answers hold in a state: those to points always, those to a measure's own condition while it says what it said
 * when it was answered. What does not hold, or is asked by nobody, is gathered.
 */
function answersHeldIn(state: CatalogueState) {
  const prints = new Map<string, ReadonlyMap<string, TextPrint> | null>()
  const unused = new Set<AnswerName>()
  const printsOfMeasure = (id: string): ReadonlyMap<string, TextPrint> | null => {
    const before = prints.get(id)
    if (before !== undefined) return before
    const made = printsIn(state, id)
    prints.set(id, made)
    return made
  }
  return {
    unused,
    notUsed: (names: readonly AnswerName[]): void => {
      for (const name of names) unused.add(name)
    },
    answer: (name: AnswerName, print: TextPrint | undefined): boolean => {
      if (!isOwnName(name)) return true
      const at = name.indexOf('#')
      const holds = print !== undefined && printsOfMeasure(name.slice(0, at))?.get(name.slice(at + 1)) === print
      if (!holds) unused.add(name)
      return holds
    },
  }
}
