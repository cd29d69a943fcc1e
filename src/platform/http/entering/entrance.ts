/** What an entrance is asked about a caller, and what it answers. There is one for each kind of caller; the server has them by name. */
import type { IncomingMessage } from 'node:http'
import type { Headers } from '../../../contract/call.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import type { Warning } from '../../../contract/warnings.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Capability } from '../../../values/vocabularies.ts'

/** A request before its body is looked at. */
export type Asked = {
  readonly request: IncomingMessage
  /** The client's. */
  readonly address: string
  readonly now: Instant
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** What the route and the parameters in use need of a plan. */
  capabilitiesAsked(): readonly Capability[]
}

export type Entered = {
  /** Given to the work as `call.caller`: of the type that the access profile says. */
  caller?: unknown
  accountId?: string
  /** The key that it came with. */
  keyId?: string
  /** When it was decided, by the clock that the account's limits go by; the process's own where it is not given. */
  at?: Instant
  /** On every answer from here on, also where the caller is refused. */
  headers?: Headers
  /** Why the caller is not let in, where that is known of whom. Whoever is not known is refused by a throw. */
  refusal?: Refusal
  /** Answered in place of everything else, where callers of this kind are turned away in words of their own. */
  answer?: { status: number; body: Buffer }
  /** Asked when the body has come, before it is read: a signature is over its bytes. */
  judgeBody?(bytes: Buffer): Refusal | null
  /** Done before the work: lets this process catch up. What it says goes into `meta.warnings`. */
  beforeWork?(): Promise<readonly Warning[]> | readonly Warning[]
}

/** Throws the refusal of who is not let in. Bounded in time by the server. */
export type Entrance = (asked: Asked) => Promise<Entered> | Entered
