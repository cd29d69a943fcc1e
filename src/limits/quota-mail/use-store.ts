/** SQL that reads what accounts have used of a month, account after account. */
import type { Sql } from '../../platform/database/database.ts'

export type AccountUse = { id: string; plan: string; requests: number; evaluations: number }

/**
 * The first `limit` accounts after an id that have a plan and an address that mail is sent to, by id, each with what it has used in
 * that UTC month: two rows are looked up for each, however many months are kept.
 */
export function usesAfter(sql: Sql, after: string, month: string, limit: number): Promise<AccountUse[]> {
  return sql.all<AccountUse>(
    `select a.id, a.plan, coalesce(m.requests, 0) as requests, coalesce(u.evaluations, 0) as evaluations
     from (select id, plan from account
           where id > $1 and plan is not null and email_verified = 1 and deleted_at is null order by id limit $3) a
     left join meter m on m.account_id = a.id and m.month = $2
     left join match_usage u on u.account_id = a.id and u.month = $2
     order by a.id`,
    [after, month, limit],
  )
}
