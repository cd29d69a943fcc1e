/**
 * NACE-BEL codes of a company (contract 5, NACE). Rules and companies may speak of different versions; how a list of a
 * version reads a code, and how the code then stands to it, is in `reference/nace-reading.ts`.
 */
import { type NaceVersion, naceVersionsOf } from '../../reference/nace.ts'
import { type NaceReading, naceReading } from '../../reference/nace-reading.ts'
import { readNaceCode, versionBehind } from '../../reference/nace-text.ts'
import { type Faults, fault, shown } from './content-fault.ts'
import { notANaceCode } from './fact-words.ts'
import { requestBounds } from './request-bounds.ts'

export type NaceCode = {
  /** Without dots. */
  code: string
  /** The version named; without one a code that exists in one version is of that version, else of 2025. */
  version: NaceVersion
  /** As answers show it: the code, and its version where it is not the one in which the code is read without it. */
  shown: string
  /** Whether it exists in its version alone. */
  alone: boolean
  /** As a list of each version reads it; worked out once, because every rule asks. */
  reads: Readonly<Record<NaceVersion, NaceReading>> & { none: NaceReading }
}

/** By what is shown, codes that were read before: no more of them exist than stand in the two tables together. */
const knownCodes = new Map<string, NaceCode>()

export function readNaceCodes(given: readonly string[], faults: Faults): NaceCode[] {
  if (given.length > requestBounds.naceMax) {
    fault(faults, 'company.nace', `has more than ${requestBounds.naceMax} codes.`)
    return []
  }
  const codes = given.map((text, index) => readOne(text, `company.nace[${index}]`, faults))
  const seen = new Set<string>()
  return codes.filter((code) => code !== null).filter(({ shown }) => !seen.has(shown) && seen.add(shown))
}

function readOne(text: string, field: string, faults: Faults): NaceCode | null {
  const read = readNaceCode(text, 'dot')
  if ('fault' in read) return fault(faults, field, () => notANaceCode(text, shown(text), read.fault))
  const { code, version } = read
  const written = `${code}${versionBehind(read)}`
  const known = knownCodes.get(written)
  if (known !== undefined) return known
  const reads = {
    2008: naceReading(code, version, 2008),
    2025: naceReading(code, version, 2025),
    none: naceReading(code, version, null),
  }
  const made = { code, version, shown: written, alone: naceVersionsOf(code).length === 1, reads }
  knownCodes.set(written, made)
  return made
}

/** The code as a list of that version reads it; a list without a version holds in both. */
export function readIn(code: NaceCode, version: NaceVersion | null): NaceReading {
  return code.reads[version ?? 'none']
}

/**
 * The code that decides a `not_covers` rule where the versions leave the main activity undecided: the first one given
 * that exists in the rule's version alone. It may be a side activity. Undefined where there is none.
 */
export function standInFor(codes: readonly NaceCode[], version: NaceVersion | null): NaceCode | undefined {
  return codes.find((code) => code.alone && code.version === version)
}
