/** Events by their ids, as whoever sends them asks for them. */
import type { Sql } from '../platform/database/database.ts'
import type { StoredEvent } from './event/render-event.ts'
import { eventsOfIds } from './feed-store.ts'

/** Those of the events that are in the feed still, by id. */
export async function eventsById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, StoredEvent>> {
  return new Map((await eventsOfIds(sql, ids)).map((event) => [event.id, event]))
}
