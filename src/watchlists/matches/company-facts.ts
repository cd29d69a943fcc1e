/** What is kept of one company, as it holds now: for whoever judges it by itself. */
import { Refusal } from '../../contract/refusals.ts'
import { type AnswerName, isOwnName } from '../../matching/request/answers.ts'
import { faultOfReference } from '../../matching/request/match-request.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { Database } from '../../platform/database/database.ts'
import { printsIn, type TextPrint } from '../answered-texts.ts'
import { companyNamed } from '../company-store.ts'
import { type ShownWatchlist, showWatchlist } from '../lists.ts'

export type CompanyFactsNeeds = { database: Database; catalogue: Pick<FollowedCatalogue, 'read'> }

/**
 * The facts of a company as they were given, without what was given as nothing, and without answers to conditions that say
 * something else since; `fill`: whether it is filled by its number when it is judged. Refuses `watchlist_not_found`, `not_found`.
 */
export async function companyFacts(
  { database, catalogue }: CompanyFactsNeeds,
  { accountId, watchlistId, reference }: { accountId: string; watchlistId: string; reference: string },
): Promise<{ list: ShownWatchlist; facts: FactsInput; fill: boolean }> {
  const list = await showWatchlist(database, accountId, watchlistId)
  const kept = faultOfReference(reference) === null ? await companyNamed(database, watchlistId, reference) : null
  if (kept === null) throw new Refusal('not_found', 'No company on this watchlist has this reference.')
  const given = JSON.parse(kept.facts) as Record<string, Record<string, unknown>>
  const { answers = {}, fill, ...objects } = given
  const prints = (kept.answeredTexts === null ? {} : JSON.parse(kept.answeredTexts)) as Record<AnswerName, TextPrint>
  const holding = await catalogue.read(({ state }) =>
    Object.entries(answers).filter(([name]) => {
      if (!isOwnName(name)) return true
      const at = name.indexOf('#')
      return prints[name] !== undefined && printsIn(state, name.slice(0, at))?.get(name.slice(at + 1)) === prints[name]
    }),
  )
  const facts = Object.entries(objects).map(([name, object]) => [name, withoutNothing(object)] as const)
  const held = { ...Object.fromEntries(facts), answers: Object.fromEntries(holding) } as FactsInput
  // A row of before has no such word, and is filled.
  return { list, facts: held, fill: typeof fill === 'boolean' ? fill : true }
}

function withoutNothing(object: Record<string, unknown>): Record<string, unknown> {
  const isThere = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isThere(value)))
}
