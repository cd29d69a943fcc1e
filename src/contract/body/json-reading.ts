/**
 * Strict JSON, read value by value and a stretch at a time, so that no text, whatever it holds, keeps the process from
 * anything else. `JSON.parse` cannot be interrupted: objects with many different keys cost it 140 ms in the 2 MB that a
 * body may have, and its caller still has to look for repeated keys, depth and form. Here all of that is one walk, with
 * bounds that end it early.
 *
 * What is told first: text that is no JSON, then the first fault of form. After a fault of form nothing is kept any
 * more, and the rest is only followed to see whether it is JSON at all.
 */

import { invalidParameter, type Refusal } from '../refusals.ts'
import { anything, type Form, type ScalarType, WrittenJson } from './body-form.ts'
import { type Given, unknownProperty, wrongValue } from './form-words.ts'
import { jsonPath } from './json-scan.ts'
import { JsonText } from './json-text.ts'
import { insteadWords, type Next, textEnd } from './json-words.ts'

export type ReadingBounds = {
  /** Levels of nesting. */
  levelsMax: number
  /** Values in all: scalars, objects and lists. */
  valuesMax: number
  /** Objects and lists among them. */
  containersMax: number
  /** Properties of one object. */
  keysMax: number
}

type Level = {
  isList: boolean
  /** Where it begins in the text. */
  start: number
  /** What has been read of it; null when nothing is kept any more. */
  list: unknown[] | null
  record: Record<string, unknown> | null
  form: Form
  /** The key that was read last, and the form of its value. */
  key: string
  valueForm: Form
  keys: number
  /** Keys whose `null` was left out. */
  absent: Set<string> | null
}

const quote = 0x22
/** Characters of a string that count as one step. */
const charactersPerStep = 64

export class JsonReading {
  readonly #text: JsonText
  readonly #bounds: ReadingBounds
  readonly #form: Form
  readonly #levels: Level[] = []
  #next: Next = 'value'
  #values = 0
  #containers = 0
  #formFault: Refusal | null = null
  #result: unknown = undefined

  constructor(text: string, form: Form, bounds: ReadingBounds) {
    this.#text = new JsonText(text)
    this.#form = form
    this.#bounds = bounds
  }

  /** Reads on for about that many steps; whether the end was reached. Throws `invalid_parameter` at a fault. */
  advance(steps: number): boolean {
    for (let left = steps; left > 0; ) {
      const from = this.#text.at
      const character = this.#text.peek()
      if (character === textEnd) {
        if (this.#values === 0) throw invalidParameter('body', 'The body is empty. Send JSON, at least {}.')
        if (this.#next !== 'nothing') throw this.#notJson(character)
        if (this.#formFault !== null) throw this.#formFault
        return true
      }
      this.#step(character)
      left -= 1 + Math.floor((this.#text.at - from) / charactersPerStep)
    }
    return false
  }

  /** The value, once the end was reached: `null` properties are gone from it. */
  get value(): unknown {
    return this.#result
  }

  #step(character: number): void {
    const next = this.#next
    if (next === 'comma or end') this.#readSeparator(character)
    else if (next === 'nothing') throw this.#notJson(character)
    else if (next === 'key' || next === 'key or end') {
      if (character === quote) this.#readKey()
      else if (character === 0x7d && next === 'key or end') this.#close(false)
      else throw this.#notJson(character)
    } else if (character === 0x5d && next === 'value or end') this.#close(true)
    else this.#readValue(character)
  }

  #readSeparator(character: number): void {
    const level = this.#levels.at(-1)
    if (level === undefined) throw this.#notJson(character)
    if (character === 0x2c) {
      this.#next = level.isList ? 'value' : 'key'
      this.#text.take()
    } else if (character === (level.isList ? 0x5d : 0x7d)) this.#close(level.isList)
    else throw this.#notJson(character)
  }

  #readValue(character: number): void {
    const form = this.#formOfValue()
    const start = this.#text.at
    this.#values += 1
    if (this.#values > this.#bounds.valuesMax) throw this.#tooMuch(`${shown(this.#bounds.valuesMax)} values`)
    if (character === 0x7b || character === 0x5b) this.#open(character === 0x5b, form)
    else if (character === quote) this.#place('string', this.#text.readString(), form, start)
    else if (character === 0x2d || (character >= 0x30 && character <= 0x39)) {
      this.#place('number', this.#text.readNumber(), form, start)
    } else {
      const value = this.#text.readLiteral()
      this.#place(value === null ? 'null' : 'boolean', value, form, start)
    }
  }

  #open(isList: boolean, form: Form): void {
    if (this.#levels.length === this.#bounds.levelsMax) {
      throw this.#bound(`The body is nested deeper than ${this.#bounds.levelsMax} levels, at ${this.#path()}.`)
    }
    this.#containers += 1
    if (this.#containers > this.#bounds.containersMax) {
      throw this.#tooMuch(`${shown(this.#bounds.containersMax)} objects and lists`)
    }
    if (form !== anything && (isList ? form.items : form.object) === null) {
      this.#refuseValue(form, { type: isList ? 'array' : 'object' })
    }
    const isKept = this.#formFault === null
    this.#levels.push({
      isList,
      start: this.#text.at,
      list: isKept && isList ? [] : null,
      record: isKept && !isList ? {} : null,
      form,
      key: '',
      valueForm: isList ? (form.items ?? anything) : anything,
      keys: 0,
      absent: null,
    })
    this.#next = isList ? 'value or end' : 'key or end'
    this.#text.take()
  }

  #close(isList: boolean): void {
    const closed = this.#levels.pop()
    if (closed === undefined || closed.isList !== isList) throw this.#notJson(this.#text.peek())
    this.#text.take()
    this.#keep(closed.list ?? closed.record, closed.form, closed.start)
  }

  #readKey(): void {
    const level = this.#levels.at(-1)
    if (level === undefined) throw this.#notJson(quote)
    const key = this.#text.readString()
    if (this.#text.peek() !== 0x3a) throw this.#text.notJson('a colon should stand here')
    this.#text.take()
    this.#next = 'value'
    level.keys += 1
    if (level.keys > this.#bounds.keysMax) {
      throw this.#tooMuch(`${shown(this.#bounds.keysMax)} properties in one object`)
    }
    if (level.record === null || this.#formFault !== null) return
    level.key = key
    if (Object.hasOwn(level.record, key) || level.absent?.has(key) === true) {
      const path = this.#path()
      throw invalidParameter(path, `The body holds the key ${path} more than once.`)
    }
    const known = level.form.object
    if (known === null) return
    const form = known.properties.get(key) ?? known.others
    if (form !== null) level.valueForm = form
    else this.#refuseProperty(key)
  }

  #place(type: ScalarType, value: unknown, form: Form, start: number): void {
    const level = this.#levels.at(-1)
    if (this.#formFault === null) {
      const isProperty = level !== undefined && level.record !== null
      if (type === 'null' && isProperty && !form.isWritten && this.#readsAsAbsent(level)) {
        level.absent ??= new Set()
        level.absent.add(level.key)
        this.#next = 'comma or end'
        return
      }
      if (form !== anything && !takes(form, type, value)) this.#refuseValue(form, { type, value })
    }
    this.#keep(value, form, start)
  }

  // A property that the schema knows: what stands in an open object is nobody's to leave out.
  #readsAsAbsent({ form, key, valueForm }: Level): boolean {
    return form.object !== null && (form.object.properties.has(key) || valueForm !== anything)
  }

  #keep(read: unknown, form: Form, start: number): void {
    const level = this.#levels.at(-1)
    this.#next = level === undefined ? 'nothing' : 'comma or end'
    if (this.#formFault !== null) return
    const value = form.isWritten ? new WrittenJson(this.#text.from(start), read) : read
    if (level === undefined) this.#result = value
    else if (level.list !== null) level.list.push(value)
    else if (level.record !== null) {
      // Assigned, it would become the prototype.
      if (level.key === '__proto__') Object.defineProperty(level.record, level.key, ownProperty(value))
      else level.record[level.key] = value
    }
  }

  #formOfValue(): Form {
    const level = this.#levels.at(-1)
    return level === undefined ? this.#form : level.valueForm
  }

  #refuseValue(form: Form, given: Given): void {
    if (this.#formFault !== null) return
    const path = this.#path()
    this.#formFault = invalidParameter(path, wrongValue(path, form, given))
  }

  #refuseProperty(key: string): void {
    const path = this.#path()
    const around = this.#levels.map(({ form }, depth) => ({ form: form.object, path: this.#pathOf(depth) }))
    this.#formFault = invalidParameter(path, unknownProperty(path, key, around))
  }

  /** What is no JSON, with what should stand in its place. Of the text no more is told than its place. */
  #notJson(character: number): Refusal {
    return this.#text.notJson(insteadWords(this.#next, character, this.#levels.at(-1)?.isList ?? false))
  }

  #tooMuch(what: string): Refusal {
    return this.#bound(`The body holds more than ${what}.`, 'body')
  }

  /** What ends the reading before its end; a fault of form that was met before is the first one, and is told. */
  #bound(message: string, path = this.#path()): Refusal {
    return this.#formFault ?? invalidParameter(path, message)
  }

  /** Of the value that is being read. */
  #path(): string {
    return jsonPath(this.#steps(this.#levels.length))
  }

  /** Of the object or list at that depth; empty for the body itself. */
  #pathOf(depth: number): string {
    return depth === 0 ? '' : jsonPath(this.#steps(depth))
  }

  #steps(depth: number): (string | number)[] {
    return this.#levels.slice(0, depth).map((level) => (level.isList ? (level.list?.length ?? 0) : level.key))
  }
}

function takes(form: Form, type: ScalarType, value: unknown): boolean {
  const values = form.scalars.get(type)
  if (values === undefined || (values !== null && !values.has(value))) return false
  // A number beyond double range (1e400) is of the right type and cannot be right: content, not form.
  return !(type === 'number' && form.wholeNumbers && Number.isFinite(value) && !Number.isInteger(value))
}

function ownProperty(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
