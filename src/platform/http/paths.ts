/**
 * Paths: exact, case included. Fastify's router finds the route; here stands what it leaves open: how a path that cannot
 * be decoded reaches its route all the same, and which methods a path has.
 */
import { decodeUrlPart } from '../../contract/query.ts'
import type { Method } from '../../contract/route.ts'

/** Stands for a path segment that cannot be read; it decodes to a character that no id holds. */
const unreadable = '%00'
// Everything that the router reads as it is: visible ASCII without `%`, `#` and `?`.
const plainPath = /^\/[\x21\x22\x24\x26-\x3e\x40-\x7e]*$/
const authority = /^https?:\/\/[^/?#]*/i

/**
 * The request target as the router should see it: in origin form, its query untouched, every path segment decodable. A
 * segment with bad escapes, bytes that are not UTF-8 or control characters becomes one that no id equals, so that the
 * route answers it with its own 404.
 */
export function routable(target: string): string {
  const question = target.indexOf('?')
  const path = question === -1 ? target : target.slice(0, question)
  if (plainPath.test(path)) return target
  const origin = path.replace(authority, '')
  const query = question === -1 ? '' : target.slice(question)
  return `${origin === '' ? '/' : origin.split('/').map(routableSegment).join('/')}${query}`
}

function routableSegment(segment: string): string {
  const decoded = decodeUrlPart(segment)
  if (decoded === null || /\p{Cc}/u.test(decoded)) return unreadable
  return encodeURIComponent(decoded)
}

/** A path parameter as the route's work gets it: the empty text, which names nothing, where it could not be read. */
export function readableParameter(text: string | undefined): string {
  return text === undefined || text.includes('\0') ? '' : text
}

/** `/v1/subsidies/{id}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

export type PathIndex = {
  /** The value of `Allow` for a path that exists; null for one that does not. */
  allowOf(path: string): string | null
}

/** What methods each path takes; HEAD goes with GET, OPTIONS with every path. */
export function pathIndex(routes: readonly { method: Method; path: string }[]): PathIndex {
  const methodsByPath = new Map<string, Set<string>>()
  for (const { method, path } of routes) {
    const methods = methodsByPath.get(path) ?? new Set()
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    methodsByPath.set(path, methods)
  }
  const rows = [...methodsByPath].map(([path, methods]) => ({
    form: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    allow: [...methods, 'OPTIONS'].join(', '),
  }))
  return { allowOf: (path) => rows.find(({ form }) => form.test(path))?.allow ?? null }
}
