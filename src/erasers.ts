/** Who erases what a deleted account left, in their order; every personal table is named by one of them. */

import { auditEraser } from './accounts/audit/audit-erasure.ts'
import type { Eraser } from './accounts/erasure.ts'
import { billingEraser } from './billing/leaving/erasure.ts'
import { eventEraser } from './changes/leaving/erasure.ts'
import { digestEraser } from './digests/leaving/erasure.ts'
import { usageEraser } from './limits/leaving/erasure.ts'
import { mailEraser } from './mail/leaving/erasure.ts'
import { signInEraser } from './sign_in/leaving/erasure.ts'
import { requestEraser } from './usage/leaving/erasure.ts'
import { watchlistEraser } from './watchlists/leaving/erasure.ts'
import { webhookEraser } from './webhooks/leaving/erasure.ts'

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
