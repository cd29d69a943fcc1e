/** Positions as text carries them: how the one of a relevance page is written and read back. */
/** The score of the last row and the weight of each word that it was reckoned with. */
export type RelevanceValue = { score: number; weights: number[] }

const relevanceForm = /^(\d{1,7})\/(\d{1,3}(?:,\d{1,3})*)$/

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
