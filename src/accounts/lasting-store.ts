/** SQL of what outlasts a restore: which accounts were deleted, and which keys revoked. */
import type { Reads, Sql } from '../platform/database/database.ts'
import {
  changedByEach,
  type Lasting,
  type LastingRow,
  lastingPerPage,
  lastingRows,
} from '../platform/database/lasting.ts'
import { markDeleted, standingUndeleted } from './store.ts'

/** By id: the accounts that were deleted, each with when. */
async function deletedAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; deleted_at: number }>(
    `select id, deleted_at from erased_account where id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'deleted_at'])
}

/** Writes that they were deleted; accounts themselves are not touched. */
async function noteDeleted(sql: Sql, rows: readonly LastingRow[]): Promise<void> {
  await sql.insertMany('erased_account', ['id', 'deleted_at'], rows, 'on conflict (id) do nothing')
}

/** By id: the keys that were revoked, each with when. */
async function revokedAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; revoked_at: number }>(
    `select id, revoked_at from api_key where revoked_at is not null and id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'revoked_at'])
}

/** Revokes those that are not; answers how many. */
function revokeThose(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(sql, 'update api_key set revoked_at = $2 where id = $1 and revoked_at is null', rows)
}

/** By id: the keys that earlier lives of the store revoked, each with when. */
async function revokedBeforeAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ id: string; revoked_at: number }>(
    `select id, revoked_at from revoked_key where id > $1 order by id limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['id', 'revoked_at'])
}

/** Writes that they were revoked, for the lives after this one; keys themselves are not touched. */
async function noteRevoked(sql: Sql, rows: readonly LastingRow[]): Promise<void> {
  await sql.insertMany('revoked_key', ['id', 'revoked_at'], rows, 'on conflict (id) do nothing')
}

/** What of accounts outlasts a restore: who was deleted is deleted again, and a key that was revoked stays revoked. */
export const erasedAccounts: Lasting = {
  word: 'erased',
  mustBeKnown: true,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['erased_account'],
  form: ['text', 'integer'],
  tell: deletedAfter,
  async honour(sql, rows) {
    const standing = await standingUndeleted(
      sql,
      rows.map(([id]) => String(id)),
    )
    await noteDeleted(sql, rows)
    // What they left is erased by the job that erases what every deleted account leaves.
    for (const [id, at] of rows) if (standing.has(String(id))) await markDeleted(sql, String(id), Number(at))
    return standing.size
  },
}

export const revokedKeys: Lasting = {
  word: 'revoked',
  mustBeKnown: true,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['api_key'],
  form: ['text', 'integer'],
  tell: revokedAfter,
  honour: revokeAndNote,
}

/** Those of earlier lives of the store: keys that it may not have, and that a backup may. */
export const keysRevokedBefore: Lasting = {
  ...revokedKeys,
  word: 'revoked_before',
  tables: ['revoked_key'],
  tell: revokedBeforeAfter,
}

async function revokeAndNote(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  await noteRevoked(sql, rows)
  return revokeThose(sql, rows)
}
