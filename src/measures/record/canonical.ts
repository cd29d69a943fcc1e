/**
 * A record as the store keeps it: JSON text in which equal records have equal bytes, whatever order their keys were
 * made in, so that a digest tells at once that a record did not change.
 */
import { createHash } from 'node:crypto'
import type { MeasureRecord } from './record.ts'

/** JSON with the keys of every object by code unit. */
export function canonicalText(record: MeasureRecord): string {
  return textOf(record)
}

/** SHA-256 of a canonical text, in lower-case hex. */
export function digestOf(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex')
}

/** Reads back what `canonicalText` wrote. The store holds nothing else, so the text is trusted; a damaged one throws, and names the measure. */
export function parseCanonical(text: string, id = 'a measure'): MeasureRecord {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`the store holds a damaged record of ${id}`, { cause })
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  const parts = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${textOf(part)}`).join(',')}}`
}
