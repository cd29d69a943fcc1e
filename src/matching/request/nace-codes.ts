/**
 * NACE-BEL codes of a company, and how one of them stands to the codes that a rule lists (contract 5, NACE).
 *
 * Rules and companies may speak of different versions. Where they do, a company's code whose meaning moved, or that
 * exists in one version only, is lifted to the deepest level above it that did not move, while the rule's code stands.
 */
import {
  isAbove,
  type NaceVersion,
  naceExists,
  naceMeaningMoved,
  naceVersionsOf,
  stableAncestor,
} from '../../reference/nace.ts'
import { type Faults, fault, shown } from './content-fault.ts'
import { requestBounds } from './request-bounds.ts'

export type NaceCode = {
  /** Without dots. */
  code: string
  /** A code that exists in one version is of that version, else of 2025. */
  version: NaceVersion
  /** Whether it exists in its version alone. */
  alone: boolean
  /** As a list of each version reads it; worked out once, because every rule asks. */
  reads: Readonly<Record<NaceVersion, ReadCode>> & { none: ReadCode }
}

/** A rule's list: codes of at least two digits; without a version they hold in both. */
export type NaceList = { codes: readonly string[]; version: NaceVersion | null }

/** A company's code as a version reads it; `code` null: nothing of it is sure, it may be anywhere. */
export type ReadCode = {
  code: string | null
  lifted: boolean
  /** The code and those above it, from the division down: a list that has one of them covers it. */
  levels: readonly string[]
}

/** How a company's code stands to a rule's list. `above`: a part of it may be covered. */
export type Relation = 'covered' | 'above' | 'outside'

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
  if (!codeForm.test(text)) return fault(faults, field, `${shown(text)} is not a NACE code of at least two digits.`)
  const code = text.replaceAll('.', '')
  const known = knownCodes.get(code)
  if (known !== undefined) return known
  const [version, ...others] = naceVersionsOf(code).toReversed()
  if (version === undefined) {
    return fault(faults, field, `${shown(text)} exists in neither NACE-BEL 2008 nor NACE-BEL 2025.`)
  }
  const reads = { 2008: readAs(code, version, 2008), 2025: readAs(code, version, 2025), none: readCode(code, false) }
  const read = { code, version, alone: others.length === 0, reads }
  knownCodes.set(code, read)
  return read
}

function readAs(code: string, version: NaceVersion, asked: NaceVersion): ReadCode {
  const stands = version === asked || (naceExists(code, asked) && !naceMeaningMoved(code))
  return stands ? readCode(code, false) : readCode(stableAncestor(code), true)
}

function readCode(code: string | null, lifted: boolean): ReadCode {
  const depth = Math.max(0, (code ?? '').length - 1)
  return { code, lifted, levels: Array.from({ length: depth }, (_, level) => (code ?? '').slice(0, level + 2)) }
}

/** The code as a list of that version reads it; a list without a version holds in both. */
export function readIn(code: NaceCode, version: NaceVersion | null): ReadCode {
  return code.reads[version ?? 'none']
}

export function relationOf(read: ReadCode, list: NaceList): Relation {
  const { code } = read
  if (code === null) return 'above'
  let relation: Relation = 'outside'
  for (const listed of list.codes) {
    // Codes of at least two digits stand above whatever begins with them.
    if (code.startsWith(listed)) return 'covered'
    if (relation === 'outside' && isAbove(code, listed, list.version)) relation = 'above'
  }
  return relation
}

/**
 * The code that decides a `not_covers` rule where the versions leave the main activity undecided: the first one given
 * that exists in the rule's version alone. It may be a side activity. Undefined where there is none.
 */
export function standInFor(codes: readonly NaceCode[], version: NaceVersion | null): NaceCode | undefined {
  return codes.find((code) => code.alone && code.version === version)
}
