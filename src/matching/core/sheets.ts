/** The sheets that answers were made of lately. Making one takes the whole record, which is not kept in memory. */
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { MatchableMeasure } from './prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { type SheetText, sheetText } from './sheet-text.ts'

/** Measures whose sheets are kept; beyond that all are forgotten, and those in use come back. */
const keptMax = 4_096

export type SheetSettings = {
  /** The measure as it is now; it is asked for measures that the evaluator has. */
  measureOf(id: string): MatchableMeasure
  /** How an instant is written: `instantTexts()` of measures/core/render.ts. */
  textOf(instant: Instant): string
}

type Kept = { sheet: Sheet; text: SheetText | null }

export class Sheets {
  readonly #settings: SheetSettings
  readonly #kept = new Map<string, Partial<Record<Language, Kept>>>()

  constructor(settings: SheetSettings) {
    this.#settings = settings
  }

  of(id: string, language: Language): Sheet {
    return this.#keptOf(id, language).sheet
  }

  /** The sheet, and those parts of a match's JSON that it decides. */
  textFor(id: string, language: Language): { sheet: Sheet; text: SheetText } {
    const kept = this.#keptOf(id, language)
    const text = kept.text ?? sheetText(kept.sheet)
    kept.text = text
    return { sheet: kept.sheet, text }
  }

  /** How an instant is written. */
  textOf(instant: Instant): string {
    return this.#settings.textOf(instant)
  }

  /** To be called whenever anything of the measure changed, its source's settings and last check included. */
  forget(id: string): void {
    this.#kept.delete(id)
  }

  #keptOf(id: string, language: Language): Kept {
    const ofMeasure = this.#kept.get(id) ?? {}
    const before = ofMeasure[language]
    if (before !== undefined) return before
    const kept = { sheet: sheetOf(this.#settings.measureOf(id), language, this.#settings.textOf), text: null }
    if (this.#kept.size >= keptMax) this.#kept.clear()
    this.#kept.set(id, { ...ofMeasure, [language]: kept })
    return kept
  }
}
