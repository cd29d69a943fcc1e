/** An index of the curated catalogue as the service makes it, and what it finds for a search that is read by its meaning. */
import { indexEntry } from '../../src/measures/finding/index-entry.ts'
import { meantSearch } from '../../src/measures/finding/meant-search.ts'
import { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import type { Entry } from '../../src/measures/finding/query.ts'
import { type Understood, understoodOf } from '../../src/measures/finding/understood.ts'
import { naceCover } from '../../src/measures/record/nace-cover.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { curatedMeasures } from './curated-catalogue.ts'

/** The entries of the curated measures at an instant, and as many copies of each under ids of their own. */
export async function curatedEntriesAt(at: Instant, copies = 1): Promise<Entry[]> {
  const measures = await curatedMeasures()
  return Array.from({ length: copies }, (_, copy) =>
    measures.map(({ id, source, record }) => {
      const identity = { sourceId: source.id, updatedAt: 0, withdrawnAt: null, agesAt: null }
      return indexEntry({ ...identity, id: copy === 0 ? id : `${id}-${copy}` }, record, source, at)
    }),
  ).flat()
}

export function indexOf(entries: readonly Entry[]): MeasureIndex {
  return MeasureIndex.build(entries, naceCover)
}

export type Meant = { ids: readonly string[]; total: number; understood: readonly Understood[] }

/** The first ten measures that are meant. */
export function findMeant(index: MeasureIndex, q: string, limit = 10): Meant {
  const search = meantSearch(index, q, {})
  const { ids, total } = index.searchMeant(search.query, { filters: {}, sort: 'relevance', after: null, limit })
  return { ids, total, understood: understoodOf(search, 'en', () => null) }
}
