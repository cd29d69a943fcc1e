/** What the first page shows of the catalogue. */
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { coverageOf } from '../../measures/coverage.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ApplicantType, Language } from '../../values/vocabularies.ts'
import { type ShownRow, shownRows } from '../said/shown-rows.ts'

const rowsOfAKind = 5

/** The kinds of applicants that most visitors are. */
const visitors = [
  'company',
  'self_employed',
  'starter',
  'household',
  'non_profit',
  'farmer',
] as const satisfies readonly ApplicantType[]

export type HomeFound = {
  coverage: ReturnType<typeof coverageOf>
  sources: number
  applicants: readonly { type: ApplicantType; total: number }[]
  closing: readonly ShownRow[]
  newest: readonly ShownRow[]
}

export async function findHome(catalogue: FollowedCatalogue, language: Language, now: Instant): Promise<HomeFound> {
  const { rows, closingIds, newestIds, ...found } = await shownRows(catalogue, language, (current) => {
    const closing = current.index.search({
      words: [],
      filters: { status: ['open', 'continuous', 'forthcoming'], deadline_after: now },
      sort: 'deadline',
      after: null,
      limit: rowsOfAKind,
    })
    const newest = current.index.search({ words: [], filters: {}, sort: 'updated', after: null, limit: rowsOfAKind })
    const [tally] = current.index.tallies({ words: [], mode: 'all' }, {}, ['applicant_type'])
    return {
      ids: [...new Set([...closing.ids, ...newest.ids])],
      closingIds: closing.ids,
      newestIds: newest.ids,
      coverage: coverageOf(current),
      sources: current.state.sources.filter(({ source }) => source.enabled).length,
      applicants: visitors.map((type) => ({ type, total: tally?.get(type) ?? 0 })),
    }
  })
  const rowOf = new Map(rows.map((one) => [one.row.id, one]))
  const inOrder = (ids: readonly string[]) => ids.flatMap((id) => rowOf.get(id) ?? [])
  return { ...found, closing: inOrder(closingIds), newest: inOrder(newestIds) }
}
