/**
 * What a body schema says of form, ready for the reader that judges it value by value while it reads: which properties
 * there are, their JSON types, their vocabularies. What must be there, lengths, ranges and patterns are content, which
 * is judged afterwards (contract 11).
 */
import type { TSchema } from 'typebox'
import { reasonsOf, textsOfNumber } from '../../values/meant/schema-notes.ts'

export type ScalarType = 'string' | 'number' | 'boolean' | 'null'

/** The form of one value. */
export type Form = {
  /** Types of scalars that the value may have; the values of each that are taken, null where any is. */
  scalars: ReadonlyMap<ScalarType, ReadonlySet<unknown> | null>
  /** The texts that a number in place of one may stand for, as they would be taken. */
  textsOfNumber: (number: string) => string[]
  /** Whether a number must be whole. */
  wholeNumbers: boolean
  /** Null: the value is no object. */
  object: ObjectForm | null
  /** The form of the members; null: the value is no list. */
  items: Form | null
  /** What is read is handed over with its text (`WrittenJson`), a null among objects' properties too. */
  isWritten: boolean
}

export type ObjectForm = {
  properties: ReadonlyMap<string, Form>
  /** The form of properties without a name of their own; null: there are none. */
  others: Form | null
  /** Why it does not take some properties by those names. */
  reasons: Readonly<Record<string, string>>
}

/** Any JSON, unjudged. */
export const anything: Form = {
  scalars: new Map(),
  textsOfNumber: (number) => [number],
  wholeNumbers: false,
  object: null,
  items: null,
  isWritten: false,
}

/** A value with the JSON that it was written in, so that it can be repeated to the letter or read again in a form of its own. */
export class WrittenJson {
  readonly text: string
  readonly value: unknown
  constructor(text: string, value: unknown) {
    this.text = text
    this.value = value
  }
}

const anyScalar: Form['scalars'] = new Map([
  ['string', null],
  ['number', null],
  ['boolean', null],
  ['null', null],
])

/** Any JSON; of objects the properties of those names are of those forms. Their nulls read as absent, but of a written one. */
export function anythingWith(properties: Readonly<Record<string, Form>>, items: Form = anything): Form {
  const object = { properties: new Map(Object.entries(properties)), others: anything, reasons: {} }
  return { ...anything, scalars: anyScalar, object, items }
}

/** Any JSON, with its text. */
export const written: Form = { ...anythingWith({}), isWritten: true }

type Node = { readonly [keyword: string]: unknown }

const judgedElsewhere = Symbol('the form of the value is judged by the work')

/**
 * The schema says in the document what is taken, and the reader takes anything: the work judges form too, which names its
 * faults otherwise than by the path of the value (contract 8, `filters.<name>`).
 */
export function judgedByWork<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [judgedElsewhere]: true }
}

/**
 * Throws (at the start of the service) on a schema whose form cannot be judged value by value: an intersection, or a
 * union of two objects or of two lists.
 */
export function formOf(schema: TSchema | Node): Form {
  if (judgedElsewhere in schema) return anything
  const node: Node = { ...schema }
  if (Array.isArray(node.anyOf)) return unionOf(node.anyOf.filter(isNode).map(formOf))
  if ('allOf' in node || 'oneOf' in node) throw new Error('The form of a body knows unions, and nothing beside them.')
  if ('const' in node) return scalarForm(typeOf(node.const), new Set([node.const]))
  if (Array.isArray(node.enum)) {
    return unionOf(node.enum.map((value) => scalarForm(typeOf(value), new Set([value]))))
  }
  switch (node.type) {
    case undefined:
      return anything
    case 'integer':
      return { ...scalarForm('number', null), wholeNumbers: true }
    case 'object':
      return { ...anything, object: objectFormOf(node) }
    case 'array':
      return { ...anything, items: isNode(node.items) ? formOf(node.items) : anything }
    default:
      return {
        ...scalarForm(scalarTypeOf(node.type), null),
        textsOfNumber: (number) => textsOfNumber(schema, number),
      }
  }
}

/** Every value that is taken, where the form is a vocabulary; null where it is none. */
export function vocabularyOf(form: Form): unknown[] | null {
  if (form.object !== null || form.items !== null) return null
  const sets = [...form.scalars.values()]
  return sets.includes(null) ? null : sets.flatMap((values) => [...(values ?? [])])
}

function objectFormOf(node: Node): ObjectForm {
  const properties = isNode(node.properties) ? Object.entries(node.properties) : []
  return {
    properties: new Map(properties.map(([name, property]) => [name, isNode(property) ? formOf(property) : anything])),
    others: othersOf(node),
    reasons: reasonsOf(node),
  }
}

// An object with named properties takes no others, unless it says so; one without any is open.
function othersOf(node: Node): Form | null {
  const patterns = isNode(node.patternProperties) ? Object.values(node.patternProperties) : []
  const given = patterns[0] ?? node.additionalProperties
  if (patterns.length > 1) throw new Error('The form of a body knows one pattern of names.')
  if (isNode(given)) return formOf(given)
  if (given === true) return anything
  return given === false || 'properties' in node ? null : anything
}

function unionOf(branches: readonly Form[]): Form {
  const scalars = new Map<ScalarType, Set<unknown> | null>()
  for (const branch of branches) {
    if (branch === anything) return anything
    for (const [type, values] of branch.scalars) {
      const known = scalars.get(type)
      scalars.set(type, known === null || values === null ? null : new Set([...(known ?? []), ...values]))
    }
  }
  const objects = branches.flatMap(({ object }) => object ?? [])
  const lists = branches.flatMap(({ items }) => items ?? [])
  if (objects.length > 1 || lists.length > 1) {
    throw new Error('The form of a body knows no union of two objects or two lists.')
  }
  return {
    scalars,
    textsOfNumber: (branches.find((branch) => branch.scalars.has('string')) ?? anything).textsOfNumber,
    wholeNumbers: !branches.some(({ scalars: held, wholeNumbers }) => held.has('number') && !wholeNumbers),
    object: objects[0] ?? null,
    items: lists[0] ?? null,
    isWritten: false,
  }
}

function scalarForm(type: ScalarType, values: ReadonlySet<unknown> | null): Form {
  return { ...anything, scalars: new Map([[type, values]]) }
}

function typeOf(value: unknown): ScalarType {
  return value === null ? 'null' : scalarTypeOf(typeof value)
}

function scalarTypeOf(type: unknown): ScalarType {
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  throw new Error(`The form of a body knows no type ${String(type)}.`)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
