/** Keeping a local copy current. */
import { IncompleteAnswerError, SubsidiesError } from '../errors.ts'
import { wait } from '../exchange.ts'
import { mayPass } from '../retries.ts'
import type { CopyStore } from './copy-store.ts'
import { ServiceBehindError, type SyncClient, type SyncOptions, type SyncResult, syncCopy } from './sync.ts'

export type FollowOptions = Omit<SyncOptions, 'startAgain'> & {
  /** From the end of one turn to the beginning of the next; 60 where not given. */
  everySeconds?: number | undefined
  /** Told of what stopped a turn and may pass: no connection, a limit, a failure of the service. */
  onFailure?: ((failure: unknown) => void) | undefined
}

const everySecondsDefault = 60
const everySecondsMax = 7 * 86_400

export async function* followCopy(
  client: SyncClient,
  store: CopyStore,
  { everySeconds = everySecondsDefault, onFailure, ...options }: FollowOptions,
): AsyncGenerator<SyncResult, void> {
  if (!(everySeconds >= 1 && everySeconds <= everySecondsMax)) {
    throw new SubsidiesError(`everySeconds must be a number from 1 to ${everySecondsMax}.`)
  }
  for (;;) {
    const result = await turn(client, store, options, onFailure)
    if (result !== null) yield result
    await wait(everySeconds * 1_000, options.signal ?? null)
  }
}

/** Null where what stopped it may pass. */
async function turn(
  client: SyncClient,
  store: CopyStore,
  options: SyncOptions,
  onFailure: FollowOptions['onFailure'],
): Promise<SyncResult | null> {
  try {
    return await syncCopy(client, store, options)
  } catch (failure) {
    const isPassing =
      mayPass(failure, true) || failure instanceof IncompleteAnswerError || failure instanceof ServiceBehindError
    if (!isPassing) throw failure
    onFailure?.(failure)
    return null
  }
}
