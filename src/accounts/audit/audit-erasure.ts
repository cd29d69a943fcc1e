/** What was done to an account is forgotten with it. */

import type { Eraser } from '../erasure.ts'
import { deleteAuditOf } from './audit-store.ts'

export const auditEraser: Eraser = {
  tables: ['audit_entry'],
  erase: ({ database, accountId }) => deleteAuditOf(database, accountId),
}
