/** What of accounts outlasts a restore: who was deleted is deleted again, and a key that was revoked stays revoked. */
import type { Sql } from '../../platform/database/database.ts'
import type { Lasting, LastingRow } from '../../platform/database/lasting.ts'
import { markDeleted, standingUndeleted } from '../store.ts'
import {
  deletedAfter,
  noteDeleted,
  noteRevoked,
  revokedAfter,
  revokedBeforeAfter,
  revokeThose,
} from './lasting-store.ts'

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
