/** A watchlist: what can be set of it, its bounds (contract 7), and how it is shown. */

import { formatInstant, type Instant } from '../values/brussels.ts'
import { characterCount } from '../values/texts/character-count.ts'
import type { Language, Severity } from '../values/vocabularies.ts'

export const watchlistBounds = {
  /** Of an account. */
  listsMax: 50,
  /** Code points. */
  nameMax: 200,
  mutedMax: 1_000,
  /** Characters: longer than the id of any measure. */
  mutedIdMax: 400,
  uploadRowsMax: 1_000,
  /** Characters of what is kept of a company as JSON: more than a thousand answers to conditions that exist can need. */
  factsMax: 100_000,
  /** Answers that a warning names. */
  unusedNamesMax: 100,
  matchesMax: 5_000,
  matchesDefault: 500,
} as const

/** What its owner sets. */
export type WatchlistOptions = {
  name: string
  language: Language
  /** Match events below it are not made. */
  minSeverity: Severity
  /** Ids of measures of which no match events are made, as given. */
  mutedSubsidies: readonly string[]
}

export type Watchlist = WatchlistOptions & {
  id: string
  accountId: string
  /** How many it holds. */
  companies: number
  /** The place of the next company that is added. */
  nextPlace: number
  /** Moves with every change of its companies. */
  revision: number
  createdAt: Instant
  updatedAt: Instant
}

/** Why a text can be no name; null when it can. */
export function faultOfName(name: string): string | null {
  const length = characterCount(name)
  const { nameMax } = watchlistBounds
  if (length === 0 || length > nameMax) return `name must have 1 to ${nameMax} characters.`
  if (/\p{Cc}/u.test(name)) return 'name must not hold control characters.'
  return name.isWellFormed() ? null : 'name must not hold half of a character.'
}

/** The list as it is answered. */
export function shownWatchlist(list: Watchlist) {
  return {
    id: list.id,
    name: list.name,
    language: list.language,
    companies: list.companies,
    min_severity: list.minSeverity,
    muted_subsidies: list.mutedSubsidies,
    created_at: formatInstant(list.createdAt),
    updated_at: formatInstant(list.updatedAt),
  }
}
