/** What was done to an account is forgotten with it. */
import { deleteAuditOf } from './audit-store.ts'
import type { Eraser } from './erasure.ts'

export const auditEraser: Eraser = {
  tables: ['audit_entry'],
  erase: ({ database, accountId }) => deleteAuditOf(database, accountId),
}
