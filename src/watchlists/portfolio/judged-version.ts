/** One version of a measure as companies are judged by it. */
import type { PreparedMeasure } from '../../matching/verdict/prepared-measure.ts'

export type JudgedVersion = {
  measure: PreparedMeasure
  /** By id of each condition: the print of its text of now, for which an answer to it must have been given to hold. */
  prints: ReadonlyMap<string, string>
}
