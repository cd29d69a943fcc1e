/**
 * What answers said lately of measures, ready to be said again. Making it takes the whole record, which is not kept in
 * memory, and a hundred times as long as putting it into an answer.
 */
import type { Instant } from '../../values/brussels.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { MatchableMeasure, PreparedMeasure } from '../verdict/prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { type SheetText, sheetText } from './sheet-text.ts'

/** Bytes of ready texts kept; beyond that the oldest go: some 20,000 measures in one language. */
const keptBytesMax = 64 * 1024 * 1024

/** What is said of measures as they are in one state of the catalogue. */
export interface SheetSource {
  of(id: string, language: Language): Sheet
  /** The parts of a match's JSON that the measure decides; `rowOf` answers its row, in the language, as JSON. */
  textFor(measure: PreparedMeasure, language: Language, view: View, rowOf: (id: string) => Buffer): SheetText
  /** How an instant is written. */
  textOf(instant: Instant): string
}

/** In which view and language something is said. */
type Said = `${View} ${Language}`
/** By name, since a name that is put together anew for each measure costs more than finding what goes by it. */
const saidIn = {
  full: { nl: 'full nl', fr: 'full fr', en: 'full en' },
  compact: { nl: 'compact nl', fr: 'compact fr', en: 'compact en' },
} as const satisfies Record<View, Record<Language, Said>>

export class Sheets {
  readonly #kept: Readonly<Record<Said, Map<string, SheetText>>> = {
    'full nl': new Map(),
    'full fr': new Map(),
    'full en': new Map(),
    'compact nl': new Map(),
    'compact fr': new Map(),
    'compact en': new Map(),
  }
  /** Of which measures anything is kept, the oldest first. */
  readonly #ids = new Set<string>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax = keptBytesMax) {
    this.#bytesMax = bytesMax
  }

  /**
   * The sheets of the state in which `measureOf` finds measures. As long as `isCurrent` texts are taken from those kept,
   * and kept; afterwards each is made for its reader alone. `textOf`: `instantTexts()` of measures/record/render.ts.
   */
  over(
    measureOf: (id: string) => MatchableMeasure,
    textOf: (instant: Instant) => string,
    isCurrent: () => boolean,
  ): SheetSource {
    const of = (id: string, language: Language): Sheet => sheetOf(measureOf(id), language, textOf)
    return {
      of,
      textFor: (measure, language, view, rowOf) => {
        const { id } = measure
        const kept = this.#kept[saidIn[view][language]]
        const before = isCurrent() ? kept.get(id) : undefined
        if (before !== undefined) return before
        const text = sheetText(of(id, language), measure, rowOf(id).toString('latin1'), view)
        if (isCurrent()) this.#keep(id, kept, text)
        return text
      },
      textOf,
    }
  }

  /** To be called whenever anything of the measure changed that its row or its sheet shows. */
  forget(id: string): void {
    if (!this.#ids.delete(id)) return
    for (const kept of Object.values(this.#kept)) {
      this.#bytes -= kept.get(id)?.size ?? 0
      kept.delete(id)
    }
  }

  forgetAll(): void {
    for (const kept of Object.values(this.#kept)) kept.clear()
    this.#ids.clear()
    this.#bytes = 0
  }

  #keep(id: string, kept: Map<string, SheetText>, text: SheetText): void {
    this.#ids.add(id)
    kept.set(id, text)
    this.#bytes += text.size
    while (this.#bytes > this.#bytesMax) {
      const [oldest] = this.#ids
      if (oldest === undefined) return
      this.forget(oldest)
    }
  }
}
