/** How far telling accounts lags behind the feed. */
import { type Backlog, versionBacklog } from '../../changes/version-consumer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { reevaluationConsumer } from './reevaluate.ts'

/** Versions that are counted; more are said to be so many at least. */
export const backlogCountMax = 10_000

/** The versions of which watched companies have not been told yet. */
export function reevaluationBacklog(sql: Sql): Promise<Backlog> {
  return versionBacklog(sql, reevaluationConsumer, backlogCountMax)
}
