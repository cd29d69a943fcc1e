/** Which of the exports of a state: in which language, and with which measures. */
import type { CatalogueState } from '../measures/catalogue/state.ts'
import type { Language } from '../values/vocabularies.ts'

export type Variant = { language: Language; includeWithdrawn: boolean }

/** Measures gone through between two turns of others: a fraction of a millisecond. */
const measuresAStep = 2_048

/** Its name, which no other variant has. Visible ASCII. */
export function variantName({ language, includeWithdrawn }: Variant): string {
  return includeWithdrawn ? `${language}-withdrawn` : language
}

/** The ids of its measures in their order, in slices. Merged ones are in no state. */
export function* exportedIds(state: CatalogueState, { includeWithdrawn }: Variant): Generator<number, string[]> {
  const ids: string[] = []
  let seen = 0
  for (const { id, withdrawnAt } of state.all()) {
    if (includeWithdrawn || withdrawnAt === null) ids.push(id)
    seen += 1
    if (seen % measuresAStep === 0) yield measuresAStep
  }
  yield 1
  // A state has nearly all of them in order: then sorting them is a few comparisons each.
  return ids.sort()
}
