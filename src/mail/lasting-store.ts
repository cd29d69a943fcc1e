/** SQL of what outlasts a restore: which mails were sent or given up. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'
import type { Instant } from '../values/brussels.ts'

const columns = ['id', 'account_id', 'kind', 'cause', 'state', 'created_at', 'ended_at'] as const

/** By id: mails of which nothing was left to do from then on. */
async function endedAfter(reads: Reads, after: LastingRow | null, since: Instant): Promise<LastingRow[]> {
  const rows = await reads.all(
    `select ${columns.join(', ')} from mail where id > $1 and ended_at >= $2 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? '', since],
  )
  return lastingRows(rows, columns)
}

/** Ends them where they wait; of those that are not there it is kept that there was one, of accounts that there are. */
function endThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into mail (${columns.join(', ')}, parameters, due_at)
     select $1, $2, $3, $4, $5, cast($6 as bigint), cast($7 as bigint), '{}', null
     where exists (select 1 from account where id = $2)
     on conflict (kind, cause) do update set state = excluded.state, ended_at = excluded.ended_at, due_at = null,
       claim_token = null, claimed_until = null where mail.state = 'queued'`,
    rows,
  )
}

/** What of mail outlasts a restore: what was told is not told a second time. */
export const endedMails: Lasting = {
  word: 'mailed',
  mustBeKnown: false,
  // As long as mails are kept: what is told once a month is told once.
  toldDays: 35,
  tables: ['mail'],
  form: ['text', 'text', 'text', 'text', 'text', 'integer', 'integer'],
  tell: endedAfter,
  honour: endThose,
}
