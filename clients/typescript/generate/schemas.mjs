/** Components of the document as types, and any schema as the text of a type. */
import { commentOf, heading, isVocabulary, literal, typeNameOf, union } from './document.mjs'

/** @typedef {import('./document.mjs').Schema} Schema */
/** @typedef {import('./document.mjs').Direction} Direction */

/** @param {Schema} document @param {Set<string>} sent */
export function schemasText(document, sent) {
  const { schemas } = document.components
  const named = Object.keys(schemas).map((name) => {
    const direction = sent.has(name) ? 'sent' : 'answered'
    const type = isVocabulary(schemas[name] ?? {})
      ? union(schemas[name].enum)
      : typeOf(schemas[name], { direction, schemas })
    return `${commentOf(saidOf(schemas[name]), '')}export type ${typeNameOf(name)} = ${type}\n`
  })
  const events = Object.values(document.webhooks ?? {}).map(({ post }) =>
    typeOf(post.requestBody.content['application/json'].schema, { direction: 'answered', schemas }),
  )
  return [
    heading,
    '/** Words of which the service may come to know more: what is not listed passes through. */',
    'export type Open<Word extends string | number> = Word | (Word extends number ? number & {} : string & {})\n',
    ...named,
    '/** The body of a webhook. Ignore types that you do not know: new ones may come. */',
    `export type WebhookEvent = ${[...new Set(events)].join(' | ')}\n`,
  ].join('\n')
}

/** @typedef {{ direction: Direction, schemas: { [name: string]: Schema }, indent?: string }} Place */

/**
 * A schema as a type.
 * @param {Schema} schema
 * @param {Place} place
 * @returns {string}
 */
export function typeOf(schema, place) {
  const { direction, schemas } = place
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)
    return direction === 'answered' && isVocabulary(schemas[name] ?? {}) ? `Open<${name}>` : typeNameOf(name)
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return enumType(schema, direction)
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) {
    return [...new Set(members.map((/** @type {Schema} */ one) => typeOf(one, place)))].join(' | ')
  }
  if (schema.allOf !== undefined) {
    return schema.allOf.map((/** @type {Schema} */ one) => `(${typeOf(one, place)})`).join(' & ')
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((/** @type {string} */ type) => typeOf({ ...schema, type }, place)).join(' | ')
  }
  switch (schema.type) {
    case 'null':
      return 'null'
    case 'boolean':
      return 'boolean'
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `${direction === 'sent' ? 'readonly ' : ''}${wrapped(typeOf(schema.items ?? {}, place))}[]`
    case 'object':
      return objectType(schema, place)
    default:
      return 'unknown'
  }
}

/** @param {Schema} schema @param {Direction} direction */
function enumType(schema, direction) {
  const words = schema.enum.filter((/** @type {unknown} */ one) => one !== null)
  const isNullable = words.length < schema.enum.length
  const isOpen = direction === 'answered' && words.length > 1
  const listed = isOpen ? `Open<${union(words)}>` : union(words)
  return isNullable ? `${listed} | null` : listed
}

/** @param {Schema} schema @param {Place} place */
export function objectType(schema, place) {
  const indent = place.indent ?? ''
  const inner = `${indent}  `
  const properties = Object.entries(schema.properties ?? {})
  const rest =
    schema.patternProperties !== undefined ? Object.values(schema.patternProperties)[0] : schema.additionalProperties
  if (properties.length === 0) {
    const value = typeof rest === 'object' ? typeOf(rest, { ...place, indent }) : 'unknown'
    return `{ [name: string]: ${value} }`
  }
  const required = new Set(schema.required ?? [])
  const lines = properties.map(([name, property]) => {
    const type = typeOf(property, { ...place, indent: inner })
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const orNone = place.direction === 'sent' && !required.has(name) ? ' | undefined' : ''
    return `${commentOf(saidOf(property), inner)}${inner}${key}${required.has(name) ? '' : '?'}: ${type}${orNone}\n`
  })
  if (rest === true) lines.push(`${inner}[name: string]: unknown\n`)
  return `{\n${lines.join('')}${indent}}`
}

/** @param {string} type */
const wrapped = (type) => (/^[\w.]+$|^Open<.*>$|^\{[\s\S]*\}$/.test(type) ? type : `(${type})`)

/** What the document says of it. @param {Schema} schema @returns {string | undefined} */
const saidOf = (schema) =>
  schema.description ?? schema.anyOf?.find((/** @type {Schema} */ one) => one.description)?.description
