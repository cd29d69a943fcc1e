/** Every measure of the store, page by page in the order of their ids: for work that looks through all of them. */
import type { Sql } from '../platform/database/database.ts'
import { measuresPage as page } from './catalogue/catalogue-store.ts'
import type { StoredMeasure } from './versions/store.ts'

/** At most `limit` measures after the id `after` (the empty text: from the first). */
export function measuresPage(sql: Sql, after: string, limit: number): Promise<StoredMeasure[]> {
  return page(sql, after, limit)
}
