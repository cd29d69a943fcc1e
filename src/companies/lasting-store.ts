/** SQL of what outlasts a restore: which enterprises are forgotten. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'

/** By number: the enterprises that are forgotten, each with since when. */
async function forgottenAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ enterprise_number: string; forgotten_at: number }>(
    `select enterprise_number, forgotten_at from forgotten_company where enterprise_number > $1
     order by enterprise_number limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['enterprise_number', 'forgotten_at'])
}

/** Forgets those that are not; answers how many. No backup has what is kept of their accounts. */
function forgetThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into forgotten_company (enterprise_number, forgotten_at) values ($1, cast($2 as bigint))
     on conflict (enterprise_number) do nothing`,
    rows,
  )
}

/** What of companies outlasts a restore: whoever asked to be left out of the register is not back in it. */
export const forgottenEnterprises: Lasting = {
  word: 'forgotten',
  mustBeKnown: true,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['forgotten_company'],
  form: ['text', 'integer'],
  tell: forgottenAfter,
  honour: forgetThose,
}
