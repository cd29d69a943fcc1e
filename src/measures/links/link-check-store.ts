/** SQL of `link_check`. */
import type { Reads, Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { LinkCheck, LinkOutcome } from './seen-address.ts'

const columns = ['measure_id', 'url', 'outcome', 'http_status', 'final_url', 'checked_at', 'publication'] as const

/** Puts what was seen in the place of what was seen before. */
export async function putLinkChecks(
  transaction: Sql,
  checks: readonly (LinkCheck & { measureId: string })[],
  publication: number,
): Promise<void> {
  await transaction.insertMany(
    'link_check',
    columns,
    checks.map((check) => [
      check.measureId,
      check.url,
      check.outcome,
      check.httpStatus,
      check.finalUrl,
      check.checkedAt,
      publication,
    ]),
    `on conflict (measure_id) do update set ${columns
      .slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
  )
}

type CheckRow = Row & { measure_id: string; url: string; outcome: LinkOutcome; checked_at: number }

export type MadeCheck = { measureId: string; url: string; outcome: LinkOutcome; checkedAt: Instant }

/** The checks made after that publication, a page in the order of their measures, after the measure `id`. */
export async function linkChecksPage(sql: Reads, publication: number, id: string, limit: number): Promise<MadeCheck[]> {
  const rows = await sql.all<CheckRow>(
    `select measure_id, url, outcome, checked_at from link_check where publication > $1 and measure_id > $2
     order by measure_id limit $3`,
    [publication, id, limit],
  )
  return rows.map((row) => ({
    measureId: row.measure_id,
    url: row.url,
    outcome: row.outcome,
    checkedAt: row.checked_at,
  }))
}
