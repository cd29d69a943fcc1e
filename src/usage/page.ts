/**
 * A page of the request log: some requests of one account, in the order of their answers. Of most requests most is alike, so it
 * stands once a page, as their kind. A page is a text: its kinds on the first line (JSON), then a line for each request, of its
 * id, the place of its kind, tenths of a millisecond, and the evaluations where it counted some.
 */

/** What many requests have in common. */
export type RequestKind = {
  method: string
  /** Pattern of the route. */
  route: string
  /** 499: its client left before it was answered. */
  status: number
  /** Of the error; null: none. */
  code: string | null
  /** Why the answer did not leave whole; null where it did. */
  cut: string | null
  keyId: string | null
}

/** A request as it was taken down. */
export type LoggedRequest = RequestKind & { requestId: string; durationMs: number; evaluations: number }

type KindRow = [
  method: string,
  route: string,
  status: number,
  code: string | null,
  cut: string | null,
  keyId: string | null,
]

const tenthsPerMs = 10
const idPrefix = 'req_'
const idLetters = 26
/** Kind and evaluations are 32 bits; of a duration so much is kept: half an hour of an answer, and more. */
const tenthsMax = 2 ** 31
/** An id, three numbers of up to ten digits, a space before each, the end of the line. */
const lineBytesMax = idLetters + 3 * 11 + 1
const firstBytes = 512
const [space, newLine, digitZero] = [0x20, 0x0a, 0x30]

/** An id without what all have in common. */
export function shortId(requestId: string): string {
  return requestId.slice(idPrefix.length)
}

/**
 * The lines of requests that are to be pages. They are bytes from when a request is told: texts that live longer than their
 * request cost half of what this does, when they are collected.
 */
export class RequestLines {
  #bytes = Buffer.allocUnsafe(firstBytes)
  #used = 0

  get length(): number {
    return this.#used
  }

  /** `place`: of its kind. */
  add(requestId: string, place: number, durationMs: number, evaluations: number): void {
    if (this.#used + lineBytesMax > this.#bytes.length) this.#grow()
    for (let letter = idPrefix.length; letter < idPrefix.length + idLetters; letter += 1) {
      this.#bytes[this.#used] = requestId.charCodeAt(letter)
      this.#used += 1
    }
    this.#number(place)
    this.#number(Math.min(Math.round(durationMs * tenthsPerMs), tenthsMax))
    if (evaluations > 0) this.#number(evaluations)
    this.#bytes[this.#used] = newLine
    this.#used += 1
  }

  /** The lines from one place to another. */
  text(from: number, to: number): string {
    return this.#bytes.latin1Slice(from, to)
  }

  #number(value: number): void {
    this.#bytes[this.#used] = space
    let digits = 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
    this.#used += 1 + digits
    let rest = value
    for (let place = this.#used - 1; digits > 0; digits -= 1, place -= 1) {
      this.#bytes[place] = digitZero + (rest % 10)
      rest = Math.floor(rest / 10)
    }
  }

  #grow(): void {
    const bytes = Buffer.allocUnsafe(this.#bytes.length * 2)
    this.#bytes.copy(bytes, 0, 0, this.#used)
    this.#bytes = bytes
  }
}

/** `lines` may speak of any of the kinds. */
export function pageBody(kinds: readonly RequestKind[], lines: string): string {
  const rows = kinds.map(
    ({ method, route, status, code, cut, keyId }): KindRow => [...([method, route, status, code, cut, keyId] as const)],
  )
  return `${JSON.stringify(rows)}\n${lines}`
}

/** The requests of a page, in its order. */
export function requestsOfPage(body: string): LoggedRequest[] {
  const [head = '', ...lines] = body.split('\n')
  const kinds = JSON.parse(head) as KindRow[]
  return lines.filter((line) => line !== '').map((line) => requestOf(kinds, line))
}

function requestOf(kinds: readonly KindRow[], line: string): LoggedRequest {
  const [id, place, tenths, evaluations = '0'] = line.split(' ')
  const kind = kinds[Number(place)]
  if (kind === undefined) throw new Error(`a page of the request log has no kind ${place}`)
  const [method, route, status, code, cut, keyId] = kind
  return {
    ...{ method, route, status, code, cut, keyId },
    ...{ requestId: `${idPrefix}${id}`, durationMs: Number(tenths) / tenthsPerMs, evaluations: Number(evaluations) },
  }
}
