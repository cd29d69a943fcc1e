/** Positions as text carries them: how the one of a relevance page is written, and how any is read back. */
import type { IndexSort, Position } from './query.ts'

/** The score of the last row and the weight of each word that it was reckoned with. */
export type RelevanceValue = { score: number; weights: number[] }

const relevanceForm = /^(\d{1,6})\/(\d{1,3}(?:,\d{1,3})*)$/

export function writeRelevance(value: RelevanceValue): string {
  return `${value.score}/${value.weights.join(',')}`
}

/** Null when the value is no such text, or was reckoned with another number of words. */
export function readRelevance(value: unknown, wordCount: number): RelevanceValue | null {
  const parts = typeof value === 'string' ? relevanceForm.exec(value) : null
  if (parts === null) return null
  const weights = (parts[2] ?? '').split(',').map(Number)
  return weights.length === wordCount ? { score: Number(parts[1]), weights } : null
}

/**
 * The position that `value` (read from a cursor) is, for a list in that sort with that many words; null when it is none.
 * `sort` is the sort really used, as `sortOf` gives it.
 */
export function readPosition(sort: IndexSort, wordCount: number, value: unknown): Position | null {
  if (typeof value !== 'object' || value === null || !('sortValue' in value) || !('id' in value)) return null
  const { sortValue, id } = value
  if (typeof id !== 'string') return null
  if (sort === 'relevance') {
    return readRelevance(sortValue, wordCount) === null ? null : { sortValue: String(sortValue), id }
  }
  if (sort === 'deadline' && sortValue === null) return { sortValue, id }
  if (sort === 'deadline' || sort === 'updated') {
    return typeof sortValue === 'number' && Number.isFinite(sortValue) ? { sortValue, id } : null
  }
  return typeof sortValue === 'string' ? { sortValue, id } : null
}
