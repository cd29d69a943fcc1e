/** Requests as the edge tells them, for tests that need many, or some of a certain kind. */
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import { makeRecorder } from '../../src/usage/recording/recorder.ts'
import type { AnsweredRequest } from '../../src/values/answered-request.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { unobserved } from './observer.ts'

/** A request for the key that was answered well, but for what is given. */
export function answered(at: Instant, given: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    ...{ requestId: newId('req', at), accountId: 'acc_1', keyId: 'key_1', isMetered: true, at, decidedAt: at },
    ...{ method: 'GET', route: '/v1/key', status: 200, code: null, cut: null, durationMs: 1.25, evaluations: 0 },
    ...given,
  }
}

/** Puts requests into the log and the figures, as a service does. */
export async function takeDown(database: Database, requests: readonly AnsweredRequest[]): Promise<void> {
  const recorder = makeRecorder(database, unobserved)
  for (const request of requests) recorder.note(request)
  await recorder.stop()
}
