/**
 * Entity tags of `data`. They are weak (RFC 9110 section 8.8.1): `meta.request_id` differs from answer to answer, so two
 * answers with equal data are equal in meaning, never byte for byte; and one tag serves every coding.
 */
import { createHash, hash } from 'node:crypto'

const digestCharacters = 22

/** The tag of the JSON of `data`, or of a text that changes with it. */
export function entityTag(parts: readonly (Buffer | string)[]): string {
  return `W/"${digestOf(parts).slice(0, digestCharacters)}"`
}

// Most answers are one part, and one call of the runtime costs a third of the three.
function digestOf(parts: readonly (Buffer | string)[]): string {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return hash('sha256', only, 'base64url')
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('base64url')
}

/** Tags of rows that lie ready and are answered again and again; each goes with its row. */
const tagOfRow = new WeakMap<Buffer, string>()

/** The tag of data that is a row which is kept: worked out once for as long as the row lives. */
export function entityTagOfRow(row: Buffer): string {
  const known = tagOfRow.get(row)
  if (known !== undefined) return known
  const tag = entityTag([row])
  tagOfRow.set(row, tag)
  return tag
}

/** Whether `If-None-Match` names the tag, by weak comparison; `*` names every one. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some((named) => named[1] === opaque)
}
