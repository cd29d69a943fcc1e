/** A request of an account whose answer has left, whole or cut, or whose client has: what is told of it, for its owner. */
import type { Instant } from './brussels.ts'

/** Never a path as it was sent, a query, a body or an address. */
export type AnsweredRequest = {
  requestId: string
  accountId: string
  /** The key that it came with; null where it came without one (a session). */
  keyId: string | null
  /** Whether it draws on the account's limits. What a session asks for does not, but for the evaluations that it counts. */
  isMetered: boolean
  /** When it came, by the clock of its process: the instant in its id. */
  at: Instant
  /** When it was decided, by the clock that limits go by: its UTC day and month are those that it counts in. */
  decidedAt: Instant
  method: string
  /** Pattern of the route, with `{name}` for what stood in the path. */
  route: string
  /** 499 where the client left before it was answered; no answer ever carries that. */
  status: number
  /** Of the error that was answered; null where none was. */
  code: string | null
  /** Why the answer did not leave whole; null where it did. */
  cut: string | null
  durationMs: number
  /** Match evaluations that it counted. */
  evaluations: number
}
