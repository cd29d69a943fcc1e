/** SQL of which ids lead to which measure. */

import type { Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'

type MergedRow = Row & { id: string; merged_from: string; survivor: string | null; survivor_from: string | null }

/** Of those of the measures that there are: every other id that leads where theirs does. */
export async function mergedWith(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<MergedRow>(
    `select m.id, m.merged_from, m.merged_into as survivor, s.merged_from as survivor_from
     from measure m left join measure s on s.id = m.merged_into
     where m.id in (${places})`,
    values,
  )
  return new Map(
    rows.map(({ id, merged_from, survivor, survivor_from }) => {
      const leading = [...idsIn(merged_from), ...(survivor === null ? [] : [survivor]), ...idsIn(survivor_from ?? '[]')]
      return [id, leading.filter((other) => other !== id)]
    }),
  )
}

/** The lists are written by merges alone. */
function idsIn(text: string): string[] {
  return JSON.parse(text) as string[]
}
