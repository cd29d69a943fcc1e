/**
 * What one process has under way: attempts that are being made, of which an account has a part of the slots at most, and those
 * that are over, until they are written.
 */
import { StoreError } from '../../platform/database/store-error.ts'
import { type Observer, secondsSince } from '../../platform/observer.ts'
import { type AttemptMeans, attempt } from './attempt.ts'
import type { Claimed } from './claim.ts'
import type { Attempted, Outcome } from './finish.ts'

/** An attempt that is over, and is to be written. */
export type Ending = { attempted: Attempted; seconds: number; tries: number }

export type UnderWaySettings = {
  slots: number
  means: AttemptMeans
  observer: Observer
  /** 0 to 1, anew each time. */
  chance(): number
  /** Called when an attempt is over. */
  onEnded(): void
}

/** Deliveries of one account that are sent at once: a quarter of the slots at most, and no more than this. */
const accountShare = 1 / 4
const accountMax = 16
/** Of the texts that are being sent: with as much under way nothing more is begun, however many slots are free. */
const bodyBytesMax = 64_000_000
/** How often the end of an attempt is written again that the store refuses; after that its claim runs out. */
const endTriesMax = 20

export class UnderWay {
  readonly #settings: UnderWaySettings
  readonly #accountMax: number
  readonly #sending = new Set<Promise<void>>()
  readonly #ofAccount = new Map<string, number>()
  readonly #stopping = new AbortController()
  #ended: Ending[] = []
  #bodyBytes = 0

  constructor(settings: UnderWaySettings) {
    this.#settings = settings
    this.#accountMax = Math.min(accountMax, Math.max(1, Math.floor(settings.slots * accountShare)))
  }

  /** Slots in which nothing is sent, and something may be. */
  get free(): number {
    if (this.#bodyBytes >= bodyBytesMax) return 0
    return Math.max(0, this.#settings.slots - this.#sending.size)
  }

  /** Attempts that are being made. */
  get count(): number {
    return this.#sending.size
  }

  get isAny(): boolean {
    return this.#sending.size > 0 || this.ended > 0
  }

  /** Attempts that wait to be written. */
  get ended(): number {
    return this.#ended.length
  }

  /** How many more of an account may be sent. */
  roomOf(accountId: string): number {
    return this.#accountMax - (this.#ofAccount.get(accountId) ?? 0)
  }

  accountsWithoutRoom(): string[] {
    return [...this.#ofAccount.keys()].filter((accountId) => this.roomOf(accountId) <= 0)
  }

  /** Begins an attempt; `claimedMs`: a moment before it was claimed. */
  begin(claimed: Claimed, claimedMs: number): void {
    const { means, chance, onEnded } = this.#settings
    const { accountId } = claimed.endpoint
    this.#count(accountId, 1)
    this.#bodyBytes += claimed.body.length
    const [startedMs, begunAt] = [performance.now(), means.now()]
    const sent: Promise<void> = attempt(claimed, claimedMs, means, this.#stopping.signal)
      .then((outcome) => {
        const seconds = secondsSince(startedMs)
        const attempted = { claimed, outcome, chance: chance(), begunAt, durationMs: 1_000 * seconds }
        this.#ended.push({ attempted, seconds, tries: 0 })
      })
      // Its claim runs out, and it is attempted again.
      .catch((fault: unknown) => this.#tell(claimed, 'lost', secondsSince(startedMs), fault))
      .finally(() => {
        this.#sending.delete(sent)
        this.#count(accountId, -1)
        this.#bodyBytes -= claimed.body.length
        onEnded()
      })
    this.#sending.add(sent)
  }

  /** Resolves when what is being sent now has been. */
  async sent(): Promise<void> {
    await Promise.all(this.#sending)
  }

  /** The first attempts that are over, to be written by whoever takes them. */
  takeEnded(most: number): Ending[] {
    return this.#ended.splice(0, most)
  }

  written(endings: readonly Ending[]): void {
    for (const { attempted, seconds } of endings) this.#tell(attempted.claimed, attempted.outcome.kind, seconds)
  }

  /**
   * What could not be written is written later. While the store is away nothing is claimed, so that no more of it comes together
   * than there are slots; an end that was thrown away would be a delivery that its receiver took, and is sent again.
   */
  putBack(endings: readonly Ending[], fault: unknown): void {
    const isAway = fault instanceof StoreError && fault.fault === 'unavailable'
    for (const { attempted, seconds, tries } of endings) {
      if (isAway || tries < endTriesMax) this.#ended.push({ attempted, seconds, tries: isAway ? tries : tries + 1 })
      else this.#tell(attempted.claimed, 'lost', seconds, fault)
    }
  }

  /** What has not left yet does not leave any more. */
  abort(): void {
    this.#stopping.abort(new Error('the service is stopping'))
  }

  #count(accountId: string, by: 1 | -1): void {
    const count = (this.#ofAccount.get(accountId) ?? 0) + by
    if (count === 0) this.#ofAccount.delete(accountId)
    else this.#ofAccount.set(accountId, count)
  }

  #tell(claimed: Claimed, outcome: Outcome['kind'] | 'lost', seconds: number, fault?: unknown): void {
    this.#settings.observer.tell({
      name: 'webhook_attempt',
      labels: { outcome },
      seconds,
      fault,
      about: { delivery: claimed.id, webhook: claimed.endpoint.id },
    })
  }
}
