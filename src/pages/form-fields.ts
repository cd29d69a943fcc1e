/** The fields of a form as a browser sends them; a field may stand several times (boxes that are ticked). */
import { splitQuery } from '../contract/query.ts'

/** A whole form with all that it carries stays far below it. */
export const formBytesMax = 64 * 1024
/** Fields of one form: every topic may be ticked, and more. */
const fieldsMax = 300

export type Fields = {
  /** The first value; null where there is none, or an empty one. */
  one(name: string): string | null
  all(name: string): readonly string[]
}

const formType = /^application\/x-www-form-urlencoded *(?:;|$)/i

/** Null where the bytes are no form as browsers send them. Names that no form of ours has are left aside. */
export function readFields(bytes: Buffer, contentType: string | undefined): Fields | null {
  if (!formType.test(contentType ?? '')) return null
  // One character a byte, as in a request line.
  const pairs = splitQuery(bytes.toString('latin1'))
  if (pairs.length > fieldsMax) return null
  const values = new Map<string, string[]>()
  for (const { name, value } of pairs) {
    if (name === null || value === null || /[\p{Cc}--[\t\r\n]]/v.test(value)) return null
    const before = values.get(name)
    if (before === undefined) values.set(name, [value])
    else before.push(value)
  }
  return {
    one: (name) => values.get(name)?.[0] || null,
    all: (name) => values.get(name) ?? [],
  }
}
