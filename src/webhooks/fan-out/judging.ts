/** Judging events by the filters of endpoints, of which many are alike: what is known of each is made ready once a step. */
import { subsidyIdOf } from '../../changes/event/event.ts'
import { idsKnownTogether } from '../../measures/versions/known-as.ts'
import type { Sql } from '../../platform/database/database.ts'
import { type FilteredEvent, filteredEvent, type Judge, judgeOf, parseFilters, type Told } from '../filters.ts'

/** Of filters as they are kept, which events pass them. */
export type Judging = (filters: string) => (event: Told) => boolean

/** Of filters whose judges are kept: most endpoints have short ones, and many the same. */
const charactersMax = 4_000_000

/** For these events; merges are those of now. */
export async function judging(sql: Sql, events: readonly Told[]): Promise<Judging> {
  const subsidyIds = events.map(subsidyIdOf).filter((id) => id !== null)
  const idsOf = await idsKnownTogether(sql, subsidyIds)
  const readied = new Map<Told, FilteredEvent>(events.map((event) => [event, filteredEvent(event, idsOf)]))
  const judges = new Map<string, Judge>()
  let characters = 0
  return (filters) => {
    const known = judges.get(filters)
    const judge = known ?? judgeOf(parseFilters(filters))
    if (known === undefined) {
      characters += filters.length
      if (characters > charactersMax) {
        judges.clear()
        characters = filters.length
      }
      judges.set(filters, judge)
    }
    return (event) => {
      const told = readied.get(event)
      return told !== undefined && judge(told)
    }
  }
}
