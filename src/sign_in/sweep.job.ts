/** Keeps the tables of signing in small. */
import type { Job } from '../platform/jobs.ts'
import { sweepSignIn } from './sweep.ts'

const everyMs = 600_000

export const sweepSignInJob: Job = {
  name: 'sign-in-sweep',
  everyMs,
  run: ({ database, clock }) => sweepSignIn(database, clock.now()),
}
