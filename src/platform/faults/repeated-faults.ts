/**
 * What fails again and again, as everything that asks the store does in an outage: the log has the first failure of each subject whole,
 * then one line a minute with how many were left out, and one when it is over.
 */
import { StoreError } from '../database/store-error.ts'
import { faultFields, type Log } from '../log.ts'
import type { LogFields } from '../log-lines/log-line.ts'

type Level = 'warn' | 'error'
type Failure = { level: Level; fields: LogFields; message: string; fault: unknown }
/** `failures`: since it began; `leftOut`: since the newest line. */
type Lasting = {
  group: string
  failures: number
  leftOut: number
  toldAtMs: number
  failedAtMs: number
  newest: Failure
}

/** Between two lines about one subject. */
const againMs = 60_000
/** Without a failure for so long a subject is over, where nobody says so. */
const quietMs = 120_000
const lookMs = 30_000
/** Subjects that are remembered at once; the one that began first is told to be over when there is one more. */
const subjectsMax = 1_000
/** Of a message: what tells causes apart; the rest is mostly numbers. */
const causeCharactersMax = 60

export class RepeatedFaults {
  readonly #log: Pick<Log, Level | 'info'>
  readonly #nowMs: () => number
  readonly #lasting = new Map<string, Lasting>()
  #timer: ReturnType<typeof setInterval> | null = null

  /** `nowMs`: a clock that never goes back; only tests name another. */
  constructor(log: Pick<Log, Level | 'info'>, nowMs: () => number = () => performance.now()) {
    this.#log = log
    this.#nowMs = nowMs
  }

  /** `group`: what failed (a job, a kind of work); with its cause it is a subject of lines. */
  failed(group: string, failure: Failure): void {
    const nowMs = this.#nowMs()
    const subject = `${group}\n${causeOf(failure.fault)}`
    const known = this.#lasting.get(subject)
    if (known === undefined) {
      this.#log[failure.level]({ ...faultFields(failure.fault), ...failure.fields }, failure.message)
      this.#remember(subject, { group, failures: 1, leftOut: 0, toldAtMs: nowMs, failedAtMs: nowMs, newest: failure })
      return
    }
    Object.assign(known, { failures: known.failures + 1, failedAtMs: nowMs, newest: failure })
    if (nowMs - known.toldAtMs < againMs) known.leftOut += 1
    else this.#tellAgain(known, nowMs)
  }

  /** The group has done its work: whatever kept it from that is over. */
  worked(group: string): void {
    if (this.#lasting.size === 0) return
    for (const [subject, lasting] of this.#lasting) if (lasting.group === group) this.#end(subject, lasting)
  }

  /** Ends what has not failed for a while. */
  look(): void {
    const nowMs = this.#nowMs()
    for (const [subject, lasting] of this.#lasting) {
      if (nowMs - lasting.failedAtMs >= quietMs) this.#end(subject, lasting)
    }
  }

  /** Tells what was left out so far; for the end of the process. */
  end(): void {
    for (const [subject, lasting] of this.#lasting) this.#end(subject, lasting)
  }

  #remember(subject: string, lasting: Lasting): void {
    const [first] = this.#lasting
    if (this.#lasting.size >= subjectsMax && first !== undefined) this.#end(...first)
    this.#lasting.set(subject, lasting)
    this.#timer ??= setInterval(() => this.look(), lookMs).unref()
  }

  /** Without the stack, which the first line has. */
  #tellAgain(lasting: Lasting, nowMs: number): void {
    const { level, fields, message, fault } = lasting.newest
    const { fault_stack: _stack, ...shown } = faultFields(fault)
    this.#log[level]({ ...shown, ...fields, failures: lasting.failures, left_out: lasting.leftOut }, message)
    Object.assign(lasting, { leftOut: 0, toldAtMs: nowMs })
  }

  /** One failure was told whole: nothing is left to say of it. */
  #end(subject: string, { failures, leftOut, newest }: Lasting): void {
    this.#lasting.delete(subject)
    if (failures > 1) this.#log.info({ ...newest.fields, failures, left_out: leftOut }, `over: ${newest.message}`)
    if (this.#lasting.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}

/** Whatever an outage of the store says in each place, it is one cause. */
function causeOf(fault: unknown): string {
  if (fault instanceof StoreError && fault.fault === 'unavailable') return 'the store'
  return fault instanceof Error ? `${fault.name} ${fault.message.slice(0, causeCharactersMax)}` : typeof fault
}
