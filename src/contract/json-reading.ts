/**
 * Strict JSON, read value by value and a stretch at a time, so that no text, whatever it holds, keeps the process from
 * anything else. `JSON.parse` cannot be interrupted: objects with many different keys cost it 140 ms in the 2 MB that a
 * body may have, and its caller still has to look for repeated keys, depth and form. Here all of that is one walk, with
 * bounds that end it early.
 *
 * What is told first: text that is no JSON, then the first fault of form. After a fault of form nothing is kept any
 * more, and the rest is only followed to see whether it is JSON at all.
 */
import { anything, type Form, type ScalarType, vocabularyOf, wordsOf } from './body-form.ts'
import { jsonPath } from './json-path.ts'
import { invalidParameter, type Refusal } from './refusals.ts'

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

/** What may come next. */
type Next = 'value' | 'value or end' | 'key' | 'key or end' | 'comma or end' | 'nothing'

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const literalForm = /true|false|null/y
/** Characters of a string that count as one step. */
const charactersPerStep = 64
const listedMax = 20

export class JsonReading {
  readonly #text: string
  readonly #bounds: ReadingBounds
  readonly #form: Form
  readonly #levels: Level[] = []
  #at = 0
  #next: Next = 'value'
  #values = 0
  #containers = 0
  #formFault: Refusal | null = null
  #result: unknown = undefined

  constructor(text: string, form: Form, bounds: ReadingBounds) {
    this.#text = text
    this.#form = form
    this.#bounds = bounds
  }

  /** Reads on for about that many steps; whether the end was reached. Throws `invalid_parameter` at a fault. */
  advance(steps: number): boolean {
    for (let left = steps; left > 0; ) {
      this.#skipSpace()
      if (this.#at >= this.#text.length) {
        if (this.#next !== 'nothing') throw this.#notJson()
        if (this.#formFault !== null) throw this.#formFault
        return true
      }
      const from = this.#at
      this.#step(this.#text.charCodeAt(from))
      left -= 1 + Math.floor((this.#at - from) / charactersPerStep)
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
    else if (next === 'nothing') throw this.#notJson()
    else if (next === 'key' || next === 'key or end') {
      if (character === quote) this.#readKey()
      else if (character === 0x7d && next === 'key or end') this.#close(false)
      else throw this.#notJson()
    } else if (character === 0x5d && next === 'value or end') this.#close(true)
    else this.#readValue(character)
  }

  #readSeparator(character: number): void {
    const level = this.#levels.at(-1)
    if (level === undefined) throw this.#notJson()
    if (character === 0x2c) {
      this.#next = level.isList ? 'value' : 'key'
      this.#at += 1
    } else if (character === (level.isList ? 0x5d : 0x7d)) this.#close(level.isList)
    else throw this.#notJson()
  }

  #readValue(character: number): void {
    const form = this.#formOfValue()
    this.#values += 1
    if (this.#values > this.#bounds.valuesMax) throw this.#tooMuch(`${shown(this.#bounds.valuesMax)} values`)
    if (character === 0x7b || character === 0x5b) this.#open(character === 0x5b, form)
    else if (character === quote) this.#place('string', this.#readString(), form)
    else if (character === 0x2d || (character >= 0x30 && character <= 0x39)) {
      this.#place('number', Number(this.#match(numberForm)), form)
    } else {
      const value = literals.get(this.#match(literalForm)) ?? null
      this.#place(value === null ? 'null' : 'boolean', value, form)
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
    if (form !== anything && (isList ? form.items : form.object) === null) this.#refuseValue(form)
    const isKept = this.#formFault === null
    this.#levels.push({
      isList,
      list: isKept && isList ? [] : null,
      record: isKept && !isList ? {} : null,
      form,
      key: '',
      valueForm: isList ? (form.items ?? anything) : anything,
      keys: 0,
      absent: null,
    })
    this.#next = isList ? 'value or end' : 'key or end'
    this.#at += 1
  }

  #close(isList: boolean): void {
    const closed = this.#levels.pop()
    if (closed === undefined || closed.isList !== isList) throw this.#notJson()
    this.#at += 1
    this.#keep(closed.list ?? closed.record)
  }

  #readKey(): void {
    const level = this.#levels.at(-1)
    if (level === undefined) throw this.#notJson()
    const key = this.#readString()
    this.#skipSpace()
    if (this.#text.charCodeAt(this.#at) !== 0x3a) throw this.#notJson()
    this.#at += 1
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
    else {
      const path = this.#path()
      this.#formFault = invalidParameter(path, `The property ${path} is unknown to this route.`)
    }
  }

  #place(type: ScalarType, value: unknown, form: Form): void {
    const level = this.#levels.at(-1)
    if (this.#formFault === null) {
      if (type === 'null' && level !== undefined && level.record !== null && this.#readsAsAbsent(level)) {
        level.absent ??= new Set()
        level.absent.add(level.key)
        this.#next = 'comma or end'
        return
      }
      if (form !== anything && !takes(form, type, value)) this.#refuseValue(form)
    }
    this.#keep(value)
  }

  // A property that the schema knows: what stands in an open object is nobody's to leave out.
  #readsAsAbsent({ form, key, valueForm }: Level): boolean {
    return form.object !== null && (form.object.properties.has(key) || valueForm !== anything)
  }

  #keep(value: unknown): void {
    const level = this.#levels.at(-1)
    this.#next = level === undefined ? 'nothing' : 'comma or end'
    if (this.#formFault !== null) return
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

  #readString(): string {
    const text = this.#text
    const start = this.#at
    let isPlain = true
    let at = start + 1
    for (; ; at += 1) {
      const character = text.charCodeAt(at)
      if (character === quote) break
      if (character === backslash) {
        isPlain = false
        at += 1
      } else if (!(character >= firstPrintable)) throw this.#notJson(Math.min(at, text.length))
    }
    this.#at = at + 1
    if (isPlain) return text.slice(start + 1, at)
    try {
      return String(JSON.parse(text.slice(start, at + 1)))
    } catch {
      throw this.#notJson(start)
    }
  }

  #match(form: RegExp): string {
    form.lastIndex = this.#at
    const [matched] = form.exec(this.#text) ?? []
    if (matched === undefined) throw this.#notJson()
    this.#at += matched.length
    return matched
  }

  #skipSpace(): void {
    for (;;) {
      const character = this.#text.charCodeAt(this.#at)
      if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return
      this.#at += 1
    }
  }

  #refuseValue(form: Form): void {
    if (this.#formFault !== null) return
    const path = this.#path()
    const allowed = vocabularyOf(form)
    const words =
      allowed === null
        ? `must be ${wordsOf(form)}`
        : `must be one of ${allowed.slice(0, listedMax).join(', ')}${allowed.length > listedMax ? ' ...' : ''}`
    this.#formFault = invalidParameter(path, `${path} ${words}.`)
  }

  #tooMuch(what: string): Refusal {
    return this.#bound(`The body holds more than ${what}.`, 'body')
  }

  /** What ends the reading before its end; a fault of form that was met before is the first one, and is told. */
  #bound(message: string, path = this.#path()): Refusal {
    return this.#formFault ?? invalidParameter(path, message)
  }

  // Never quotes the body: only the place is told.
  #notJson(at = this.#at): Refusal {
    let line = 1
    let lineStart = 0
    for (let end = this.#text.indexOf('\n'); end !== -1 && end < at; end = this.#text.indexOf('\n', end + 1)) {
      line += 1
      lineStart = end + 1
    }
    const column = at - lineStart + 1
    return invalidParameter('body', `The body is not valid JSON (line ${line} column ${column}).`)
  }

  /** Of the value that is being read. */
  #path(): string {
    return jsonPath(this.#levels.map((level) => (level.isList ? (level.list?.length ?? 0) : level.key)))
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
