/**
 * Keys of a good form that nobody has. Anybody can make them without end, and each is a question to the store: so a client address
 * has twenty a minute, and is then refused before the store is asked (contract 11). Whether a key is found is known only
 * afterwards. Two things keep those who have one from being refused for others at their address:
 *
 * - A key that this process found lately is asked of the store without a look at the address. The memory of such keys (their digests)
 *   admits nobody: the store decides about each request, and a key that it does not find any more is forgotten.
 * - While an answer of the store is awaited, it may turn out to be none of the twenty: what then has no place waits for it.
 *
 * All of it is in the memory of one process, and bounded.
 */
import type { Admission } from '../values/admission.ts'
import type { Instant } from '../values/brussels.ts'
import { addressGroup } from '../values/network-address.ts'
import { addressesMax } from './address-buckets.ts'

/** Keys that are not found, of one address, in a minute and at once (contract 11). */
export const unknownKeysPerMinute = 20
/** Digests of keys that were found lately. */
export const foundKeysMax = 100_000
/** Requests of one address that wait for the store's answers to others of it: as many as it may have connections. */
const waitingMax = 256

const minuteMs = 60_000
const msForOne = minuteMs / unknownKeysPerMinute
const millisecondsPerSecond = 1_000

/** The address has no question left: a key that was not found lately is not looked for. */
export type NotAsked = { outcome: 'not_asked'; retryAfterSeconds: number }

type Client = {
  /** When all of its unknown keys are worked off, each taking `msForOne`; at most a minute ahead. */
  workedOffAt: Instant
  /** Questions to the store that are not answered yet. */
  asking: number
  waiting: (() => void)[]
}

export class UnknownKeys {
  readonly #found = new Set<string>()
  readonly #clients = new Map<string, Client>()

  /** Addresses and keys that are remembered. */
  get size(): { addresses: number; keys: number } {
    return { addresses: this.#clients.size, keys: this.#found.size }
  }

  /** Asks the store about the key of that digest, unless its address has asked about too many that nobody has. */
  async admit(
    digest: string,
    address: string,
    now: Instant,
    ask: () => Promise<Admission>,
  ): Promise<Admission | NotAsked> {
    const group = addressGroup(address)
    if (!this.#found.has(digest)) {
      const client = this.#clientOf(group, now)
      while (!this.#found.has(digest) && freeOf(client, now) <= client.asking) {
        if (client.asking === 0 || client.waiting.length >= waitingMax) return notAsked(client, now)
        await new Promise<void>((resolve) => client.waiting.push(resolve))
      }
      client.asking += 1
      try {
        return this.#note(digest, client, now, await ask())
      } finally {
        client.asking -= 1
        for (const goOn of client.waiting.splice(0)) goOn()
        this.#forgetIdle(group, client, now)
      }
    }
    const admission = await ask()
    return admission.outcome === 'unauthorized'
      ? this.#note(digest, this.#clientOf(group, now), now, admission)
      : this.#note(digest, null, now, admission)
  }

  #note(digest: string, client: Client | null, now: Instant, admission: Admission): Admission {
    // Written anew, so that the set's order is the order of the last requests.
    this.#found.delete(digest)
    if (admission.outcome === 'unauthorized') {
      if (client !== null) client.workedOffAt = Math.min(now + minuteMs, Math.max(client.workedOffAt, now) + msForOne)
      return admission
    }
    if (this.#found.size >= foundKeysMax) forgetFirst(this.#found)
    this.#found.add(digest)
    return admission
  }

  #clientOf(group: string, now: Instant): Client {
    const client = this.#clients.get(group) ?? { workedOffAt: now, asking: 0, waiting: [] }
    // The order of the map is that of the last requests too.
    if (!this.#clients.delete(group) && this.#clients.size >= addressesMax) forgetFirst(this.#clients)
    this.#clients.set(group, client)
    return client
  }

  /** Nothing is kept of who has only keys that were found. */
  #forgetIdle(group: string, client: Client, now: Instant): void {
    const isIdle = client.asking === 0 && client.waiting.length === 0 && client.workedOffAt <= now
    if (isIdle && this.#clients.get(group) === client) this.#clients.delete(group)
  }
}

/** Questions that the address has left, those among them that are not answered yet. A clock that was set back costs a minute at most. */
function freeOf({ workedOffAt }: Client, now: Instant): number {
  const aheadMs = Math.min(minuteMs, Math.max(0, workedOffAt - now))
  return Math.floor((minuteMs - aheadMs) / msForOne)
}

function notAsked({ workedOffAt }: Client, now: Instant): NotAsked {
  const aheadMs = Math.min(minuteMs, Math.max(0, workedOffAt - now))
  const waitMs = aheadMs - (minuteMs - msForOne)
  return { outcome: 'not_asked', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / millisecondsPerSecond)) }
}

function forgetFirst(kept: Set<string> | Map<string, unknown>): void {
  const [first] = kept.keys()
  if (first !== undefined) kept.delete(first)
}
