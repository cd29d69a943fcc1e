/** Request targets: how a path that cannot be decoded reaches its route all the same. */
import { decodeUrlPart } from '../../../contract/query.ts'

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
