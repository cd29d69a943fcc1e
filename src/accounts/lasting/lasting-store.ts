/** SQL of what outlasts a restore: which accounts were deleted, and which keys revoked. */
import type { Reads, Sql } from '../../platform/database/database.ts'
import { changedByEach, type LastingRow, lastingPerPage, lastingRows } from '../../platform/database/lasting.ts'

/** By id: the accounts that were deleted, each with when. */
export async function deletedAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; deleted_at: number }>(
    `select id, deleted_at from erased_account where id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'deleted_at'])
}

/** Writes that they were deleted; accounts themselves are not touched. */
export async function noteDeleted(sql: Sql, rows: readonly LastingRow[]): Promise<void> {
  await sql.insertMany('erased_account', ['id', 'deleted_at'], rows, 'on conflict (id) do nothing')
}

/** By id: the keys that were revoked, each with when. */
export async function revokedAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; revoked_at: number }>(
    `select id, revoked_at from api_key where revoked_at is not null and id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'revoked_at'])
}

/** Revokes those that are not; answers how many. */
export function revokeThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(sql, 'update api_key set revoked_at = $2 where id = $1 and revoked_at is null', rows)
}

/** By id: the keys that earlier lives of the store revoked, each with when. */
export async function revokedBeforeAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; revoked_at: number }>(
    `select id, revoked_at from revoked_key where id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'revoked_at'])
}

/** Writes that they were revoked, for the lives after this one; keys themselves are not touched. */
export async function noteRevoked(sql: Sql, rows: readonly LastingRow[]): Promise<void> {
  await sql.insertMany('revoked_key', ['id', 'revoked_at'], rows, 'on conflict (id) do nothing')
}
