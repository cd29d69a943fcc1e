/**
 * NACE-BEL codes of a company (contract 5, NACE). Rules and companies may speak of different versions; how a list of a
 * version reads a code, and how the code then stands to it, is in `reference/nace-reading.ts`.
 */
import { type NaceVersion, naceVersionsOf } from '../../reference/nace.ts'
import { type NaceReading, naceReading, versionMeant } from '../../reference/nace-reading.ts'
import { type Faults, fault, shown } from './content-fault.ts'
import { naceInNeither, notANaceCode } from './fact-words.ts'
import { requestBounds } from './request-bounds.ts'

export type NaceCode = {
  /** Without dots. */
  code: string
  /** A code that exists in one version is of that version, else of 2025. */
  version: NaceVersion
  /** Whether it exists in its version alone. */
  alone: boolean
  /** As a list of each version reads it; worked out once, because every rule asks. */
  reads: Readonly<Record<NaceVersion, NaceReading>> & { none: NaceReading }
}

/** Codes that were read before: no more of them exist than stand in the two tables. */
const knownCodes = new Map<string, NaceCode>()

const codeForm = /^\d{2}(?:\.?\d)*$/

export function readNaceCodes(given: readonly string[], faults: Faults): NaceCode[] {
  if (given.length > requestBounds.naceMax) {
    fault(faults, 'company.nace', `has more than ${requestBounds.naceMax} codes.`)
    return []
  }
  const codes = given.map((text, index) => readNaceCode(text, `company.nace[${index}]`, faults))
  const seen = new Set<string>()
  return codes.filter((code) => code !== null).filter(({ code }) => !seen.has(code) && seen.add(code))
}

function readNaceCode(text: string, field: string, faults: Faults): NaceCode | null {
  if (/^[A-Za-z]$/.test(text)) {
    return fault(faults, field, `${shown(text)} is a section; give a code of at least two digits.`)
  }
  if (!codeForm.test(text)) return fault(faults, field, () => notANaceCode(text, shown(text)))
  const code = text.replaceAll('.', '')
  const known = knownCodes.get(code)
  if (known !== undefined) return known
  const version = versionMeant(code)
  if (version === null) {
    return fault(faults, field, () => naceInNeither(text, shown(text)))
  }
  const reads = {
    2008: naceReading(code, version, 2008),
    2025: naceReading(code, version, 2025),
    none: naceReading(code, version, null),
  }
  const read = { code, version, alone: naceVersionsOf(code).length === 1, reads }
  knownCodes.set(code, read)
  return read
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
