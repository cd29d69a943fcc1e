/** The sheets that answers were made of lately. Making one takes the whole record, which is not kept in memory. */
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { MatchableMeasure } from '../verdict/prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { type SheetText, sheetText } from './sheet-text.ts'

/** Measures whose sheets are kept; beyond that all are forgotten, and those in use come back. */
const keptMax = 4_096

/** Sheets of measures as they are in one state of the catalogue. */
export interface SheetSource {
  of(id: string, language: Language): Sheet
  /** The sheet, and those parts of a match's JSON that it decides. */
  textFor(id: string, language: Language): { sheet: Sheet; text: SheetText }
  /** How an instant is written. */
  textOf(instant: Instant): string
}

type Kept = { sheet: Sheet; text: SheetText | null }

export class Sheets {
  readonly #kept = new Map<string, Partial<Record<Language, Kept>>>()

  /**
   * The sheets of the state in which `measureOf` finds measures. As long as `isCurrent` they are taken from those kept,
   * and kept; afterwards each is made for its reader alone. `textOf`: `instantTexts()` of measures/record/render.ts.
   */
  over(
    measureOf: (id: string) => MatchableMeasure,
    textOf: (instant: Instant) => string,
    isCurrent: () => boolean,
  ): SheetSource {
    const make = (id: string, language: Language): Kept => ({
      sheet: sheetOf(measureOf(id), language, textOf),
      text: null,
    })
    const find = (id: string, language: Language): Kept => {
      if (!isCurrent()) return make(id, language)
      const kept = this.#kept.get(id)?.[language]
      if (kept !== undefined) return kept
      const made = make(id, language)
      this.#keep(id, language, made)
      return made
    }
    return {
      of: (id, language) => find(id, language).sheet,
      textFor: (id, language) => {
        const found = find(id, language)
        found.text ??= sheetText(found.sheet)
        return { sheet: found.sheet, text: found.text }
      },
      textOf,
    }
  }

  /** To be called whenever anything of the measure changed that its sheet shows. */
  forget(id: string): void {
    this.#kept.delete(id)
  }

  forgetAll(): void {
    this.#kept.clear()
  }

  #keep(id: string, language: Language, kept: Kept): void {
    if (this.#kept.size >= keptMax) this.#kept.clear()
    this.#kept.set(id, { ...this.#kept.get(id), [language]: kept })
  }
}
