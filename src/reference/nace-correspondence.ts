/**
 * Where the activities of a NACE code stand in the other version of NACE-BEL. Between classes the official correspondence
 * of NACE Rev. 2 and Rev. 2.1 says it (`reference/nace-classes.tsv`, read in both directions). Below the class nothing
 * official does: a code of five digits that did not move (`nace-moved.tsv`) holds in both versions itself and nothing
 * else; of any other code every part may stand under every code of its class's counterparts that may have taken it in.
 * Too many codes in doubt make an answer unknown; one too few would make it wrong.
 */
import { type NaceVersion, naceCodes, naceIsStable } from './nace.ts'
import { readTable } from './table.ts'

/** The most specific level that both versions have: of 2025 some codes are divided further, into seven digits. */
const finestSharedLevel = 5

type Classes = ReadonlyMap<string, readonly string[]>

/** By version: its classes, each with those of the other version that hold a part of it. */
const counterparts = loadCounterparts()
/** By version: its classes, each with its codes of five digits. */
const codesOfClass = { 2008: codesByClass(2008), 2025: codesByClass(2025) }

function loadCounterparts(): Record<NaceVersion, Classes> {
  const [of2008, of2025] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const cell of readTable('nace-classes.tsv', ['class_2008', 'class_2025'])) {
    const [older, newer] = [cell('class_2008'), cell('class_2025')]
    listUnder(of2008, older).push(newer)
    listUnder(of2025, newer).push(older)
  }
  return { 2008: of2008, 2025: of2025 }
}

function codesByClass(version: NaceVersion): Classes {
  const codes = new Map<string, string[]>()
  for (const code of naceCodes(version)) {
    if (code.length === 4) listUnder(codes, code)
    if (code.length === finestSharedLevel) listUnder(codes, code.slice(0, 4)).push(code)
  }
  return codes
}

function listUnder(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** The classes of the other version that hold a part of a class; none where it has no counterpart. */
export function counterpartsOfClass(code: string, version: NaceVersion): readonly string[] {
  return counterparts[version].get(code) ?? []
}

/**
 * The codes of five digits of the other version that between them hold all that a code holds in `version`, ascending: each
 * may hold a part of it, and no other does. A code above the class has what its classes have. Empty for a code without
 * counterpart. `code` has at least two digits and exists in `version`.
 */
export function codesHolding(code: string, version: NaceVersion): string[] {
  const ownFive = code.slice(0, finestSharedLevel)
  if (ownFive.length === finestSharedLevel && naceIsStable(ownFive)) return [ownFive]
  const other = version === 2008 ? 2025 : 2008
  const holding = new Set<string>()
  for (const own of classesOf(code, version)) {
    for (const counterpart of counterpartsOfClass(own, version)) {
      for (const candidate of codesOfClass[other].get(counterpart) ?? []) {
        if (!naceIsStable(candidate) || candidate.startsWith(code)) holding.add(candidate)
      }
    }
  }
  return [...holding].sort()
}

function classesOf(code: string, version: NaceVersion): string[] {
  if (code.length >= 4) return [code.slice(0, 4)]
  return [...codesOfClass[version].keys()].filter((one) => one.startsWith(code))
}
