/**
 * The measures whose name begins with what is typed, or has words that do. The index finds measures by the beginnings of words,
 * those that have them in their titles and keywords first; which of these are names is read of the measures themselves.
 */
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { MeasureIndex } from '../../measures/finding/measure-index.ts'
import type { Filters } from '../../measures/finding/query.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { counts } from '../../situations/dictionary.ts'
import { isFiller } from '../../situations/filler-words.ts'
import { textsOf } from '../../values/localized-text.ts'
import { endedStatuses, type Status, statuses, type TextLanguage, textLanguages } from '../../values/vocabularies.ts'
import { lettersMin } from './names-begun.ts'

/** A text of more words is a sentence, and begins no name. */
const wordsMost = 12
/** Of the words so many are asked of the index, the longest ones: those of one letter begin most of what there is. */
const askedMost = 4
/** Measures whose names are read, of each of two searches. */
const readMost = 16
/** Names of measures that are kept; of more all are read anew. */
const keptMost = 5_000

export type MeasureBegun = {
  id: string
  /** Whether it is the whole of a name that was typed. */
  isWhole: boolean
  /** How many typed words the name takes up. */
  wordCount: number
}

type Name = { words: readonly string[]; isTitle: boolean }

/** What of the catalogue is asked. */
export type Names = { index: Pick<MeasureIndex, 'search' | 'idsNamed'>; namesOf(id: string): readonly Name[] }

const isCurrent: Filters = {
  status: statuses.filter((one) => !(endedStatuses as readonly Status[]).includes(one)),
}

/** At most `most`, the nearest names first; of names as near those that are not over. */
export function measuresBegunBy(q: string, { index, namesOf }: Names, most: number): MeasureBegun[] {
  const whole = queryWordsOf(q)
  const typed = soughtIn(whole)
  if (typed.length === 0 || typed.length > wordsMost) return []
  const words = typed
    .filter(({ length }) => length >= lettersMin)
    .toSorted((left, right) => right.length - left.length)
    .slice(0, askedMost)
  const search = (filters: Filters): readonly string[] =>
    index.search({ words, filters, sort: 'relevance', after: null, limit: readMost }).ids
  const found: { begun: MeasureBegun; nearness: number }[] = []
  const seen = new Set<string>()
  const take = (ids: readonly string[], isOver: boolean): void => {
    for (const id of ids) {
      if (seen.has(id)) continue
      seen.add(id)
      const best = nearestName({ typed, whole: whole.join(' ') }, namesOf(id))
      if (best === null) continue
      const isWhole = best === 0
      const nearness = isWhole ? 0 : best + (isOver ? farthest : 0)
      found.push({ begun: { id, isWhole, wordCount: typed.length }, nearness })
    }
  }
  take(index.idsNamed(whole.filter(counts)), false)
  take(search(isCurrent), false)
  if (found.length < most) take(search({}), true)
  // A stable sort: those as near stay in the order of relevance.
  return found
    .sort((left, right) => left.nearness - right.nearness)
    .slice(0, most)
    .map(({ begun }) => begun)
}

/** The words that a name must have: what says nothing of what is sought is left out, unless it is being typed. */
function soughtIn(words: readonly string[]): readonly string[] {
  if (words.every(({ length }) => length < lettersMin)) return []
  const content = words.filter((word, place) => place === words.length - 1 || (counts(word) && !isFiller(word)))
  return content.some(({ length }) => length >= lettersMin) ? content : words
}

/** Behind every name of a measure that is not over. */
const farthest = 10

/** The words that a name must have, and all that was typed. */
type Typed = { typed: readonly string[]; whole: string }

/** How near the nearest of the names is; null where none has all the words. */
function nearestName({ typed, whole }: Typed, names: readonly Name[]): number | null {
  const begun = names.filter(({ words }) => typed.every((word) => words.some((one) => one.startsWith(word))))
  return begun.length === 0 ? null : Math.min(...begun.map((name) => distanceOf(whole, name)))
}

/** 0: it is the name; then names that begin so, then those that have the words, titles before others. */
function distanceOf(whole: string, { words, isTitle }: Name): number {
  const name = words.join(' ')
  if (name === whole) return 0
  return (name.startsWith(whole) ? 1 : 3) + (isTitle ? 0 : 1)
}

/** By what is known of a measure, which is made anew when the measure changes. */
const kept = new Map<KnownMeasure, readonly Name[]>()

/** The names of a measure of that state; none of one that it does not know, or that is withdrawn. */
export function namesIn(state: CatalogueState): Names['namesOf'] {
  return (id) => {
    const known = state.known(id)
    if (known === null || known.withdrawnAt !== null) return []
    const ready = kept.get(known)
    if (ready !== undefined) return ready
    const names = namesOfRecord(state, known)
    if (kept.size === keptMost) kept.clear()
    kept.set(known, names)
    return names
  }
}

/** A keyword with a capital, a digit or a hyphen is a name; others say what a measure is for. In German every noun has a capital. */
const proper = { nl: /[\p{Lu}\d-]/u, fr: /[\p{Lu}\d-]/u, en: /[\p{Lu}\d-]/u, de: /\p{Lu}\p{Lu}|\d/u } as const

function namesOfRecord(state: CatalogueState, known: KnownMeasure): Name[] {
  const { title, keywords, local_id: localId } = state.recordOf(known)
  const isName = (language: TextLanguage) => (keyword: string) => proper[language].test(keyword)
  const nicknames = keywords === null ? [] : textLanguages.flatMap((one) => keywords[one].filter(isName(one)))
  return [
    ...textsOf(title).map((text) => ({ words: queryWordsOf(text), isTitle: true })),
    ...[...nicknames, localId].map((text) => ({ words: queryWordsOf(text), isTitle: false })),
  ]
}
