/**
 * Requests that were told and are not written yet, one behind the other in columns: what was told is put where the one before
 * was put, so that nothing is looked for and nothing made for a request. Objects that outlive their request, or a place for each
 * account, cost several times as much, when they are collected and where the processor waits for memory.
 */
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { idLetters, idPrefix, tenthsPerMs } from '../page.ts'

/** What many requests of all accounts have in common; there are some hundreds in all, each once. */
export type SharedKind = {
  method: string
  route: string
  status: number
  code: string | null
  cut: string | null
  isMetered: boolean
}

const firstRoom = 1_024

export class ToldRequests {
  count = 0
  readonly accountIds: string[] = []
  readonly keyIds: (string | null)[] = []
  readonly kinds: SharedKind[] = []
  /** Of each its id without what all ids begin with, in latin1. */
  ids = Buffer.allocUnsafe(firstRoom * idLetters)
  at = new Float64Array(firstRoom)
  decidedAt = new Float64Array(firstRoom)
  tenths = new Uint32Array(firstRoom)
  evaluations = new Uint32Array(firstRoom)
  readonly #knownKinds: SharedKind[] = []
  #newestKind: SharedKind | null = null

  add(request: AnsweredRequest): void {
    const place = this.count
    if (place === this.at.length) this.#grow()
    this.accountIds[place] = request.accountId
    this.keyIds[place] = request.keyId
    this.kinds[place] = this.#kindOf(request)
    this.at[place] = request.at
    this.decidedAt[place] = request.decidedAt
    this.tenths[place] = Math.round(request.durationMs * tenthsPerMs)
    this.evaluations[place] = request.evaluations
    const { requestId } = request
    const from = place * idLetters
    for (let letter = 0; letter < idLetters; letter += 1)
      this.ids[from + letter] = requestId.charCodeAt(idPrefix.length + letter)
    this.count += 1
  }

  /** The places of each account's requests, in the order in which they were told. */
  placesByAccount(): Map<string, number[]> {
    const places = new Map<string, number[]>()
    for (let place = 0; place < this.count; place += 1) {
      const accountId = this.accountIds[place] ?? ''
      const known = places.get(accountId)
      if (known === undefined) places.set(accountId, [place])
      else known.push(place)
    }
    return places
  }

  requestId(place: number): string {
    return idPrefix + this.ids.toString('latin1', place * idLetters, (place + 1) * idLetters)
  }

  /** Forgets all of them; the room stays. */
  clear(): void {
    this.count = 0
    for (const column of [this.accountIds, this.keyIds, this.kinds]) column.length = 0
  }

  #kindOf(request: AnsweredRequest): SharedKind {
    if (this.#newestKind !== null && isOf(request, this.#newestKind)) return this.#newestKind
    let kind = this.#knownKinds.find((known) => isOf(request, known))
    if (kind === undefined) {
      const { method, route, status, code, cut, isMetered } = request
      kind = { method, route, status, code, cut, isMetered }
      this.#knownKinds.push(kind)
    }
    this.#newestKind = kind
    return kind
  }

  #grow(): void {
    const { ids, at, decidedAt, tenths, evaluations } = this
    const room = at.length * 2
    this.ids = Buffer.allocUnsafe(room * idLetters)
    this.ids.set(ids)
    this.at = new Float64Array(room)
    this.at.set(at)
    this.decidedAt = new Float64Array(room)
    this.decidedAt.set(decidedAt)
    this.tenths = new Uint32Array(room)
    this.tenths.set(tenths)
    this.evaluations = new Uint32Array(room)
    this.evaluations.set(evaluations)
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
