/** What is told of a value whose form is not taken: what it would have to be, and how to write it. */
import {
  didYouMean,
  isCalled,
  isKeyName,
  keyBelongs,
  listed,
  namesMeant,
  notAMember,
} from '../../values/meant/hints.ts'
import { type Form, type ObjectForm, vocabularyOf } from './body-form.ts'

/** What stands in the body where something else belongs. */
export type Given = { type: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'; value?: unknown }

/** An object around the one with the fault, and where it stands; empty for the body itself. */
export type Around = { form: ObjectForm | null; path: string }

const articles: Readonly<Record<string, string>> = {
  ...{ string: 'a string', number: 'a number', integer: 'an integer', boolean: 'true or false' },
  ...{ array: 'an array', object: 'an object', null: 'null' },
}
/** A value that is repeated to its sender, written as it should be. */
const shownMax = 60
/** Places of a property that is known elsewhere. */
const placesMax = 3
const numberForm = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/

/** What is told of a value of the wrong type, or outside the vocabulary; `path` is where it stands. */
export function wrongValue(path: string, form: Form, given: Given): string {
  const allowed = vocabularyOf(form)
  if (allowed !== null && given.type === 'string') {
    const texts = allowed.filter((value) => typeof value === 'string')
    return `${path} ${notAMember(String(given.value), texts)}`
  }
  const named = path === 'body' ? 'The body' : path
  if (allowed !== null) return `${named} must be one of ${listed(allowed.map(String))}.`
  if (given.type === 'number' && form.scalars.has('number'))
    return `${named} must be an integer, not ${String(given.value)}.${roundedDown(given.value)}`
  const instead = rewritten(form, given)
  return `${named} must be ${kindsOf(form)}, not ${articles[given.type]}.${instead === null ? '' : ` ${instead}`}`
}

/** `a string or an array`, as a value of the form may be; of an object the properties too. */
function kindsOf({ scalars, wholeNumbers, object, items }: Form): string {
  const kinds = [...scalars.keys()].filter((type) => type !== 'null')
  const words = kinds.map((type) => articles[type === 'number' && wholeNumbers ? 'integer' : type] ?? type)
  if (object !== null) words.push(object.properties.size === 0 ? 'an object' : `an object with ${namesOf(object)}`)
  if (items !== null) words.push('an array')
  return words.join(' or ')
}

const namesOf = ({ properties }: ObjectForm): string => listed([...properties.keys()])

/** How the value should be written, where that is plain; null where it is not. */
function rewritten(form: Form, { type, value }: Given): string | null {
  const isWrittenTwice = type === 'string' && form.object !== null && /^\s*\{/.test(String(value))
  if (isWrittenTwice) return 'It is JSON within a string: send the object itself, made into JSON once.'
  const text = writtenAs(form, { type, value })
  if (text !== null) return `Write ${text}.`
  return type === 'string' && form.scalars.has('number') ? 'Write digits alone, for example 50000.' : null
}

/** What to write for a number with decimals where a whole one belongs; nothing where that is no whole number of its own. */
function roundedDown(value: unknown): string {
  const whole = typeof value === 'number' ? Math.floor(value) : -1
  return whole >= 0 && Number.isSafeInteger(whole) ? ` Round down: ${whole}.` : ''
}

function writtenAs(form: Form, { type, value }: Given): string | null {
  if (form.items !== null && type !== 'array' && type !== 'object' && type !== 'null') {
    const isText = form.items.scalars.has('string')
    const members =
      isText && type === 'number' ? form.items.textsOfNumber(String(value)) : [isText ? String(value) : value]
    const lists = members.map((member) => JSON.stringify([member])).join(' or ')
    const isShown = members.length > 0 && lists.length <= shownMax
    return isShown ? `${lists}, also where it is one` : 'it as an array, also where it is one'
  }
  if (type === 'number' && form.scalars.has('string'))
    return textOfNumber(form.textsOfNumber(String(value)), String(value))
  if (type !== 'string') return null
  const text = String(value)
  const isNumber = form.scalars.has('number') && numberForm.test(text)
  if (isNumber && !(form.wholeNumbers && text.includes('.'))) return `${text}, without quotes`
  return form.scalars.has('boolean') && (text === 'true' || text === 'false') ? `${text}, without quotes` : null
}

/** How a number is written as the text that it stands for; its digits alone may be taken for another. */
function textOfNumber(meant: readonly string[], number: string): string {
  if (meant.length === 0) return 'it as a text, in quotes'
  const isWhole = meant.length === 1 && meant[0]?.replaceAll('.', '') === number.replaceAll('.', '')
  const why = isWhole ? '' : `${meant.length > 1 ? ', as it is meant' : ''}: a number loses zeros at its ends`
  return `it in quotes, ${meant.map((text) => JSON.stringify(text)).join(' or ')}${why}`
}

/**
 * What is told of a property that its object does not take: the names nearest to it, or where a property of that name
 * stands. `around`: the objects that it stands in, the body first, its own last.
 */
export function unknownProperty(path: string, name: string, around: readonly Around[]): string {
  const own = around.at(-1)?.form ?? null
  const known = own === null ? [] : [...own.properties.keys()]
  if (own !== null && Object.hasOwn(own.reasons, name))
    return `The property ${path} is unknown here. ${own.reasons[name]}`
  const meant = namesMeant(name, known)
  const elsewhere = meant.length > 0 ? [] : placesOf(name, around)
  const there = known.length === 0 ? 'There is none.' : `There is: ${listed(known, meant)}.`
  const stands = elsewhere.length === 0 ? '' : ` It may belong at ${elsewhere.join(' or ')}.`
  const key = own === null || !isKeyName(name) || meant.length > 0 ? '' : ` ${keyBelongs}.`
  return `The property ${path} is unknown.${key}${didYouMean(meant)}${stands} ${there}`
}

/** Where a property of that name stands, from the nearest object around: in the objects that it holds, lists left out. */
function placesOf(key: string, around: readonly Around[]): string[] {
  for (const { form, path } of around.toReversed()) {
    const found = form === null ? [] : [...placesIn(form, path, key)]
    if (found.length > 0) return found.slice(0, placesMax)
  }
  return []
}

function* placesIn(form: ObjectForm, path: string, key: string): Generator<string> {
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`)
  for (const name of form.properties.keys()) if (isCalled(key, name)) yield within(name)
  for (const [name, { object }] of form.properties) if (object !== null) yield* placesIn(object, within(name), key)
}
