/** Makes digests when they are due. */
import type { Job } from '../platform/jobs.ts'
import { queueDigests } from './queue-digests.ts'

const everyMs = 30_000

export const digestJob: Job = {
  name: 'digests',
  everyMs,
  run: async (context) => {
    await queueDigests(context)
  },
}
