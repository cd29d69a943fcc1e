/** A search that somebody keeps, and its bounds (contract 10). */
import type { Instant } from '../values/brussels.ts'
import { characterCount } from '../values/texts/character-count.ts'
import type { Language } from '../values/vocabularies.ts'

export const searchBounds = {
  /** Of an account, on every plan. */
  searchesMax: 50,
  /** Code points. */
  nameMax: 200,
  /** Characters of all parameters together. */
  parametersMax: 4_000,
} as const

export type SavedSearch = {
  id: string
  accountId: string
  name: string
  /** Those of a list of measures as they were given, each as it stands in a query, decoded. */
  parameters: Readonly<Record<string, string>>
  /** Of its digest. */
  language: Language
  createdAt: Instant
  updatedAt: Instant
}

/** Why a text can be no name; null when it can. */
export function faultOfName(name: string): string | null {
  const length = characterCount(name)
  const { nameMax } = searchBounds
  if (length === 0 || length > nameMax) return `name must have 1 to ${nameMax} characters.`
  if (/\p{Cc}/u.test(name)) return 'name must not hold control characters.'
  return name.isWellFormed() ? null : 'name must not hold half of a character.'
}
