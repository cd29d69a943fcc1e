/** The sheets that answers were made of lately. Making one takes the whole record, which is not kept in memory. */
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { MatchableMeasure } from './prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'

/** Measures whose sheets are kept; beyond that all are forgotten, and those in use come back. */
const keptMax = 4_096

export type SheetSettings = {
  /** The measure as it is now; it is asked for measures that the evaluator has. */
  measureOf(id: string): MatchableMeasure
  /** How an instant is written: `instantTexts()` of measures/core/render.ts. */
  textOf(instant: Instant): string
}

export class Sheets {
  readonly #settings: SheetSettings
  readonly #kept = new Map<string, Partial<Record<Language, Sheet>>>()

  constructor(settings: SheetSettings) {
    this.#settings = settings
  }

  of(id: string, language: Language): Sheet {
    const kept = this.#keptOf(id)
    const before = kept[language]
    if (before !== undefined) return before
    const sheet = sheetOf(this.#settings.measureOf(id), language, this.#settings.textOf)
    kept[language] = sheet
    return sheet
  }

  /** To be called whenever anything of the measure changed, its source's settings and last check included. */
  forget(id: string): void {
    this.#kept.delete(id)
  }

  #keptOf(id: string): Partial<Record<Language, Sheet>> {
    const before = this.#kept.get(id)
    if (before !== undefined) return before
    if (this.#kept.size >= keptMax) this.#kept.clear()
    const kept = {}
    this.#kept.set(id, kept)
    return kept
  }
}
