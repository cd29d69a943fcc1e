/**
 * What people call trades, shops and professions, with the NACE-BEL 2025 codes that they are registered under. Table:
 * `reference/trades.tsv`; its names and codes are our own choice, its codes those of `reference/nace-2025.tsv`.
 */
import type { TextLanguage } from '../values/vocabularies.ts'
import { naceExists } from './nace.ts'
import { listIn, readTable } from './table.ts'

export type Trade = {
  /** NACE-BEL 2025, digits alone, the likeliest first; at least one. */
  codes: readonly string[]
  /** Names of the shop, the person and the activity; none where a language has no word for it. */
  names: Readonly<Record<TextLanguage, readonly string[]>>
}

const all: readonly Trade[] = readTable('trades.tsv', ['codes', 'nl', 'fr', 'de', 'en']).map((cell) => {
  const codes = listIn(cell('codes'))
  const unknown = codes.filter((code) => !naceExists(code, 2025))
  if (codes.length === 0 || unknown.length > 0)
    throw new Error(`reference/trades.tsv: ${unknown.join(' ')} of ${cell('en')} is no code of NACE-BEL 2025`)
  const namesIn = (language: TextLanguage): string[] => listIn(cell(language), '; ')
  return { codes, names: { nl: namesIn('nl'), fr: namesIn('fr'), de: namesIn('de'), en: namesIn('en') } }
})

/** Every trade of the table. */
export function trades(): readonly Trade[] {
  return all
}
