/**
 * A NACE code as a list of a version reads it, and how it then stands to the list (contract 5, NACE).
 *
 * A list and a code may speak of different versions. A code that exists in both, and did not move, means itself. Any other
 * is read as all the codes of the list's version that may hold a part of it: the list covers it when it covers them all,
 * has nothing of it when it touches none, and leaves it undecided otherwise.
 */
import { type NaceVersion, naceCodes, naceExists, naceIsStable, naceParent } from './nace.ts'
import { codesHolding } from './nace-correspondence.ts'

/** Listed codes, of at least two digits; without a version they hold in both. */
export type NaceList = { codes: readonly string[]; version: NaceVersion | null }

export type NaceReading = {
  /** Codes that hold all of it between them, ascending. Empty: none is known, it may be anywhere. */
  codes: readonly string[]
  /** Whether another version stands between the code and the list. */
  translated: boolean
}

/** How a code stands to a list. `partly`: a part of it may be covered, and a part may not. */
export type NaceRelation = 'covered' | 'partly' | 'outside'

/**
 * A code of at least two digits, of the version `own`, as a list of `version` reads it; a list without a version reads it
 * as it stands.
 */
export function naceReading(code: string, own: NaceVersion, version: NaceVersion | null): NaceReading {
  const isItself = version === null || version === own || (naceExists(code, version) && naceIsStable(code))
  return isItself ? { codes: [code], translated: false } : { codes: codesHolding(code, own), translated: true }
}

/** The divisions that a section letter stands for, those of 2025, as a list of `version` reads them. */
export function sectionReading(letter: string, version: NaceVersion | null): NaceReading {
  const divisions = naceCodes(2025).filter((code) => code.length === 2 && naceParent(code, 2025) === letter)
  const readings = divisions.map((division) => naceReading(division, 2025, version))
  return {
    codes: [...new Set(readings.flatMap(({ codes }) => codes))].sort(),
    translated: readings.some(({ translated }) => translated),
  }
}

export function naceRelation({ codes }: NaceReading, listed: readonly string[]): NaceRelation {
  const [only] = codes
  if (only === undefined) return 'partly'
  if (codes.length === 1) return relationOfOne(only, listed)
  const touching = listed.filter((code) => touches(codes, code))
  if (touching.length === 0) return 'outside'
  return codes.every((code) => touching.some((above) => code.startsWith(above))) ? 'covered' : 'partly'
}

function relationOfOne(code: string, listed: readonly string[]): NaceRelation {
  let relation: NaceRelation = 'outside'
  for (const other of listed) {
    // Codes of at least two digits stand above whatever begins with them.
    if (code.startsWith(other)) return 'covered'
    if (other.startsWith(code)) relation = 'partly'
  }
  return relation
}

/** Whether a listed code is one of the codes, or stands above or below one. They are ascending: two need be looked at. */
function touches(codes: readonly string[], listed: string): boolean {
  let [low, high] = [0, codes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((codes[middle] ?? '') < listed) low = middle + 1
    else high = middle
  }
  // The first that is not before it is, or begins with it, where any does; what it begins with is the last before it.
  return (codes[low]?.startsWith(listed) ?? false) || (low > 0 && listed.startsWith(codes[low - 1] ?? listed))
}
