/** Looks what accounts have used of their month. */
import type { Job } from '../../platform/jobs.ts'
import { tellQuotas } from './tell-quotas.ts'

const everyMs = 60_000

export const tellQuotasJob: Job = {
  name: 'quota-mail',
  everyMs,
  run: async (context) => {
    await tellQuotas(context)
  },
}
