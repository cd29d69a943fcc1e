/** SQL of `link_check`. */
import type { Sql } from '../../platform/database/database.ts'
import type { LinkCheck } from './seen-address.ts'

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
