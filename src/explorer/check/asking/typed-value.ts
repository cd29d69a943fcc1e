/**
 * What people type, read as facts. A figure may have spaces, or a dot or comma before each three digits, and decimals after the
 * other of the two; a day is read as files of companies have them, the day or the year first. Whatever could mean two things is
 * a fault, and what was read is shown back.
 */

import { postcodeMeant } from '../../../matching/request/fact-words.ts'
import { firstFounding, readGivenFacts } from '../../../matching/request/facts.ts'
import type { FactsInput, FactValue } from '../../../matching/request/request-schema.ts'
import { readNaceList } from '../../../reference/nace-list-text.ts'
import { naceMeant } from '../../../reference/nace-text.ts'
import { dayOf, type Instant, isDay } from '../../../values/brussels.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { dayIn, lastShortYear } from '../../../watchlists/file/days.ts'
import { withFact } from './facts-given.ts'
import { type Kind, kinds } from './kinds.ts'
import { findNace, type NaceFound } from './nace-finding.ts'

/**
 * Why what was typed is no fact. `words`: they name activities of which a code is to be chosen; `decimals`: of a count;
 * `thousands_or_not`: a count that may be in thousands or have decimals;
 * `ahead`: a day that is too far ahead; `long_ago`: one before companies were. Of the first field: `number_or_postcode` is neither of
 * them, `nine_digits` and `check_digits` are no number, `foreign_vat` is one of another country, `twice` are two of a kind. `either`: an
 * establishment was chosen and a postcode typed.
 */
export type TypedFault =
  | Kind['kind']
  | 'empty'
  | 'long'
  | 'words'
  | 'decimals'
  | 'thousands_or_not'
  | 'ahead'
  | 'long_ago'
  | 'number_or_postcode'
  | 'nine_digits'
  | 'check_digits'
  | 'foreign_vat'
  | 'twice'
  | 'either'

export type ReadValue =
  | { value: FactValue }
  | {
      fault: TypedFault
      /** Codes whose titles have the words that stand where a code should. */
      found?: readonly NaceFound[]
      /** What may be meant, as it would be typed. */
      meant?: string
    }

/** What is longer is no fact of any kind. */
const typedMax = 300
/** Codes, topics and the like in one answer. */
const membersMax = 100
const decimalsForm = /^(\d{1,15})(?:[.,](\d{1,2}))?$/
/** Thousands, or three decimals: of people either may be meant. */
const eitherForm = /^\d{1,3}[.,]\d{3}$/
const groupedForm = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3}){0,3}(?:(?!\1)[.,]\d{1,2})?$/

/** A figure as people write it; null where it is none, or could be two. */
export function readFigure(text: string): number | null {
  const plain = text
    .replace(/€|EUR/gi, '')
    .replace(/(\d)[\s'](?=\d{3}(?!\d))/g, '$1')
    .trim()
  const [, separator] = groupedForm.exec(plain) ?? []
  const ungrouped = separator === undefined ? plain : plain.replaceAll(separator, '')
  const [, whole, decimals] = decimalsForm.exec(ungrouped) ?? []
  return whole === undefined ? null : Number(decimals === undefined ? whole : `${whole}.${decimals}`)
}

/** So many letters in a row are words of an activity; what else is no code is a mistake in one. */
const activityWord = /\p{L}{3}/u

/** Codes among the texts, and words where there is no code. */
function readNace(texts: readonly string[], language: Language): ReadValue {
  const [typed = '', ...chosen] = texts
  if (typed === '') return { value: chosen }
  const read = readNaceList(typed)
  if (!('fault' in read)) return { value: [...chosen, ...read.codes.map(({ text }) => text)] }
  if (activityWord.test(typed.replace(/nace(?:[- ]?bel)?/gi, '')))
    return chosen.length > 0 ? { value: chosen } : { fault: 'words', found: findNace(typed, language) }
  return withMeant('nace', naceMeant(read.shown))
}

function withMeant(fault: TypedFault, meant: string | null): ReadValue {
  return meant === null ? { fault } : { fault, meant }
}

/** By its form alone: whether it can be right is judged by the matcher's own reading. */
function readForm(kind: Kind, texts: readonly string[], language: Language, lastYear: number): ReadValue {
  const [text = ''] = texts
  switch (kind.kind) {
    case 'several': {
      const isKnown = texts.every((one) => Object.hasOwn(kind.labels, one))
      return isKnown ? { value: [...new Set(texts)] } : { fault: 'several' }
    }
    case 'one':
      return Object.hasOwn(kind.labels, text) ? { value: text } : { fault: 'one' }
    case 'nace':
      return readNace(texts, language)
    case 'committees':
      return { value: text.split(/[\s,;]+/).filter((piece) => piece !== '') }
    case 'whole':
    case 'year':
    case 'euros': {
      if (kind.kind !== 'euros' && eitherForm.test(text)) return { fault: 'thousands_or_not' }
      const figure = readFigure(text)
      if (figure === null) return { fault: kind.kind }
      if (kind.kind !== 'euros' && !Number.isInteger(figure)) return withMeant('decimals', String(Math.floor(figure)))
      return { value: figure }
    }
    case 'day': {
      const day = dayIn(text, lastYear)
      return day === null ? { fault: 'day' } : { value: day }
    }
    default:
      return { value: text }
  }
}

/**
 * The facts with what was typed to a question put into them; or why it is no fact. `texts`: every value of the field, the typed
 * one first. An empty field is a fault here: who does not know says so.
 */
export function readTyped(
  property: AskedProperty,
  texts: readonly string[],
  facts: FactsInput,
  { language, now }: { language: Language; now: Instant },
): { facts: FactsInput } | Exclude<ReadValue, { value: FactValue }> {
  const given = texts.map((text) => text.trim())
  if (given.every((text) => text === '')) return { fault: 'empty' }
  if (given.length > membersMax || given.some((text) => text.length > typedMax)) return { fault: 'long' }
  const kind = kinds[property]
  const told = kind.kind === 'nace' ? given : given.filter((text) => text !== '')
  const read = readForm(kind, told, language, lastShortYear(property, dayOf(now)))
  if ('fault' in read) return read
  const changed = withFact(facts, property, read.value)
  const outcome = readGivenFacts(changed, now)
  // What was there before had been judged before it was kept, so a fault is that of what has come.
  return 'facts' in outcome ? { facts: changed } : contentFault(kind, read.value)
}

function contentFault({ kind }: Kind, value: FactValue): Exclude<ReadValue, { value: FactValue }> {
  if (kind === 'day' && isDay(String(value))) return { fault: String(value) < firstFounding ? 'long_ago' : 'ahead' }
  const meant = kind === 'postcode' ? postcodeMeant(String(value)) : null
  return meant === null ? { fault: kind } : { fault: kind, meant }
}
