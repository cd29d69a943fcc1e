/** Keeping a local copy current. */
import { ApiError, IncompleteAnswerError, SubsidiesError } from '../errors.ts'
import { wait } from '../exchange.ts'
import type { Quota } from '../quota.ts'
import { mayPass } from '../retries.ts'
import type { CopyStore } from './copy-store.ts'
import { allowanceSecondsMax, type FollowWait, waitAfterTurn, waitForReset } from './pace.ts'
import { ServiceBehindError, type SyncClient, type SyncOptions, type SyncResult, syncCopy } from './sync.ts'

export type FollowOptions = Omit<SyncOptions, 'startAgain'> & {
  /**
   * Seconds from the end of one turn to the beginning of the next. Where it is not given, the plan decides: turns take at
   * most a fifth of the month's requests, and become rarer while the feed has nothing new. Where it is given, it holds
   * while nine tenths of the month's requests suffice for it; else the wait is longer, which `onWait` is told.
   */
  everySeconds?: number | undefined
  /** Told of what stopped a turn and may pass: no connection, a limit, a month that is used up, a failure of the service. */
  onFailure?: ((failure: unknown) => void) | undefined
  /** Told how long each wait is, and why, before it begins. */
  onWait?: ((wait: FollowWait) => void) | undefined
}

const everySecondsMax = 7 * 86_400

type FollowClient = SyncClient & { readonly lastQuota: Quota | null }

export async function* followCopy(
  client: FollowClient,
  store: CopyStore,
  { everySeconds, onFailure, onWait, ...options }: FollowOptions,
): AsyncGenerator<SyncResult, void> {
  if (everySeconds !== undefined && !(everySeconds >= 1 && everySeconds <= everySecondsMax)) {
    throw new SubsidiesError(`everySeconds must be a number from 1 to ${everySecondsMax}.`)
  }
  let idleTurns = 0
  let cursor: string | null = null
  for (;;) {
    const { result, failure } = await turn(client, store, options)
    if (result === null) onFailure?.(failure)
    const isIdle = result === null || result.cursor === cursor
    idleTurns = isIdle ? idleTurns + 1 : 0
    if (result !== null) {
      cursor = result.cursor
      yield result
    }
    const standing = { everySeconds: everySeconds ?? null, idleTurns, quota: client.lastQuota, now: new Date() }
    const next = afterFailure(failure, waitAfterTurn({ ...standing, chance: Math.random() }))
    onWait?.(next)
    await wait(next.seconds * 1_000, options.signal ?? null)
  }
}

/** What came of it, or the failure that stopped it and may pass. */
async function turn(
  client: SyncClient,
  store: CopyStore,
  options: SyncOptions,
): Promise<{ result: SyncResult | null; failure: unknown }> {
  try {
    return { result: await syncCopy(client, store, options), failure: null }
  } catch (failure) {
    const isPassing =
      mayPass(failure, true) ||
      isMonthUsed(failure) ||
      failure instanceof IncompleteAnswerError ||
      failure instanceof ServiceBehindError
    if (!isPassing) throw failure
    return { result: null, failure }
  }
}

/** A used-up month is waited for to its end, and what the service asks for is kept to. */
function afterFailure(failure: unknown, paced: FollowWait): FollowWait {
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null
  if (asked === null) return paced
  if (isMonthUsed(failure)) return waitForReset(asked, Math.random())
  return asked > paced.seconds ? { seconds: Math.min(asked, allowanceSecondsMax), reason: 'failure' } : paced
}

const isMonthUsed = (failure: unknown): boolean => failure instanceof ApiError && failure.code === 'quota_exceeded'
