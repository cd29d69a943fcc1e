/** Who made, revoked, rotated or changed what: told by the operations that do it, in their transaction. */
import type { Sql } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Actor, AuditAction, AuditEntry } from './audit-entry.ts'
import { auditOf, deleteAuditBefore, insertAudit } from './audit-store.ts'

type Deed = {
  accountId: string
  actor: Actor
  action: AuditAction
  subject?: string | null
  about?: Readonly<Record<string, string>>
}

/** Kept so long (contract 10). */
export const auditMonths = 13

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

/** Forgets deeds of before `at`; answers how many. */
export function forgetAuditBefore(sql: Sql, at: Instant): Promise<number> {
  return deleteAuditBefore(sql, at)
}
