/** Deletes what has ended by itself: sessions, links, spent tokens, delays, networks. What has ended lets nobody in, swept or not. */
import type { Database } from '../platform/database/database.ts'
import type { Job } from '../platform/jobs.ts'
import type { Instant } from '../values/brussels.ts'
import { deleteExpiredTokens } from './google/person-store.ts'
import { deleteExpired, deleteRequestsSince } from './links/link-store.ts'
import { deleteNetworksBefore } from './networks/known-network-store.ts'
import { networkBounds } from './networks/known-networks.ts'
import { deleteDelaysBefore } from './passwords/password-store.ts'
import { deleteEnded } from './session-store.ts'

const hourMs = 3_600_000
/** A delay is forgotten so long after it ended: until then the next attempt goes on from it. */
const delayKeptMs = 24 * hourMs

async function sweepSignIn(database: Database, now: Instant): Promise<void> {
  await deleteEnded(database, now)
  await deleteExpired(database, now)
  await deleteRequestsSince(database, now - hourMs)
  await deleteExpiredTokens(database, now)
  await deleteDelaysBefore(database, now - delayKeptMs)
  await deleteNetworksBefore(database, now - networkBounds.keptMs)
}

const everyMs = 600_000

/** Keeps the tables of signing in small. */
export const sweepSignInJob: Job = {
  name: 'sign-in-sweep',
  everyMs,
  run: ({ database, clock }) => sweepSignIn(database, clock.now()),
}
