/**
 * Which filters a page was asked with, as its cursor carries it: a short digest of each that was given. A cursor is a position, and is
 * accepted with other filters; the answer then says which of them are others (contract 1, cursors).
 */
import { hash } from 'node:crypto'
import type { Filters, WordMode } from './query.ts'

/** Every filter by its place, which stands in cursors: one that comes later stands at the end. */
const filterNames = [
  'q',
  'words',
  'region',
  'topic',
  'company_size',
  'applicant_type',
  'instrument_type',
  'status',
  'government_level',
  'scope',
  'source',
  'issuer',
  'nace',
  'programme',
  'deadline_before',
  'deadline_after',
  'updated_since',
  'include_withdrawn',
] as const
type FilterName = (typeof filterNames)[number]

export type AskedFilters = { q: string | undefined; words: WordMode; filters: Filters }

const digestCharacters = 5
const placeCharacters = 1
const form = /^(?:[0-9a-z][\w-]{5})*$/

/** For each filter given its place, in base 36, and 30 bits of SHA-256 of its value; empty: none was given. */
export function writeFilters(asked: AskedFilters): string {
  return filterNames
    .map((name, place) => {
      const value = textOf(name, asked)
      return value === null ? '' : place.toString(36) + hash('sha256', value, 'base64url').slice(0, digestCharacters)
    })
    .join('')
}

/**
 * The filters that are not what they were when the text was written, in the order of `filterNames`. None where the text is of before
 * cursors carried them.
 */
export function changedFilters(text: unknown, asked: AskedFilters): string[] {
  if (typeof text !== 'string' || !form.test(text)) return []
  const [then, now] = [digestsIn(text), digestsIn(writeFilters(asked))]
  return filterNames.filter((_, place) => then.get(place) !== now.get(place))
}

function digestsIn(text: string): Map<number, string> {
  const digests = new Map<number, string>()
  const step = placeCharacters + digestCharacters
  for (let at = 0; at < text.length; at += step)
    digests.set(Number.parseInt(text[at] ?? '', 36), text.slice(at + placeCharacters, at + step))
  return digests
}

/** Lists in an order of their own: they are asked as "any of these". Null: not given, or no more than what holds without it. */
function textOf(name: FilterName, { q, words, filters }: AskedFilters): string | null {
  if (name === 'q') return q ?? null
  if (name === 'words') return q === undefined || words === 'all' ? null : words
  const value = filters[name] ?? null
  if (value === null || value === false) return null
  if (typeof value !== 'object') return String(value)
  return value.length === 0 ? null : JSON.stringify(value.toSorted())
}
