/** Who erases what a deleted account left, in their order; every personal table is named by one of them. */

import { auditEraser } from './accounts/audit/audit-erasure.ts'
import type { Eraser } from './accounts/erasure.ts'
import { billingEraser } from './billing/ending/account-erasure.ts'
import { eventEraser } from './changes/account-erasure.ts'
import { digestEraser } from './digests/account-erasure.ts'
import { usageEraser } from './limits/account-erasure.ts'
import { mailEraser } from './mail/account-erasure.ts'
import { signInEraser } from './sign_in/account-erasure.ts'
import { requestEraser } from './usage/account-erasure.ts'
import { watchlistEraser } from './watchlists/account-erasure.ts'
import { webhookEraser } from './webhooks/account-erasure.ts'

/** Lists before events: who is told of a change holds his list, and none is told when they are gone. So it is with endpoints. */
export const erasers: readonly Eraser[] = [
  watchlistEraser,
  webhookEraser,
  eventEraser,
  usageEraser,
  digestEraser,
  mailEraser,
  requestEraser,
  billingEraser,
  signInEraser,
  auditEraser,
]
