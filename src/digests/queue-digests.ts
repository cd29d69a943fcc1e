/**
 * Making the digests that are due: a mail in the outbox, in the transaction that moves the digest's place in the feed. So each
 * period is told once, whatever stops in between; periods that passed while nobody looked are told as one.
 */
import { newestPlace } from '../changes/consumer.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { pagesOf } from '../platform/database/pages.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Job } from '../platform/jobs.ts'
import type { Instant } from '../values/brussels.ts'
import { standingLists } from '../watchlists/lists.ts'
import { type Digest, deleteDigest, dueDigests, moveDigest } from './digest-store.ts'
import { nextDue } from './every.ts'

/** The kind of the mail. */
export const digestMail = 'digest'
/** Digests made in one transaction. */
const digestsAtOnce = 100

type Context = { database: Database; clock: Clock; signal: AbortSignal }

/**
 * Answers how many mails were made. A digest of what was deleted ends here. Throws `ItemsFailed` when all were tried and some could not
 * be made.
 */
export async function queueDigests({ database, clock, signal }: Context): Promise<number> {
  const now = clock.now()
  const faults = new ItemFaults()
  const pages = pagesOf<Digest, string>({
    first: '',
    rowsPerPage: digestsAtOnce,
    read: (after) => dueDigests(database, now, after, digestsAtOnce),
    placeOf: ({ subject }) => subject,
  })
  let made = 0
  for await (const due of pages) {
    if (signal.aborted) return made
    const work = (digests: readonly Digest[]): Promise<number> => queueSome(database, now, digests)
    for (const queued of await faults.attemptTogether(due, ({ subject }) => subject, work, signal)) made += queued
  }
  faults.throwIfAny()
  return made
}

/** Makes the mails of those digests in one transaction; answers how many. */
async function queueSome(database: Database, now: Instant, due: readonly Digest[]): Promise<number> {
  const lists = due.filter(({ kind }) => kind === 'watchlist').map(({ subject }) => subject)
  const standing = await standingLists(database, lists)
  return database.transaction(async (transaction) => {
    const seq = await newestPlace(transaction)
    let queued = 0
    for (const digest of due) {
      const { accountId, subject, kind, every } = digest
      if (kind === 'watchlist' && !standing.has(subject)) {
        await deleteDigest(transaction, accountId, subject)
        continue
      }
      const to = { seq, sinceAt: now, dueAt: nextDue(every, now) }
      if (!(await moveDigest(transaction, digest, to)) || seq <= digest.seq) continue
      if (await queueMail(transaction, now, mailOf(digest, seq))) queued += 1
    }
    return queued
  })
}

/** Where in the feed it stands: what happened there is read when it is sent. */
function mailOf({ accountId, subject, kind, every, seq, sinceAt, dueAt }: Digest, upTo: number) {
  return {
    ...{ accountId, kind: digestMail, cause: `${subject} ${dueAt}` },
    parameters: { subject, of: kind, every, after: seq, up_to: upTo, since: sinceAt },
  }
}

const everyMs = 30_000

/** Makes digests when they are due. */
export const digestJob: Job = {
  name: 'digests',
  everyMs,
  run: async (context) => {
    await queueDigests(context)
  },
}
