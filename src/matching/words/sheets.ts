/**
 * What answers said lately of measures, ready to be said again. Making it takes the whole record, which is not kept in
 * memory, and a hundred times as long as putting it into an answer.
 */
import type { Instant } from '../../values/brussels.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { JudgedBest } from '../evaluator/verdicts.ts'
import type { MatchableMeasure } from '../verdict/prepared-measure.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { type SheetText, sheetText } from './sheet-text.ts'

/** Bytes of ready texts kept; beyond that the oldest go: some 20,000 measures in one language. */
const keptBytesMax = 64 * 1024 * 1024

/** What is said of measures as they are in one state of the catalogue. */
export interface SheetSource {
  of(id: string, language: Language): Sheet
  /** The parts of a match's JSON that the measure decides; `rowOf` answers its row, in the language, as JSON. */
  textFor(answered: Answered, language: Language, view: View, rowOf: (id: string) => Buffer): SheetText
  /** How an instant is written. */
  textOf(instant: Instant): string
}

/** A measure that is answered, and its place in the evaluator that judged it, which is that of these sheets. */
type Answered = Pick<JudgedBest, 'measure' | 'ordinal'>

/** In which view and language something is said. */
type Said = `${View} ${Language}`
/** By name, since a name that is put together anew for each measure costs more than finding what goes by it. */
const saidIn = {
  full: { nl: 'full nl', fr: 'full fr', en: 'full en' },
  compact: { nl: 'compact nl', fr: 'compact fr', en: 'compact en' },
} as const satisfies Record<View, Record<Language, Said>>

export class Sheets {
  /** By ordinal: to find a text by the measure's id takes four looks at memory that the judging has put out of the caches. */
  readonly #kept: Readonly<Record<Said, (SheetText | undefined)[]>> = {
    'full nl': [],
    'full fr': [],
    'full en': [],
    'compact nl': [],
    'compact fr': [],
    'compact en': [],
  }
  /** The ordinals of the measures of which anything is kept, the oldest first. */
  readonly #ordinals = new Map<string, number>()
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
      textFor: ({ measure, ordinal }, language, view, rowOf) => {
        const { id } = measure
        const kept = this.#kept[saidIn[view][language]]
        const before = isCurrent() ? kept[ordinal] : undefined
        if (before?.id === id) return before
        const text = sheetText(of(id, language), measure, rowOf(id).toString('latin1'), view)
        if (isCurrent()) this.#keep(ordinal, kept, text)
        return text
      },
      textOf,
    }
  }

  /** To be called whenever anything of the measure changed that its row or its sheet shows. */
  forget(id: string): void {
    const ordinal = this.#ordinals.get(id)
    if (ordinal === undefined) return
    this.#ordinals.delete(id)
    for (const kept of Object.values(this.#kept)) {
      const text = kept[ordinal]
      if (text?.id !== id) continue
      this.#bytes -= text.size
      kept[ordinal] = undefined
    }
  }

  forgetAll(): void {
    for (const kept of Object.values(this.#kept)) kept.length = 0
    this.#ordinals.clear()
    this.#bytes = 0
  }

  #keep(ordinal: number, kept: (SheetText | undefined)[], text: SheetText): void {
    // Whoever had the place before, or this measure at another one, is answered no more.
    for (const said of Object.values(this.#kept)) {
      const other = said[ordinal]?.id
      if (other !== undefined && other !== text.id) this.forget(other)
    }
    if (this.#ordinals.get(text.id) !== ordinal) this.forget(text.id)
    this.#ordinals.set(text.id, ordinal)
    // Without holes, which would make a table of it that is looked up as slowly as by ids.
    while (kept.length < ordinal) kept.push(undefined)
    kept[ordinal] = text
    this.#bytes += text.size
    while (this.#bytes > this.#bytesMax) {
      const [oldest] = this.#ordinals.keys()
      if (oldest === undefined) return
      this.forget(oldest)
    }
  }
}
