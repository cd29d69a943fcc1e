/**
 * A cache of what answers show of a measure whatever the company: its sheet and its row. To make them, the whole record has to be
 * read, which is not in memory.
 */
import type { Instant } from '../../values/brussels.ts'
import { type Language, languages, type View, views } from '../../values/vocabularies.ts'
import type { MatchableMeasure } from '../verdict/prepared-measure.ts'
import { type RuleSheet, type Sheet, sheetOf } from './sheet.ts'

/** Characters that the cache holds, in each thread that answers matches. When it is full, it drops the oldest. */
const charactersMax = 32 * 1024 * 1024
/** What a row, and a rule beside its texts, count as; their length has a bound. */
const rowCharacters = 2_000
const ruleCharacters = 300

/** What an answer shows of a measure: `row` is the measure as that view shows it. */
export type Parts<Row> = { readonly sheet: Sheet; readonly row: Row }

/** What is said of measures as they are in one state of the catalogue. */
export interface SheetSource<Row> {
  /** `rowOf` makes the row, in that language and view. */
  partsOf(id: string, language: Language, view: View, rowOf: (id: string) => Row): Parts<Row>
  /** How an instant is written. */
  textOf(instant: Instant): string
}

type Cached<Row> = Parts<Row> & { characters: number }

export class Sheets<Row> {
  /** The oldest first. */
  readonly #cached = new Map<string, Cached<Row>>()
  readonly #charactersMax: number
  #characters = 0

  constructor(most = charactersMax) {
    this.#charactersMax = most
  }

  /**
   * Answers the sheets of one state; `measureOf` finds a measure in that state. While `isCurrent` answers true, they come from the
   * cache and go into it. After that, each is made for its reader and not cached. `textOf`: `instantTexts()` of
   * measures/record/render.ts.
   */
  over(
    measureOf: (id: string) => MatchableMeasure,
    textOf: (instant: Instant) => string,
    isCurrent: () => boolean,
  ): SheetSource<Row> {
    return {
      partsOf: (id, language, view, rowOf) => {
        const key = keyOf(id, language, view)
        const before = isCurrent() ? this.#cached.get(key) : undefined
        if (before !== undefined) return before
        const made = { sheet: sheetOf(measureOf(id), language, textOf), row: rowOf(id) }
        if (isCurrent()) this.#cache(key, made)
        return made
      },
      textOf,
    }
  }

  /** To be called whenever anything of the measure changed that its row or its sheet shows. */
  forget(id: string): void {
    for (const language of languages) for (const view of views) this.#drop(keyOf(id, language, view))
  }

  forgetAll(): void {
    this.#cached.clear()
    this.#characters = 0
  }

  #cache(key: string, parts: Parts<Row>): void {
    const characters = charactersOf(parts.sheet)
    this.#cached.set(key, { ...parts, characters })
    this.#characters += characters
    for (const oldest of this.#cached.keys()) {
      if (this.#characters <= this.#charactersMax) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#cached.get(key)?.characters ?? 0
    this.#cached.delete(key)
  }
}

/** How much room a measure takes: about the length of its JSON, without making that. */
export function charactersOf({ rules, openConditions, amount }: Sheet): number {
  const texts = [amount?.note, ...openConditions.map(({ text }) => text)]
  return rowCharacters + ofRules(rules) + texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

function ofRules(rules: readonly RuleSheet[]): number {
  return rules.reduce((sum, rule) => {
    const texts = (rule.requirement?.length ?? 0) + (rule.provenance.excerpt?.length ?? 0)
    return sum + ruleCharacters + texts + (rule.kind === 'group' ? ofRules(rule.members) : 0)
  }, 0)
}

const keyOf = (id: string, language: Language, view: View): string => `${view} ${language} ${id}`
