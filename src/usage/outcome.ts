/** How requests end, as figures of use tell them apart. */

/**
 * `answered`: with what was asked for (2xx, 3xx). `refused`: by plan or limits (402, 403, 429). `faulty`: for what was sent (any
 * other 4xx). `failed`: by us (5xx), or no whole answer reached whoever asked.
 */
export const outcomes = ['answered', 'refused', 'faulty', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** Status of a request whose client left before it was answered. */
const clientGone = 499
const refusals = [402, 403, 429]
const [firstFault, firstFailure] = [400, 500]

/** `cut`: why the answer did not leave whole; null where it did. */
export function outcomeOf(status: number, cut: string | null): Outcome {
  if (status >= firstFailure || status === clientGone || cut !== null) return 'failed'
  if (status < firstFault) return 'answered'
  return refusals.includes(status) ? 'refused' : 'faulty'
}
