/**
 * Reads what somebody typed as a situation: who he is, where, what he is about to do, with what, for how much. Each stretch of it
 * gets one meaning, of all ways to divide it the one that explains most; what nothing explains is searched for as words.
 *
 * It is told of names by tables (`senses.ts`) and, of measures' own names, by whoever asks. It decides nothing of what is found.
 */
import { emptyWords } from '../search/words/content.ts'
import { type TextLanguage, type Topic, textLanguages } from '../values/vocabularies.ts'
import {
  counts,
  isNameWord,
  type Meaning,
  meaningsOf,
  type Nearness,
  nameWordsMost,
  partsOfCompound,
  spellingsOf,
} from './dictionary.ts'
import { isFiller } from './filler-words.ts'
import { placeOfPostcode } from './named-places.ts'
import { numbersIn } from './numbers-read.ts'
import type { Sense } from './senses.ts'
import { type TypedWord, typedWords } from './typed-words.ts'
import { isKnownForm } from './word-families.ts'
import { baseForms } from './word-forms.ts'

/** What of the catalogue the reader may ask. */
export type KnownNames = {
  /** The ids of the measures that are called by those folded words; none where that is no name. */
  idsNamed(words: readonly string[]): readonly string[]
  /** Whether any measure has the folded word. */
  hasWord(word: string): boolean
}

export type Part = {
  /** As typed. */
  text: string
  /** Its folded words that count. */
  words: readonly string[]
} & (
  | { kind: 'sense'; senses: readonly Sense[]; nearness: Nearness }
  | { kind: 'measure'; ids: readonly string[] }
  | { kind: 'amount' | 'people'; value: number }
  | { kind: 'word'; parts: readonly string[] | null }
  | { kind: 'ignored' }
)

export type Situation = {
  parts: readonly Part[]
  /** The language that most of it is in; null where nothing tells. */
  language: TextLanguage | null
}

/** The topics that a part names, and those of its purposes. */
export function topicsOf(part: Part): readonly Topic[] {
  if (part.kind !== 'sense') return []
  return part.senses.flatMap((sense): readonly Topic[] => {
    if (sense.kind === 'purpose') return sense.purpose.topics
    return sense.kind === 'topic' ? [sense.topic] : []
  })
}

/** Words that stand before a place. */
const beforePlaces = new Set('in te bij uit rond regio a au aux en pres bei aus near at region'.split(' '))
/** Years that somebody speaks of, which are postcodes too. */
const yearForm = /^(?:19\d|20[0-3])\d$/
/** Words of one text that are put right. */
const slipsMost = 3

const kindWorth: Readonly<Record<Sense['kind'], number>> = {
  purpose: 3,
  place: 2.5,
  applicant: 2.2,
  activity: 2,
  programme: 2,
  topic: 1,
  instrument: 1.2,
}
const nearnessWorth: Readonly<Record<Nearness, number>> = { same: 10, form: 9.8, slip: 6 }
const measureWorth = 10
const [nameGrowth, measureGrowth] = [1.4, 1.2]
const wordWorth = 1
/** A place that is also a word is taken where nothing else is there, and before anything else where a sign says so. */
const [doubtfulPlaceWorth, markedPlaceWorth] = [2, 1.5]

type Candidate = { from: number; to: number; worth: number; part: Part; languages: readonly (TextLanguage | null)[] }

export function readSituation(q: string, names: KnownNames): Situation {
  const numbers = numbersIn(q)
  const typed = typedWords(q).filter(({ start, end }) => numbers.every((one) => end <= one.start || start >= one.read))
  // A word alone tells too little of its language.
  const language = typed.length > 1 ? firstLanguageOf(typed) : null
  const isShouted = typed.every(({ isCapital }) => isCapital)
  const content = typed.filter(
    ({ folded, isAcronym }) => counts(folded) || (isAcronym && !isShouted) || isNameIn(folded, language),
  )
  const candidates = candidatesOf(q, typed, content, names, language)
  const chosen = bestDivision(content.length, candidates)
  const parts = [
    ...numbers.map(({ kind, value, start, end }) => ({
      at: start,
      part: { kind, value, text: q.slice(start, end), words: [] } as Part,
    })),
    ...chosen.map(({ from, part }) => ({ at: content[from]?.start ?? 0, part })),
  ].sort((left, right) => left.at - right.at)
  return {
    parts: withoutFiller(
      oneKindEach(
        parts.map(({ part }) => part),
        candidates,
      ),
    ),
    language: languageOf(typed, chosen),
  }
}

/** Every stretch of the words that count, with what it may be. */
function candidatesOf(
  q: string,
  typed: readonly TypedWord[],
  content: readonly TypedWord[],
  names: KnownNames,
  language: TextLanguage | null,
): Candidate[] {
  const candidates: Candidate[] = []
  // German nouns have capitals, and so has all that is shouted.
  const isCapitalSign = language !== 'de' && !content.every(({ isCapital }) => isCapital)
  const isUnknown = content.map(({ folded }) => !isNameWord(folded) && !isKnownForm(folded) && !names.hasWord(folded))
  // To put a word right takes long beside the rest: who has more slips than these does not write words.
  const slips = content.flatMap((_, number) => (isUnknown[number] ? [number] : [])).slice(0, slipsMost)
  const spellings = content.map(({ folded }, number) =>
    slips.includes(number) ? spellingsOf(folded, content.length > 1) : [],
  )
  for (let from = 0; from < content.length; from += 1) {
    const [first] = content.slice(from)
    const isMarked = (first?.isCapital === true && isCapitalSign) || isBehindPreposition(typed, first)
    for (let to = from + 1; to <= Math.min(content.length, from + nameWordsMost); to += 1) {
      const some = content.slice(from, to)
      const words = some.map(({ folded }) => folded)
      const text = q.slice(first?.start ?? 0, some.at(-1)?.end ?? 0)
      const size = (to - from) ** nameGrowth
      const ids = names.idsNamed(words)
      if (ids.length > 0 && !words.every(isFiller))
        candidates.push({
          ...{ from, to, worth: (to - from) ** measureGrowth * measureWorth, languages: [] },
          part: { kind: 'measure', ids, text, words },
        })
      const isPostcode = to === from + 1 && mayBePostcode(content, from, isMarked)
      for (const { spelt, meanings } of meaningsIn(words, spellings.slice(from, to), language, isPostcode))
        candidates.push(...bySense(meanings, { from, to, text, words: spelt, size, isMarked }))
      if (to > from + 1) continue
      const [word = ''] = words
      const parts = names.hasWord(word) ? null : partsOfCompound(word, (part) => names.hasWord(part))
      candidates.push({ from, to, worth: wordWorth, part: { kind: 'word', parts, text, words }, languages: [] })
    }
  }
  return candidates
}

/** What the words mean as they were typed, with those put right that nothing knows, or two of them written as one. */
function meaningsIn(
  words: readonly string[],
  spellings: readonly (readonly string[])[],
  language: TextLanguage | null,
  isPostcode: boolean,
): { spelt: readonly string[]; meanings: Meaning[] }[] {
  const asTyped = meaningsOf(words, language)
  if (isPostcode) asTyped.push(...postcodeMeanings(words[0] ?? ''))
  if (asTyped.length > 0) return [{ spelt: words, meanings: asTyped }]
  if (words.length === 2) {
    const joined = [words.join('')]
    const meanings = meaningsOf(joined, language)
    if (meanings.length > 0) return [{ spelt: joined, meanings }]
  }
  const parts = words.length === 1 ? partsOfCompound(words[0] ?? '', isNoWord) : null
  const ofParts = parts === null ? [] : meaningsOf(parts, language)
  if (parts !== null && ofParts.length > 0) return [{ spelt: words, meanings: ofParts }]
  const slip = spellings.findIndex(({ length }) => length > 0)
  if (slip < 0 || spellings.findLastIndex(({ length }) => length > 0) !== slip) return []
  for (const spelling of spellings[slip] ?? []) {
    const spelt = words.with(slip, spelling)
    const meanings = meaningsOf(spelt, language)
    if (meanings.length > 0) return [{ spelt, meanings: meanings.map((one) => ({ ...one, nearness: 'slip' })) }]
  }
  return []
}

const isNoWord = (): boolean => false

type Stretch = { from: number; to: number; text: string; words: readonly string[]; size: number; isMarked: boolean }

/** One candidate for each kind of sense: several of one kind are one meaning that leaves open which. */
function bySense(meanings: readonly Meaning[], { from, to, text, words, size, isMarked }: Stretch): Candidate[] {
  const byKind = Map.groupBy(meanings, ({ sense }) => sense.kind)
  // A misspelt place is as likely another word: it must stand behind a preposition, or have a capital.
  if (!isMarked && meanings.every(({ nearness }) => nearness === 'slip')) byKind.delete('place')
  return [...byKind].map(([kind, some]) => {
    const [first] = some
    const nearness = first?.nearness ?? 'same'
    const nearest = some.filter((one) => one.nearness === nearness)
    const isDoubtful =
      kind === 'place' && !isMarked && nearest.every(({ sense }) => sense.kind === 'place' && sense.place.isWord)
    const marked = kind === 'place' && isMarked ? markedPlaceWorth : 0
    const doubtful = words.every(isFiller) ? 0 : doubtfulPlaceWorth
    const worth = isDoubtful ? doubtful : size * (nearnessWorth[nearness] + kindWorth[kind] + marked)
    const part: Part = { kind: 'sense', senses: nearest.map(({ sense }) => sense), nearness, text, words }
    return { from, to, worth, part, languages: nearest.map(({ language }) => language) }
  })
}

/** Four digits are a postcode at the end, beside a place or behind a preposition; elsewhere they count something. */
function mayBePostcode(content: readonly TypedWord[], number: number, isMarked: boolean): boolean {
  const isPlace = (word: TypedWord | undefined): boolean =>
    word !== undefined && meaningsOf([word.folded]).some(({ sense }) => sense.kind === 'place')
  const [before, word, after] = [content[number - 1], content[number], content[number + 1]]
  if (word === undefined || !/^\d{4}$/.test(word.folded)) return false
  if (isPlace(before) || isPlace(after)) return true
  return !yearForm.test(word.folded) && (isMarked || after === undefined)
}

function postcodeMeanings(word: string): Meaning[] {
  const place = placeOfPostcode(word)
  return place === null ? [] : [{ sense: { kind: 'place', place }, language: null, nearness: 'same' }]
}

function isBehindPreposition(typed: readonly TypedWord[], word: TypedWord | undefined): boolean {
  const place = word === undefined ? 0 : typed.indexOf(word)
  return place > 0 && beforePlaces.has(typed[place - 1]?.folded ?? '')
}

/** The stretches that cover all words and are worth the most together. */
function bestDivision(length: number, candidates: readonly Candidate[]): Candidate[] {
  const best: { worth: number; last: Candidate | null }[] = [{ worth: 0, last: null }]
  for (let end = 1; end <= length; end += 1) {
    let found: { worth: number; last: Candidate | null } = { worth: -1, last: null }
    for (const candidate of candidates) {
      if (candidate.to !== end) continue
      const worth = (best[candidate.from]?.worth ?? 0) + candidate.worth
      if (worth > found.worth) found = { worth, last: candidate }
    }
    best.push(found)
  }
  const chosen: Candidate[] = []
  for (let end = length; end > 0; ) {
    const { last } = best[end] ?? { last: null }
    if (last === null) break
    chosen.unshift(last)
    end = last.from
  }
  return chosen
}

/** What only a household is or goes through. */
function isOfHousehold(part: Part): boolean {
  if (part.kind !== 'sense') return false
  return part.senses.some(
    (sense) =>
      (sense.kind === 'applicant' && sense.type === 'household') ||
      (sense.kind === 'purpose' &&
        sense.purpose.applicants.length === 1 &&
        sense.purpose.applicants[0] === 'household'),
  )
}

const isOfKind = (part: Part, kind: Sense['kind']): boolean => part.kind === 'sense' && part.senses[0]?.kind === kind

/**
 * What is a purpose by itself is a trade beside another purpose: somebody who types `film` looks for support for films, and `film
 * website` is a film maker who wants a website.
 */
function oneKindEach(parts: readonly Part[], candidates: readonly Candidate[]): Part[] {
  const tradeOf = (part: Part): Part | null => {
    if (part.kind !== 'sense' || part.senses[0]?.kind !== 'purpose') return null
    const others = candidates.filter(
      (one) => one.part.text === part.text && (isOfKind(one.part, 'activity') || isOfKind(one.part, 'applicant')),
    )
    return (others.find(({ part: its }) => isOfKind(its, 'applicant')) ?? others[0])?.part ?? null
  }
  const hasOther = parts.some((part) => decides(part) && tradeOf(part) === null && !part.words.every(isFiller))
  const isHousehold = parts.some(isOfHousehold)
  // Who names his trade already means another word otherwise: a chocolate maker at a salon is at a fair.
  let isTold = parts.some((part) => isOfKind(part, 'activity'))
  return parts.map((part) => {
    const trade = hasOther ? tradeOf(part) : null
    if (trade === null || (isHousehold && isOfKind(trade, 'activity')) || (isTold && isOfKind(trade, 'activity')))
      return part
    isTold ||= isOfKind(trade, 'activity')
    return trade
  })
}

const decides = (part: Part): boolean =>
  part.kind === 'measure' ||
  part.kind === 'word' ||
  (part.kind === 'sense' &&
    part.senses.some(({ kind }) => kind === 'purpose' || kind === 'topic' || kind === 'programme'))

const saysNothing = (word: string): boolean => isFiller(word) || (!isKnownForm(word) && baseForms(word).some(isFiller))

/** Words that say nothing are ignored beside any that do. */
function withoutFiller(parts: readonly Part[]): Part[] {
  const isEmpty = (part: Part): boolean =>
    part.kind !== 'measure' && part.words.length > 0 && part.words.every(saysNothing)
  const hasMore = parts.some((part) => part.kind !== 'word' && decides(part) && !isEmpty(part))
  return parts.map((part) => {
    if (part.kind === 'word' && part.words.every((word) => /^\d+$/.test(word)))
      return { kind: 'ignored', text: part.text, words: part.words }
    if (!isEmpty(part) || (!hasMore && decides(part) && part.kind !== 'word')) return part
    return { kind: 'ignored', text: part.text, words: part.words }
  })
}

function languageOf(typed: readonly TypedWord[], chosen: readonly Candidate[]): TextLanguage | null {
  return mostOf(
    typed,
    chosen.map(({ languages }) => languages),
  )
}

/** As far as single words tell, before it is known what belongs together. */
function firstLanguageOf(typed: readonly TypedWord[]): TextLanguage | null {
  return mostOf(
    typed,
    typed.map(({ folded }) =>
      meaningsOf([folded]).flatMap(({ nearness, language }) => (nearness === 'same' ? [language] : [])),
    ),
  )
}

function mostOf(
  typed: readonly TypedWord[],
  named: readonly (readonly (TextLanguage | null)[])[],
): TextLanguage | null {
  const points = { nl: 0, fr: 0, de: 0, en: 0 }
  for (const { folded } of typed)
    for (const language of textLanguages) if (emptyWords[language].has(folded)) points[language] += 1
  for (const languages of named) {
    const known = new Set(languages.filter((language) => language !== null))
    for (const language of known) points[language] += 2 / known.size
  }
  const [first, second] = textLanguages.toSorted((left, right) => points[right] - points[left])
  if (first === undefined || second === undefined) return null
  return points[first] > points[second] ? first : null
}

/** Whether a word that says nothing in another language is a name in this one: an English `van`. */
function isNameIn(word: string, language: TextLanguage | null): boolean {
  if (language === null || emptyWords[language].has(word)) return false
  return meaningsOf([word], language).some((one) => one.nearness === 'same' && one.language === language)
}
