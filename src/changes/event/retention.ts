/** How long the feed is kept, and which positions in it hold (specification, Change feed; contract 6). */
import type { Instant } from '../../values/brussels.ts'

const hourMs = 3_600_000

/** Events are retained 400 days of 24 hours. */
export const retentionMs = 400 * 24 * hourMs

/**
 * What is past its time stays in the store this much longer, so that what a request began to read cannot be taken from
 * under it (a request lasts 30 s at most). It is not served any more.
 */
export const purgeDelayMs = hourMs

/** Events older than this are not served. */
export function oldestServed(now: Instant): Instant {
  return now - retentionMs
}

/** Events older than this are deleted. */
export function oldestStored(now: Instant): Instant {
  return now - retentionMs - purgeDelayMs
}

/** How far the feed reaches: a position `p` has read every event up to `p`. */
export type Extent = {
  /** The newest event's place; 0 before the first. */
  lastSeq: number
  /** The place of the newest event that is not served any more; 0 while there is none. */
  goneSeq: number
}

/** Why a position cannot be gone on from; null when it can: then nothing is skipped. */
export function positionFault(position: number, { lastSeq, goneSeq }: Extent): 'ahead' | 'gone' | null {
  if (position > lastSeq) return 'ahead'
  return position < goneSeq ? 'gone' : null
}
