/** Who made, revoked, rotated or changed what: told by the operations that do it, in their transaction. */
import type { Sql } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { newId } from '../../platform/new-id.ts'
import { type Instant, monthsBefore } from '../../values/brussels.ts'
import type { Eraser } from '../erasure.ts'
import type { Actor, AuditAction, AuditEntry } from './audit-entry.ts'
import { auditOf, deleteAuditBefore, deleteAuditOf, insertAudit } from './audit-store.ts'

type Deed = {
  accountId: string
  actor: Actor
  action: AuditAction
  subject?: string | null
  about?: Readonly<Record<string, string>>
}

/** Kept so long (contract 10). */
const auditMonths = 13

/** Notes a deed, in the transaction that does it. */
export async function noteAudit(transaction: Sql, at: Instant, deed: Deed): Promise<void> {
  const { accountId, actor, action, subject = null, about = {} } = deed
  const keyId = actor.kind === 'key' ? actor.id : null
  await insertAudit(transaction, {
    ...{ id: newId('aud', at), accountId, at, actor: actor.kind, keyId, action, subject, about },
  })
}

/** At most `limit` deeds, newest first, older than `before` where it is given (the id of the last one shown). */
export function listAudit(
  sql: Sql,
  accountId: string,
  { limit, before = null }: { limit: number; before?: string | null },
): Promise<AuditEntry[]> {
  return auditOf(sql, accountId, limit, before)
}

/** What was done to an account is forgotten with it. */
export const auditEraser: Eraser = {
  tables: ['audit_entry'],
  erase: ({ database, accountId }) => deleteAuditOf(database, accountId),
}

/** Keeps the audit list to its time. */
export const forgetAuditJob: Job = {
  name: 'audit-retention',
  everyMs: 3_600_000,
  run: async ({ database, clock }) => void (await deleteAuditBefore(database, monthsBefore(clock.now(), auditMonths))),
}
