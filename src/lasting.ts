/** What outlasts a restore, in the order in which it is honoured: who is erased first, of whom nothing more is to be kept. */
import { erasedAccounts, keysRevokedBefore, revokedKeys } from './accounts/lasting/lasting.ts'
import { formerLives } from './backup/told/told.ts'
import { endedPayments } from './billing/lasting/lasting.ts'
import { countedEvaluations, countedRequests } from './limits/lasting/lasting.ts'
import { endedMails } from './mail/lasting/lasting.ts'
import type { Lasting } from './platform/database/lasting.ts'
import { arrivedDeliveries } from './webhooks/lasting/lasting.ts'

export const lasting: readonly Lasting[] = [
  erasedAccounts,
  revokedKeys,
  keysRevokedBefore,
  countedRequests,
  countedEvaluations,
  endedMails,
  arrivedDeliveries,
  endedPayments,
  formerLives,
]
