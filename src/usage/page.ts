/**
 * A page of the request log: some requests of one account, in the order of their answers. Of most requests most is alike, so it
 * stands once a page, as their kind; a request is then its id, the place of its kind, and two figures.
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

/** In a page a request is so many values, one after the other: id, place of its kind, tenths of a millisecond, evaluations. */
export type PageValues = (string | number)[]
export const valuesPerRequest = 4

export const tenthsPerMs = 10
const idPrefix = 'req_'

/** An id without what all have in common. */
export function shortId(requestId: string): string {
  return requestId.slice(idPrefix.length)
}

type KindRow = [
  method: string,
  route: string,
  status: number,
  code: string | null,
  cut: string | null,
  keyId: string | null,
]
type PageBody = { kinds: KindRow[]; requests: PageValues }

/** `values` may speak of any of the kinds. */
export function pageBody(kinds: readonly RequestKind[], values: PageValues): string {
  const rows = kinds.map(
    ({ method, route, status, code, cut, keyId }): KindRow => [...([method, route, status, code, cut, keyId] as const)],
  )
  return JSON.stringify({ kinds: rows, requests: values } satisfies PageBody)
}

/** The requests of a page, in its order. */
export function requestsOfPage(body: string): LoggedRequest[] {
  const { kinds, requests } = JSON.parse(body) as PageBody
  const found: LoggedRequest[] = []
  for (let at = 0; at < requests.length; at += valuesPerRequest) {
    const [id, place, tenths, evaluations] = requests.slice(at, at + valuesPerRequest)
    const kind = kinds[Number(place)]
    if (kind === undefined) throw new Error(`a page of the request log has no kind ${place}`)
    const [method, route, status, code, cut, keyId] = kind
    found.push({
      ...{ method, route, status, code, cut, keyId },
      ...{ requestId: `${idPrefix}${id}`, durationMs: Number(tenths) / tenthsPerMs, evaluations: Number(evaluations) },
    })
  }
  return found
}
