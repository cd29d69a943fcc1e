/** Who erases what a deleted account left, in their order; every personal table is named by one of them. */

import { auditEraser } from './accounts/audit/audit.ts'
import type { Eraser } from './accounts/erasure.ts'
import { billingEraser } from './billing/leaving.ts'
import { eventEraser } from './changes/leaving.ts'
import { digestEraser } from './digests/leaving.ts'
import { usageEraser } from './limits/leaving.ts'
import { mailEraser } from './mail/leaving.ts'
import { signInEraser } from './sign_in/leaving.ts'
import { requestEraser } from './usage/leaving.ts'
import { watchlistEraser } from './watchlists/leaving.ts'
import { webhookEraser } from './webhooks/leaving.ts'

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
