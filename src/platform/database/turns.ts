/**
 * At most so many at once, the others in order of arrival: the writer's turn on SQLite (one), a connection's on
 * PostgreSQL (the size of the pool). Every wait ends: by a turn, by its time-out, or by its signal.
 */
import { StoreError } from './store-error.ts'

/** More than this many waiting means that the store is not keeping up: better an error now than an answer too late. */
export const waitingMax = 20_000

type Waiter = { admit(): void }

export class Turns {
  readonly #limit: number
  #free: number
  readonly #what: string
  readonly #waiting = new Set<Waiter>()

  /** `what` stands in the message of an error, e.g. `a connection to the store`. */
  constructor(limit: number, what: string) {
    this.#limit = limit
    this.#free = limit
    this.#what = what
  }

  /** How many may have a turn at once, have one, and wait for one. */
  get taken(): { limit: number; taken: number; waiting: number } {
    return { limit: this.#limit, taken: this.#limit - this.#free, waiting: this.#waiting.size }
  }

  /** Resolves with the function that gives the turn back (calling it twice gives it back once). */
  async take(timeoutMs: number, signal: AbortSignal | null): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return this.#turn()
    }
    if (this.#waiting.size >= waitingMax) throw new StoreError('unavailable', `Too many are waiting for ${this.#what}.`)
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#waiting.delete(waiter)
      }
      const waiter: Waiter = {
        admit: () => {
          end()
          resolve(this.#turn())
        },
      }
      const abort = (): void => {
        end()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        end()
        reject(new StoreError('unavailable', `Waited ${timeoutMs} ms for ${this.#what} in vain.`))
      }, timeoutMs)
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.add(waiter)
    })
  }

  #turn(): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      const [next] = this.#waiting
      if (next === undefined) this.#free += 1
      else next.admit()
    }
  }
}
