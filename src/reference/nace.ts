/**
 * NACE-BEL 2008 (NACE Rev. 2) and NACE-BEL 2025 (NACE Rev. 2.1): codes, labels, the tree, and which codes mean the same
 * in both. Codes are written without dots: a section is a letter, a division two digits, then three, four and five
 * digits, and seven in 2025 alone. A code's parents are its prefixes; a division's parent is its section, which is not
 * always the same letter in the two versions. Tables: `reference/nace-2008.tsv`, `nace-2025.tsv`, `nace-moved.tsv`.
 */
import type { TextLanguage } from '../values/vocabularies.ts'
import { readTable } from './table.ts'

export const naceVersions = [2008, 2025] as const
export type NaceVersion = (typeof naceVersions)[number]

type Entry = { section: string; labels: Record<TextLanguage, string> }

const tables: Record<NaceVersion, ReadonlyMap<string, Entry>> = { 2008: load(2008), 2025: load(2025) }
const moved: ReadonlyMap<string, boolean> = new Map(
  readTable('nace-moved.tsv', ['code', 'moved', 'why']).map((cell) => [cell('code'), cell('moved') === '1']),
)

function load(version: NaceVersion): ReadonlyMap<string, Entry> {
  return new Map(
    readTable(`nace-${version}.tsv`, ['code', 'section', 'nl', 'fr', 'de', 'en']).map((cell) => [
      cell('code'),
      { section: cell('section'), labels: { nl: cell('nl'), fr: cell('fr'), de: cell('de'), en: cell('en') } },
    ]),
  )
}

export function naceExists(code: string, version: NaceVersion): boolean {
  return tables[version].has(code)
}

/** The versions in which the code exists, oldest first; none for a code that does not exist. */
export function naceVersionsOf(code: string): NaceVersion[] {
  return naceVersions.filter((version) => tables[version].has(code))
}

/**
 * The official title of a code. Null when the code does not exist in that version, or has no title in that language
 * (NACE-BEL 2008 has no English at five digits).
 */
export function naceLabel(code: string, version: NaceVersion, language: TextLanguage): string | null {
  const label = tables[version].get(code)?.labels[language] ?? ''
  return label === '' ? null : label
}

/** Every code of a version: sections first, then by code. */
export function naceCodes(version: NaceVersion): string[] {
  return [...tables[version].keys()]
}

/** The code directly above, or null for a section and for a code that does not exist in that version. */
export function naceParent(code: string, version: NaceVersion): string | null {
  const entry = tables[version].get(code)
  if (entry === undefined || code.length === 1) return null
  if (code.length === 2) return entry.section
  return code.slice(0, code.length === 7 ? 5 : -1)
}

/** Whether the code means the same in both versions: it exists in both, and nothing entered or left it. */
export function naceIsStable(code: string): boolean {
  return moved.get(code) === false
}

/** As the official tables print it: a dot behind the division. */
export function dottedNace(code: string): string {
  return code.length === 2 ? code : `${code.slice(0, 2)}.${code.slice(2)}`
}
