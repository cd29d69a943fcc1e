/** What somebody typed, read as a situation with the names of one index, and as that index is asked it. */
import { readSituation, type Situation } from '../../situations/read-situation.ts'
import { type MeantQuery, meantQuery } from './meant-query.ts'
import type { MeasureIndex } from './measure-index.ts'
import type { Filters } from './query.ts'

export type MeantSearch = { situation: Situation; query: MeantQuery }

/** `filters`: those that the caller gave, which win over what is understood. */
export function meantSearch(index: MeasureIndex, q: string, filters: Filters): MeantSearch {
  const situation = readSituation(q, index)
  return { situation, query: meantQuery(situation, filters) }
}
