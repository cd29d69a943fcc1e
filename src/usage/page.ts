/**
 * A page of the request log: some requests of one account, in the order of their answers. Of most requests most is alike, so it
 * stands once a page, as their kind. A page is a text: its kinds on the first line (JSON), then a line for each request, of its
 * id, the place of its kind, tenths of a millisecond, and the evaluations where it counted some.
 */

/** How much of its requests an account is shown (contract 10). */
export const logBounds = { keptMs: 7 * 24 * 60 * 60 * 1_000, requestsMax: 200_000 } as const

/** What many requests have in common. */
type RequestKind = {
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

export const tenthsPerMs = 10
/** What the ids of all requests begin with, and letters behind it. */
export const idPrefix = 'req_'
export const idLetters = 26

/** `lines` may speak of any of the kinds. */
export function pageBody(kinds: readonly RequestKind[], lines: string): string {
  const rows = kinds.map(
    ({ method, route, status, code, cut, keyId }): KindRow => [...([method, route, status, code, cut, keyId] as const)],
  )
  return `${JSON.stringify(rows)}\n${lines}`
}

/** Whether a request may stand on the page: looked for before the page is read. */
export function speaksOf(body: string, requestId: string): boolean {
  return body.includes(requestId.slice(idPrefix.length))
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
