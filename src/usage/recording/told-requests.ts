/**
 * Requests that were told and are not written yet, one behind the other in columns: what was told is put where the one before
 * was put, so that nothing is looked for and nothing made for a request. Objects that outlive their request, or a place for each
 * account, cost several times as much, when they are collected and where the processor waits for memory.
 */
import type { AnsweredRequest } from '../../values/answered-request.ts'
import type { Instant } from '../../values/brussels.ts'
import { idLetters, idPrefix, tenthsPerMs } from '../page.ts'

/** What many requests of all accounts have in common; there are some hundreds in all. */
export type SharedKind = {
  method: string
  route: string
  status: number
  code: string | null
  cut: string | null
  isMetered: boolean
}

/** A request, as it is read out. */
export type ToldRequest = {
  accountId: string
  keyId: string | null
  kind: SharedKind
  /** Without what all ids begin with. */
  shortId: string
  at: Instant
  decidedAt: Instant
  tenths: number
  evaluations: number
}

const firstRoom = 1_024

export class ToldRequests {
  #count = 0
  #kinds: SharedKind[] = []
  #newestKind: SharedKind | null = null
  readonly #accountIds: string[] = []
  readonly #keyIds: (string | null)[] = []
  readonly #kindOf: SharedKind[] = []
  #ids = Buffer.allocUnsafe(firstRoom * idLetters)
  #at = new Float64Array(firstRoom)
  #decidedAt = new Float64Array(firstRoom)
  #tenths = new Uint32Array(firstRoom)
  #evaluations = new Uint32Array(firstRoom)

  get count(): number {
    return this.#count
  }

  add(request: AnsweredRequest): void {
    const place = this.#count
    if (place === this.#at.length) this.#grow()
    this.#accountIds[place] = request.accountId
    this.#keyIds[place] = request.keyId
    this.#kindOf[place] = this.#kind(request)
    this.#at[place] = request.at
    this.#decidedAt[place] = request.decidedAt
    this.#tenths[place] = Math.round(request.durationMs * tenthsPerMs)
    this.#evaluations[place] = request.evaluations
    const { requestId } = request
    const from = place * idLetters
    for (let letter = 0; letter < idLetters; letter += 1)
      this.#ids[from + letter] = requestId.charCodeAt(idPrefix.length + letter)
    this.#count += 1
  }

  /** In the order in which they were told. */
  read(place: number): ToldRequest {
    const [accountId, kind] = [this.#accountIds[place], this.#kindOf[place]]
    if (place >= this.#count || accountId === undefined || kind === undefined) throw new Error(`${place} were not told`)
    return {
      accountId,
      keyId: this.#keyIds[place] ?? null,
      kind,
      shortId: this.#ids.toString('latin1', place * idLetters, (place + 1) * idLetters),
      at: this.#at[place] ?? 0,
      decidedAt: this.#decidedAt[place] ?? 0,
      tenths: this.#tenths[place] ?? 0,
      evaluations: this.#evaluations[place] ?? 0,
    }
  }

  /** The places of each account's requests, in the order in which they were told. */
  placesByAccount(): Map<string, number[]> {
    const places = new Map<string, number[]>()
    for (let place = 0; place < this.#count; place += 1) {
      const accountId = this.#accountIds[place] ?? ''
      const known = places.get(accountId)
      if (known === undefined) places.set(accountId, [place])
      else known.push(place)
    }
    return places
  }

  /** Forgets all of them; the room stays. */
  clear(): void {
    this.#count = 0
    this.#accountIds.length = 0
    this.#keyIds.length = 0
    this.#kindOf.length = 0
  }

  #kind(request: AnsweredRequest): SharedKind {
    if (this.#newestKind !== null && isOf(request, this.#newestKind)) return this.#newestKind
    let kind = this.#kinds.find((known) => isOf(request, known))
    if (kind === undefined) {
      const { method, route, status, code, cut, isMetered } = request
      kind = { method, route, status, code, cut, isMetered }
      this.#kinds.push(kind)
    }
    this.#newestKind = kind
    return kind
  }

  #grow(): void {
    const room = this.#at.length * 2
    const [ids, at, decidedAt, tenths, evaluations] = [
      ...([this.#ids, this.#at, this.#decidedAt, this.#tenths, this.#evaluations] as const),
    ]
    this.#ids = Buffer.allocUnsafe(room * idLetters)
    ids.copy(this.#ids)
    this.#at = new Float64Array(room)
    this.#at.set(at)
    this.#decidedAt = new Float64Array(room)
    this.#decidedAt.set(decidedAt)
    this.#tenths = new Uint32Array(room)
    this.#tenths.set(tenths)
    this.#evaluations = new Uint32Array(room)
    this.#evaluations.set(evaluations)
  }
}

function isOf(request: AnsweredRequest, kind: SharedKind): boolean {
  return (
    request.route === kind.route &&
    request.status === kind.status &&
    request.code === kind.code &&
    request.method === kind.method &&
    request.cut === kind.cut &&
    request.isMetered === kind.isMetered
  )
}
