/** A check over every curated record: what it finds is shown with the file and the id of the measure. */
import assert from 'node:assert/strict'
import type { CuratedMeasure } from './curated-catalogue.ts'

/** Asserts that there are measures, and that the check finds nothing in any of them. */
export function noneOf(
  measures: readonly CuratedMeasure[],
  findings: (measure: CuratedMeasure) => readonly string[],
): void {
  assert.ok(measures.length > 0)
  assert.deepEqual(
    measures.flatMap((measure) => findings(measure).map((finding) => `${measure.file} ${measure.id}: ${finding}`)),
    [],
  )
}
