/** A record with the text and the digest that it is kept with in the store. */
import { canonicalText, digestOf, parseCanonical } from './canonical.ts'
import type { MeasureRecord } from './record.ts'

export type KeptRecord = { record: MeasureRecord; recordText: string; digest: string }

export function kept(record: MeasureRecord): KeptRecord {
  const recordText = canonicalText(record)
  return { record, recordText, digest: digestOf(recordText) }
}

/** The same of a text that was kept. */
export function keptAs(recordText: string): KeptRecord {
  return { record: parseCanonical(recordText), recordText, digest: digestOf(recordText) }
}
