/** Positions as text carries them: how the one of a relevance page is written and read back. */
/** The score of the last row, and what it was reckoned with: the weight of each word, and what rows that are not late gain. */
export type RelevanceValue = { score: number; weights: number[]; lateGain: number }

const relevanceForm = /^(\d{1,7})\/(\d{1,3}(?:,\d{1,3})*)\/(\d{1,3})$/

export function writeRelevance({ score, weights, lateGain }: RelevanceValue): string {
  return `${score}/${weights.join(',')}/${lateGain}`
}

/** Null when the value is no such text, or was reckoned with another number of words. */
export function readRelevance(value: unknown, wordCount: number): RelevanceValue | null {
  const parts = typeof value === 'string' ? relevanceForm.exec(value) : null
  if (parts === null) return null
  const weights = (parts[2] ?? '').split(',').map(Number)
  return weights.length === wordCount ? { score: Number(parts[1]), weights, lateGain: Number(parts[3]) } : null
}
