/**
 * What answers said lately of measures, kept to be said again: to make it takes the whole record, which is not kept in memory.
 */
import type { Instant } from '../../values/brussels.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { MatchableMeasure } from '../verdict/prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'

/** Measures of which is kept what was said, in each language; beyond that the oldest go. */
const keptPerLanguage = 12_000

/** What is said of measures as they are in one state of the catalogue. */
export interface SheetSource<Row> {
  /** The sheet of a measure, and its row as answers of that view show it; `rowOf` makes a row that is not kept. */
  said(id: string, language: Language, view: View, rowOf: (id: string) => Row): { sheet: Sheet; row: Row }
  /** How an instant is written. */
  textOf(instant: Instant): string
}

type Kept<Row> = { sheet: Sheet; rows: Map<View, Row> }

export class Sheets<Row> {
  /** The oldest first. */
  readonly #kept: Readonly<Record<Language, Map<string, Kept<Row>>>> = { nl: new Map(), fr: new Map(), en: new Map() }
  readonly #keptMax: number

  constructor(keptMax = keptPerLanguage) {
    this.#keptMax = keptMax
  }

  /**
   * The sheets of the state in which `measureOf` finds measures. As long as `isCurrent` they are taken from those kept, and kept;
   * afterwards each is made for its reader alone. `textOf`: `instantTexts()` of measures/record/render.ts.
   */
  over(
    measureOf: (id: string) => MatchableMeasure,
    textOf: (instant: Instant) => string,
    isCurrent: () => boolean,
  ): SheetSource<Row> {
    const made = (id: string, language: Language): Kept<Row> => ({
      sheet: sheetOf(measureOf(id), language, textOf),
      rows: new Map(),
    })
    return {
      said: (id, language, view, rowOf) => {
        const { sheet, rows } = isCurrent() ? this.#keptOr(id, language, made) : made(id, language)
        const row = rows.get(view) ?? rowOf(id)
        rows.set(view, row)
        return { sheet, row }
      },
      textOf,
    }
  }

  /** To be called whenever anything of the measure changed that its row or its sheet shows. */
  forget(id: string): void {
    for (const kept of Object.values(this.#kept)) kept.delete(id)
  }

  forgetAll(): void {
    for (const kept of Object.values(this.#kept)) kept.clear()
  }

  #keptOr(id: string, language: Language, made: (id: string, language: Language) => Kept<Row>): Kept<Row> {
    const kept = this.#kept[language]
    const before = kept.get(id)
    if (before !== undefined) return before
    const said = made(id, language)
    kept.set(id, said)
    const [oldest] = kept.keys()
    if (kept.size > this.#keptMax && oldest !== undefined) kept.delete(oldest)
    return said
  }
}
