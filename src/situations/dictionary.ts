/**
 * The names of the reader by their words: as they stand, by the forms of their words in their language, and by their words with
 * one letter wrong. Words without content within a name do not count, but for those that deny something (`sans emploi`).
 */
import { emptyWords } from '../search/words/content.ts'
import { queryWordsOf } from '../search/words/joined/query-words.ts'
import { editsBetween } from '../values/meant/nearest.ts'
import { type TextLanguage, textLanguages } from '../values/vocabularies.ts'
import { namedSenses, type Sense } from './senses.ts'
import { familyIn, isKnownForm } from './word-families.ts'
import { baseForms, formKey } from './word-forms.ts'

/** How surely a name is meant: its own words, a form of them, a misspelling. */
export type Nearness = 'same' | 'form' | 'slip'

export type Meaning = { sense: Sense; language: TextLanguage | null; nearness: Nearness }

/** Words of the longest name. */
export const nameWordsMost = 6
/** A shorter word is as likely another word as a misspelling. */
const slipLettersMin = 5
/** Names of shorter words alone are taken as they stand: `mol` is no form of `molen`. */
const formLettersMin = 4
/** From so many letters on two of them may be wrong, and of more nothing is sought. */
export const longLettersMin = { inProse: 10, alone: 8 } as const
const slipLettersMax = 30
const editsMost = 2
const denying = new Set('sans zonder geen niet kein keine ohne without non no not pas plus'.split(' '))
/** Whose, and for whom, where search must keep the word because it means something in another language. */
const pronouns = new Set('son sa ses me te lui moi toi hun onze'.split(' '))

/** Whether a folded word counts in a name, and in what was typed. */
export function counts(word: string): boolean {
  if (denying.has(word)) return true
  return !pronouns.has(word) && textLanguages.every((language) => !emptyWords[language].has(word))
}

/** The folded words of a text that count; all of them where none does. */
export function countedWords(text: string): string[] {
  const all = queryWordsOf(text)
  const content = all.filter(counts)
  return content.length === 0 ? all : content
}

/** `name`: its words. */
type Named = { sense: Sense; language: TextLanguage | null; name: string }

type Tables = {
  /** By their words as they stand. */
  same: Map<string, Named[]>
  /** By the forms of their words, by language. */
  forms: Readonly<Record<TextLanguage, Map<string, Named[]>>>
  /** The words of all names, by language the forms that they have, and all by their first letter and length. */
  vocabulary: ReadonlySet<string>
  vocabularyForms: Readonly<Record<TextLanguage, Set<string>>>
  byShape: ReadonlyMap<string, readonly string[]>
}

let made: Tables | null = null

/** Reads all names, which takes some 200 ms: a service does it before it answers, a command that asks nothing never does. */
export function prepareNames(): void {
  made ??= readNames()
}

function tables(): Tables {
  made ??= readNames()
  return made
}

function byLanguage<Value>(make: () => Value): Readonly<Record<TextLanguage, Value>> {
  return { nl: make(), fr: make(), de: make(), en: make() }
}

function readNames(): Tables {
  const same = new Map<string, Named[]>()
  const forms = byLanguage(() => new Map<string, Named[]>())
  const vocabulary = new Set<string>()
  const vocabularyForms = byLanguage(() => new Set<string>())
  for (const { name, language, sense } of namedSenses()) {
    const words = countedWords(name)
    // Of "to become an employer" one word is left, which says something else.
    const isOneOfSeveral = words.length === 1 && queryWordsOf(name).length > 1 && sense.kind === 'purpose'
    if (words.length === 0 || words.length > nameWordsMost || isOneOfSeveral) continue
    put(same, words.join(' '), { sense, language, name: words.join(' ') })
    if (words.length === 2 && name.includes('-')) put(same, words.join(''), { sense, language, name: words.join('') })
    for (const word of words) vocabulary.add(word)
    if (language === null) continue
    put(forms[language], keyOf(words, language), { sense, language, name: words.join(' ') })
    for (const word of words) vocabularyForms[language].add(formKey(word, language))
  }
  return { same, forms, vocabulary, vocabularyForms, byShape: Map.groupBy(vocabulary, shapeOf) }
}

function put(names: Map<string, Named[]>, key: string, named: Named): void {
  const others = names.get(key)
  if (others === undefined) names.set(key, [named])
  else others.push(named)
}

function keyOf(words: readonly string[], language: TextLanguage): string {
  return words.map((word) => formKey(word, language)).join(' ')
}

/** What those words mean as one name, by themselves or in another form of them; none where it is none. `language`: that of the text. */
export function meaningsOf(words: readonly string[], language: TextLanguage | null = null): Meaning[] {
  const { same, forms } = tables()
  const typed = words.join(' ')
  const found: Meaning[] = []
  const [word] = words
  const relatives = words.length > 1 || word === undefined ? [] : namedByRelatives(word, language, same)
  for (const named of [...(same.get(typed) ?? []), ...relatives])
    if (found.every((one) => !isSame(one.sense, named.sense)))
      found.push({ sense: named.sense, language: named.language, nearness: 'same' })
  const add = (named: Named, isBase = false): void => {
    const isPerson = named.sense.kind === 'activity' || named.sense.kind === 'applicant'
    if (isPerson && !isBase && !isInflection(typed, named.name)) return
    if (found.every(({ sense }) => !isSame(sense, named.sense)))
      found.push({ sense: named.sense, language: named.language, nearness: 'form' })
  }
  const hasForms = words.some((word) => word.length >= formLettersMin || isKnownForm(word))
  // Forms of other languages count where that of the text has none: `durée` is no form of `Dürre`.
  const inOrder = language === null ? [textLanguages] : [[language], textLanguages.filter((one) => one !== language)]
  if (hasForms)
    for (const some of inOrder) {
      // The words are a name as they stand. A name that differs by the ending of a noun, such as its plural, is meant too.
      const isAsTyped = found.length > 0
      if (isAsTyped && words.length > 1) break
      for (const one of some)
        for (const named of forms[one].get(keyOf(words, one)) ?? [])
          if (!isAsTyped || isInflection(typed, named.name)) add(named)
    }
  if (words.length > 1 || word === undefined) return found
  for (const base of baseForms(word)) {
    for (const named of same.get(base) ?? []) add(named, true)
    for (const one of textLanguages)
      for (const named of forms[one].get(formKey(base, one)) ?? []) add(named, named.name === base)
  }
  return found
}

/** The kinds of meaning that a form takes over from its family. A place and a programme are called by their names alone. */
const kindsOfForms: readonly Sense['kind'][] = ['purpose', 'topic', 'activity', 'applicant', 'instrument']

/** The names that are other forms of the word, in the language of its family. `language`: that of the text. */
function namedByRelatives(word: string, language: TextLanguage | null, same: Tables['same']): Named[] {
  const family = familyIn(word, language)
  if (family === null) return []
  return family.forms
    .filter((form) => form !== word)
    .flatMap((form) => same.get(form) ?? [])
    .filter((named) => named.language === family.language && kindsOfForms.includes(named.sense.kind))
}

const inflections = ['', 'innen', 'nen', 'en', 'es', 'in', 'e', 'n', 's', 'x'] as const
const bareLettersMin = 3

/** Whether two names differ by endings of nouns alone: what somebody does (`bauen`) is not who does it (`Bauer`). */
function isInflection(left: string, right: string): boolean {
  const others = baresOf(right)
  return baresOf(left).some((bare) => others.includes(bare))
}

function baresOf(word: string): string[] {
  return inflections
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= bareLettersMin)
    .map((ending) => word.slice(0, word.length - ending.length))
}

function isSame(left: Sense, right: Sense): boolean {
  return left.kind === right.kind && subjectOf(left) === subjectOf(right)
}

/** What tells a sense from others of its kind. */
function subjectOf(sense: Sense): unknown {
  if (sense.kind === 'place') return sense.place
  if (sense.kind === 'applicant') return sense.type
  if (sense.kind === 'activity') return sense.trade
  if (sense.kind === 'topic') return sense.topic
  if (sense.kind === 'purpose') return sense.purpose
  return sense.kind === 'instrument' ? sense.instrument : sense.programme
}

/** Whether any name has that word, in whatever form. */
export function isNameWord(word: string): boolean {
  const { vocabulary, vocabularyForms } = tables()
  return (
    vocabulary.has(word) || textLanguages.some((language) => vocabularyForms[language].has(formKey(word, language)))
  )
}

function shapeOf(word: string): string {
  return `${word.charAt(0)}${word.length}`
}

/**
 * The words of names that are a letter or, of a long word, two from it: wrong, missing, too many, or in each other's place. The
 * nearest alone; none of a short word, unless others of the name stand beside it (`isOfSeveral`). Of a long word the first letter
 * is taken to be right, unless it is all that is wrong. `longLetters`: from how many letters on a word is long; in prose a word of nine
 * is as likely another word (`expecting` is not `exporting`).
 */
export function spellingsOf(word: string, isOfSeveral = false, longLetters: number = longLettersMin.inProse): string[] {
  if (word.length < slipLettersMin - (isOfSeveral ? 1 : 0) || word.length > slipLettersMax || /\d/.test(word)) return []
  const { vocabulary, byShape } = tables()
  const close = aLetterAway(word).filter((spelling) => vocabulary.has(spelling))
  if (close.length > 0) return [...new Set(close)]
  if (word.length < longLetters) return []
  const lengths = [0, 1, -1, 2, -2].map((more) => word.length + more)
  return lengths
    .flatMap((length) => byShape.get(`${word.charAt(0)}${length}`) ?? [])
    .filter((spelling) => editsBetween(word, spelling, editsMost) !== null)
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

function aLetterAway(word: string): string[] {
  return Array.from({ length: word.length + 1 }, (_, at) => {
    const [before, own, after] = [word.slice(0, at), word.slice(at), word.slice(at + 1)]
    const more = letters.map((letter) => before + letter + own)
    if (own === '') return more
    const swapped = own.length > 1 ? [before + own.charAt(1) + own.charAt(0) + own.slice(2)] : []
    return [before + after, ...swapped, ...letters.map((letter) => before + letter + after), ...more]
  }).flat()
}

/**
 * The two words that a compound of Dutch or German is made of, of several ways the one whose shorter word is the longest; null where
 * it is made of none. Of a word that only says that something is done once more, what is done (`réinsertion`). `isWord`: whether
 * others know a word than the names here.
 */
export function partsOfCompound(word: string, isWord: (part: string) => boolean): string[] | null {
  const isKnown = (part: string): boolean => isNameWord(part) || isWord(part)
  if (word.length < 2 * partLettersMin || word.length > slipLettersMax) return null
  return compoundParts(word, isKnown) ?? onceMore(word, isKnown)
}

const again = ['re', 'her', 'weder', 'wieder'] as const
const againLettersMin = 6

function onceMore(word: string, isKnown: (part: string) => boolean): string[] | null {
  const rest = again.flatMap((prefix) => (word.startsWith(prefix) ? word.slice(prefix.length) : []))
  const known = rest.find((part) => part.length >= againLettersMin && isKnown(part))
  return known === undefined ? null : [known]
}

const partLettersMin = 4
const links = ['', 's', 'en', 'n', 'e'] as const

function compoundParts(word: string, isKnown: (part: string) => boolean): string[] | null {
  let best: string[] | null = null
  for (let at = partLettersMin; at <= word.length - partLettersMin; at += 1) {
    const tail = word.slice(at)
    if (!isKnown(tail)) continue
    for (const link of links) {
      const head = word.slice(0, at - link.length)
      if (head.length < partLettersMin || !word.startsWith(link, at - link.length) || !isKnown(head)) continue
      const parts = [head, tail]
      if (best === null || Math.min(head.length, tail.length) > Math.min(...best.map(({ length }) => length)))
        best = parts
    }
  }
  return best
}
