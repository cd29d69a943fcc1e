/**
 * How far a measure's list covers a NACE code that somebody looks for (contract 11, `nace`): as the matcher judges a company
 * with that code alone. What is asked is read as everywhere (`reference/nace-text.ts`); a section letter stands for its
 * divisions of 2025.
 */
import {
  type NaceReading,
  type NaceRelation,
  naceReading,
  naceRelation,
  sectionReading,
} from '../../reference/nace-reading.ts'
import { readNaceCode } from '../../reference/nace-text.ts'
import type { NaceVersion } from './lookups.ts'

type Readings = Readonly<Record<NaceVersion | 'none', NaceReading>>

/** Asked codes whose readings are kept: more than the two versions have. */
const askedMax = 8_192
const readings = new Map<string, Readings>()

/** `version` is the measure's; null: its list holds in both. Throws on what is no code. */
export function naceCover(listed: readonly string[], asked: string, version: NaceVersion | null): NaceRelation {
  return naceRelation(readingsOf(asked)[version ?? 'none'], listed)
}

function readingsOf(asked: string): Readings {
  const known = readings.get(asked)
  if (known !== undefined) return known
  const read = { 2008: readingOf(asked, 2008), 2025: readingOf(asked, 2025), none: readingOf(asked, null) }
  if (readings.size >= askedMax) readings.clear()
  readings.set(asked, read)
  return read
}

function readingOf(asked: string, version: NaceVersion | null): NaceReading {
  if (asked.length === 1) return sectionReading(asked, version)
  const read = readNaceCode(asked, 'dot')
  if ('fault' in read) throw new Error(`${asked} exists in neither NACE-BEL 2008 nor NACE-BEL 2025`)
  return naceReading(read.code, read.version, version)
}
