/**
 * How far a measure's list covers a NACE code that somebody looks for (contract 11, `nace`): as the matcher judges a company
 * with that code alone. An asked code that exists in one version of NACE-BEL is of that version, else of 2025; a section
 * letter stands for its divisions of 2025.
 */
import {
  type NaceReading,
  type NaceRelation,
  naceReading,
  naceRelation,
  sectionReading,
  versionMeant,
} from '../../reference/nace-reading.ts'
import type { NaceVersion } from './lookups.ts'

/** Readings kept: more than there are codes to ask for, each read by three kinds of list. */
const readingsMax = 16_384
const readings = new Map<string, NaceReading>()

/** `version` is the measure's; null: its list holds in both. Throws on a code that is in neither version. */
export function naceCover(listed: readonly string[], asked: string, version: NaceVersion | null): NaceRelation {
  return naceRelation(readingOf(asked, version), listed)
}

function readingOf(asked: string, version: NaceVersion | null): NaceReading {
  const key = `${asked}/${version ?? ''}`
  const known = readings.get(key)
  if (known !== undefined) return known
  const own = versionMeant(asked)
  if (own === null) throw new Error(`${asked} exists in neither NACE-BEL 2008 nor NACE-BEL 2025`)
  const reading = asked.length === 1 ? sectionReading(asked, version) : naceReading(asked, own, version)
  if (readings.size >= readingsMax) readings.clear()
  readings.set(key, reading)
  return reading
}
