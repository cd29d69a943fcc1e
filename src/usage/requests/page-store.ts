/** SQL of reading `request_page`. Ids are in the order of time: the newest page has the last of them. */
import type { Reads, Row } from '../../platform/database/database.ts'

/** A page of the request log, as it is stored. */
export type StoredPage = { id: string; body: string }

/** At most `limit` pages from an id down (that included; null: from the newest on) to another, newest first. */
export async function pagesDown(
  sql: Reads,
  accountId: string,
  { from, downTo, limit }: { from: string | null; downTo: string; limit: number },
): Promise<StoredPage[]> {
  const rows = await sql.all<Row & StoredPage>(
    `select id, body from request_page
     where account_id = $1 and (cast($2 as text) is null or id <= $2) and id >= $3 order by id desc limit $4`,
    [accountId, from, downTo, limit],
  )
  return rows.map(({ id, body }) => ({ id, body }))
}

/** At most `limit` pages after an id, up to another, oldest first. */
export async function pagesUp(
  sql: Reads,
  accountId: string,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<StoredPage[]> {
  const rows = await sql.all<Row & StoredPage>(
    'select id, body from request_page where account_id = $1 and id > $2 and id < $3 order by id limit $4',
    [accountId, after, upTo, limit],
  )
  return rows.map(({ id, body }) => ({ id, body }))
}
