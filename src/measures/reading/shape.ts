/**
 * Reading by a schema: a value becomes what the schema says that it is, with every property there, null for what is absent.
 * What is not of its shape becomes a fault that names the property, and reading goes on with nothing in its place, so that
 * a curator hears of several faults at once. Nothing is ever coerced: "5" is not 5, an empty text is not null.
 *
 * It knows as much of JSON Schema as the input record needs; a keyword that it does not know is a bug of the schema.
 */
import type { Static, TSchema } from 'typebox'
import { naceInstead, readNaceCode } from '../../reference/nace-text.ts'
import { isDay, parseInstant, startOfDay } from '../../values/brussels.ts'
import { isMeasureId } from '../../values/ids.ts'
import type { Faults } from './faults.ts'
import { isAbsent, isPlainObject, shown } from './faults.ts'
import { inputBounds } from './input-bounds.ts'

/** What a schema's type becomes: every property is there. A list keeps the places of entries that had a fault, as null. */
export type Shaped<T> = T extends readonly (infer Item)[]
  ? readonly (Shaped<Item> | null)[]
  : T extends object
    ? { readonly [Key in keyof T]-?: unknown extends T[Key] ? unknown : Shaped<NonNullable<T[Key]>> | null }
    : T

type Node = { readonly [keyword: string]: unknown }
/** Reads a value that stands at a path; `depth` counts the definitions within definitions. */
type Reader = (value: unknown, path: string, faults: Faults, depth: number) => unknown
/** Readers of what a schema defines by name, made when one is first asked for. */
type Definitions = Map<string, Reader>

/** Instants whose year has four digits, in Brussels as in UTC. */
const earliest = Date.UTC(1000, 0, 1)
const latest = Date.UTC(9999, 11, 31)
const listedMax = 20
const nameShownMax = 60

/** A reader of what a schema describes; null where a value is absent, or of another shape. Made once for a schema. */
export function readerOf<Schema extends TSchema>(
  schema: Schema,
): (value: unknown, path: string, faults: Faults) => Shaped<NonNullable<Static<Schema>>> | null {
  const read = reader({ ...(schema as TSchema) }, new Map())
  return (value, path, faults) => read(value, path, faults, 0) as Shaped<NonNullable<Static<Schema>>> | null
}

function reader(node: Node, definitions: Definitions): Reader {
  if (isPlainObject(node.$defs)) return definingReader(node.$defs, String(node.$ref))
  if (typeof node.$ref === 'string') return definedReader(node.$ref, definitions)
  if (Array.isArray(node.anyOf)) return oneOfReader(node, node.anyOf.filter(isPlainObject), definitions)
  if (Array.isArray(node.enum)) return wordReader(node.enum)
  switch (node.type) {
    case 'object':
      return objectReader(node, definitions)
    case 'array':
      return listReader(node, definitions)
    case 'string':
      return textReader(node)
    case 'number':
      return numberReader(node)
    case 'integer':
      return wholeReader(node)
    case 'boolean':
      return readTruth
    case undefined:
      return (value) => value ?? null
    default:
      throw new Error(`a schema of input says ${String(node.type)}, which nothing reads`)
  }
}

function definingReader(defined: Node, name: string): Reader {
  const definitions: Definitions = new Map()
  for (const [id, node] of Object.entries(defined))
    if (isPlainObject(node)) definitions.set(id, reader(node, definitions))
  return definedReader(name, definitions)
}

function definedReader(name: string, definitions: Definitions): Reader {
  return (value, path, faults, depth) => {
    if (isAbsent(value)) return null
    if (depth >= inputBounds.ruleDepthMax) return faults.add(path, `deeper than ${inputBounds.ruleDepthMax} levels`)
    const read = definitions.get(name)
    if (read === undefined) throw new Error(`a schema of input does not define ${name}`)
    return read(value, path, faults, depth + 1)
  }
}

/** A text or an object, one of some constants; or whichever it is, or null. */
function oneOfReader(node: Node, alternatives: readonly Node[], definitions: Definitions): Reader {
  const branches = alternatives.filter((branch) => branch.type !== 'null')
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return reader(only, definitions)
  const constants = new Set(branches.filter((branch) => 'const' in branch).map((branch) => branch.const))
  const ofType = (type: string): Reader | null => {
    const found = branches.find((branch) => branch.type === type && !('const' in branch))
    return found === undefined ? null : reader(found, definitions)
  }
  const [ofText, ofObject] = [ofType('string'), ofType('object')]
  return (value, path, faults, depth) => {
    if (isAbsent(value) || constants.has(value)) return value ?? null
    if (ofText !== null && typeof value === 'string') return ofText(value, path, faults, depth)
    if (ofObject !== null && isPlainObject(value)) return ofObject(value, path, faults, depth)
    return faults.add(path, String(node['x-otherwise']))
  }
}

function objectReader(node: Node, definitions: Definitions): Reader {
  const required = new Set((node.required ?? []) as readonly string[])
  const readers = new Map(
    Object.entries(node.properties as Record<string, Node>).map(([name, property]) => [
      name,
      reader(property, definitions),
    ]),
  )
  const unknown = String(node['x-unknown'] ?? 'unknown property')
  return (value, path, faults, depth) => {
    if (isAbsent(value)) return null
    if (!isPlainObject(value)) return faults.add(path, 'not an object')
    const within = path === '' ? '' : `${path}.`
    for (const name of Object.keys(value))
      if (!readers.has(name)) faults.add(`${within}${name.slice(0, nameShownMax)}`, unknown)
    const answer: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      const given = Object.hasOwn(value, name) ? value[name] : null
      if (isAbsent(given)) {
        if (required.has(name)) faults.add(`${within}${name}`, 'missing')
        answer[name] = null
      } else answer[name] = read(given, `${within}${name}`, faults, depth)
    }
    return answer
  }
}

function listReader(node: Node, definitions: Definitions): Reader {
  const read = isPlainObject(node.items) ? reader(node.items, definitions) : null
  if (read === null) throw new Error('a schema of input does not say what its list holds')
  const max = Number(node.maxItems)
  const otherwise = typeof node['x-otherwise'] === 'string' ? node['x-otherwise'] : null
  return (value, path, faults, depth) => {
    if (isAbsent(value)) return null
    if (!Array.isArray(value)) return faults.add(path, otherwise ?? 'not a list')
    if (value.length > max) return faults.add(path, otherwise ?? `more than ${max} entries`)
    const seen = node.uniqueItems === true ? new Set<unknown>() : null
    return value.map((entry: unknown, index) => {
      const entryPath = `${path}[${index}]`
      if (isAbsent(entry)) return faults.add(entryPath, 'null is no entry')
      const item = read(entry, entryPath, faults, depth)
      if (item === null || seen === null) return item
      if (seen.has(item)) return faults.add(entryPath, `${shown(item as string | number)} stands twice`)
      seen.add(item)
      return item
    })
  }
}

function wordReader(words: readonly unknown[]): Reader {
  const known = new Set(words)
  const choice = words.length > listedMax ? 'not in the vocabulary' : `none of ${words.join(', ')}`
  return (value, path, faults) => {
    if (isAbsent(value) || known.has(value)) return value ?? null
    if (typeof value !== 'string') return faults.add(path, 'not a string')
    return faults.add(path, `${shown(value)} is ${choice}`)
  }
}

function textReader(node: Node): Reader {
  const max = Number(node.maxLength)
  const words = typeof node['x-words'] === 'string' ? node['x-words'] : null
  const pattern = words === null ? null : new RegExp(String(node.pattern), 'u')
  const lackOf = typeof node.format === 'string' ? formats[node.format as keyof typeof formats] : null
  return (value, path, faults) => {
    if (isAbsent(value)) return null
    if (typeof value !== 'string') return faults.add(path, 'not a string')
    if (value.trim() === '') return faults.add(path, 'empty text (null says that there is none)')
    // In UTF-16 code units, of which a character has one or two: never more lenient than the schema says.
    if (value.length > max) return faults.add(path, `longer than ${max} characters`)
    if (!value.isWellFormed() || value.includes('\0')) return faults.add(path, 'holds half a character or a NUL')
    if (pattern?.test(value) === false) return faults.add(path, `${shown(value)} is not ${words}`)
    const lack = lackOf === null ? null : lackOf(value)
    return lack === null ? value : faults.add(path, lack)
  }
}

/** What a text of a format lacks; null: nothing. */
const formats = {
  iri: (text: string): string | null => {
    // The parser of the standard forgives white space and missing slashes; a link that we serve needs no forgiveness.
    const isAddress = /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text)
    return isAddress ? null : 'not an http or https address'
  },
  'date-or-timestamp': (text: string): string | null => {
    const instant = isDay(text) ? startOfDay(text) : parseInstant(text)
    if (instant === null) return `${shown(text)} is neither YYYY-MM-DD nor an RFC 3339 timestamp`
    return instant < earliest || instant >= latest ? 'not between the years 1000 and 9999' : null
  },
  'measure-id': (text: string): string | null =>
    isMeasureId(text) ? null : `${shown(text)} is not a measure id (prefix:local-id)`,
  // The measure names the version: it stands behind no code, and whether that version has the code is judged with it.
  'nace-code': (text: string): string | null => {
    const read = readNaceCode(text, 'dot')
    const isCode = !('fault' in read) || read.fault === 'unknown'
    return isCode && !text.includes('(')
      ? null
      : `${shown(text)} is not a NACE code of at least two digits${instead(text)}`
  },
}

function instead(text: string): string {
  const said = naceInstead(text).replace(/ \((\d{4})\)\.$/, '; its version, $1, has a field of its own.')
  return said === '' ? '' : `.${said}`
}

const readTruth: Reader = (value, path, faults) => {
  if (isAbsent(value)) return null
  return typeof value === 'boolean' ? value : faults.add(path, 'neither true nor false')
}

function numberReader({ minimum, maximum, 'x-decimals': decimals }: Node): Reader {
  return (value, path, faults) => {
    if (isAbsent(value)) return null
    if (typeof value !== 'number' || !Number.isFinite(value)) return faults.add(path, 'not a number')
    if (value < Number(minimum)) return faults.add(path, `below ${minimum}`)
    if (typeof maximum === 'number' && value > maximum) return faults.add(path, `above ${maximum}`)
    // The shortest text that names the number is exact where a product by 100 is not (1.005 is no 100.5 cents).
    if (decimals === 2 && !/^\d+(?:\.\d{1,2})?$/.test(String(value))) return faults.add(path, 'more than 2 decimals')
    // A minus zero would not survive being written and read again.
    return value === 0 ? 0 : value
  }
}

function wholeReader(node: Node): Reader {
  const read = numberReader(node)
  return (value, path, faults, depth) => {
    if (isAbsent(value) || Number.isInteger(value)) return read(value, path, faults, depth)
    return faults.add(path, `not ${node['x-words']}`)
  }
}
