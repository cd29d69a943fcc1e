/** One attempt at a delivery: what is sent, to whom, and what its answer means. */
import type { Egress } from '../../platform/egress/post-once.ts'
import type { Instant } from '../../values/brussels.ts'
import { sentHeaders } from '../deliveries/sent-headers.ts'
import { signatureOf } from '../signature.ts'
import type { Claimed } from './claim.ts'
import type { Outcome } from './finish.ts'

/** Characters of an answer that are repeated (contract 8, `last_error`). */
const excerptMax = 500
const redirects = [300, 399] as const
const successes = [200, 299] as const

/** Whether the receiver took the delivery. */
export function isSuccess(status: number): boolean {
  return status >= successes[0] && status <= successes[1]
}

/** Of an answer that is no success: `redirect` or `status`, and the first printable characters of its body, if it has any. */
export function errorOfAnswer(status: number, body: Buffer): string {
  const kind = status >= redirects[0] && status <= redirects[1] ? 'redirect' : 'status'
  const shown = printable(body)
  return shown === '' ? kind : `${kind}: ${shown}`
}

/** White space as one space; what is no text (control characters, halves of characters) is left out. */
function printable(body: Buffer): string {
  const text = body
    .toString('utf8')
    .replace(/[^\P{C}\s]|\uFFFD/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...text].slice(0, excerptMax).join('')
}

export type AttemptMeans = {
  egress: Egress
  /** Service name with version, and where to read about us. */
  userAgent: string
  /** The time that stands in the signature. */
  now(): Instant
  /** Milliseconds that only grow, also while the process stands still. */
  elapsedMs(): number
  /** How long a claim holds. */
  claimMs: number
}

const millisecondsPerSecond = 1_000
/**
 * In the last part of its claim nothing is sent any more: a process that stood still for longer finds that somebody else
 * may have delivered it meanwhile, and what was shown as delivered is never sent again.
 */
const marginShare = 1 / 20

/** Sends a delivery that this process claimed at `claimedMs` (of `elapsedMs`). */
export async function attempt(
  claimed: Claimed,
  claimedMs: number,
  means: AttemptMeans,
  signal: AbortSignal,
): Promise<Outcome> {
  const { endpoint, body } = claimed
  const signature = signatureOf(endpoint.secret, Math.floor(means.now() / millisecondsPerSecond), body)
  const outcome = await means.egress.post({
    url: endpoint.url,
    headers: sentHeaders(means.userAgent, claimed, signature),
    body,
    mayBegin: () => !signal.aborted && means.elapsedMs() - claimedMs < means.claimMs * (1 - marginShare),
    signal,
  })
  switch (outcome.kind) {
    case 'withheld':
      return outcome
    case 'failed':
      return { kind: 'failed', status: null, error: outcome.error }
    case 'answered': {
      const { status, excerpt } = outcome
      if (isSuccess(status)) return { kind: 'delivered', status }
      return { kind: 'failed', status, error: errorOfAnswer(status, excerpt) }
    }
  }
}
