/** SQL of `audit_entry`: what was done to accounts, and by whom. Ids are in the order of time. */
import type { Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { AuditAction, AuditEntry } from './audit-entry.ts'

type AuditRow = Row & {
  id: string
  account_id: string
  at: number
  actor: AuditEntry['actor']
  key_id: string | null
  action: string
  subject: string | null
  about: string
}

export async function insertAudit(transaction: Sql, entry: AuditEntry): Promise<void> {
  const { id, accountId, at, actor, keyId, action, subject, about } = entry
  await transaction.run(
    `insert into audit_entry (id, account_id, at, actor, key_id, action, subject, about)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, accountId, at, actor, keyId, action, subject, JSON.stringify(about)],
  )
}

/** At most `limit` entries, newest first; `before` an id: those that are older. */
export async function auditOf(
  sql: Sql,
  accountId: string,
  limit: number,
  before: string | null,
): Promise<AuditEntry[]> {
  const rows = await sql.all<AuditRow>(
    `select id, account_id, at, actor, key_id, action, subject, about from audit_entry
     where account_id = $1 and (cast($3 as text) is null or id < $3) order by id desc limit $2`,
    [accountId, limit, before],
  )
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    at: row.at,
    actor: row.actor,
    keyId: row.key_id,
    // A release that is older than the entry shows it by its name.
    action: row.action as AuditAction,
    subject: row.subject,
    about: JSON.parse(row.about) as Record<string, string>,
  }))
}

/** Deletes what is older than `at`; answers how many entries. */
export function deleteAuditBefore(sql: Sql, at: Instant): Promise<number> {
  return sql.run('delete from audit_entry where at < $1', [at])
}

/** Deletes what is kept of an account. */
export async function deleteAuditOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from audit_entry where account_id = $1', [accountId])
}
