/**
 * Writes `src/generated/` from the service's OpenAPI document: the types of what is sent and answered, and how each
 * operation is called. `node clients/typescript/make-types.mjs`; a test compares what is there with what it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const documentFile = path.join(import.meta.dirname, '..', '..', 'openapi.json')
const folder = path.join(import.meta.dirname, 'src', 'generated')
const heading = '// Written by make-types.mjs from the OpenAPI document; not edited by hand.\n'
const lineWidth = 120
/** Headers that a method takes beside the parameters of its query, by the names that they have there. */
const headerNames = {
  'Idempotency-Key': 'idempotencyKey',
  'If-None-Match': 'ifNoneMatch',
  'MCP-Protocol-Version': 'protocolVersion',
  'Mcp-Method': 'mcpMethod',
  'Mcp-Name': 'mcpName',
}

/** @typedef {{ [key: string]: any }} Schema */
/** Whether a value goes to the service, where only what it knows is right, or comes from it, where more may come. */
/** @typedef {'sent' | 'answered'} Direction */

/**
 * The text of every generated file by its name.
 * @param {Schema} document
 * @returns {{ [file: string]: string }}
 */
export function generated(document) {
  const operations = operationsOf(document)
  const { sent, answered } = reached(document, operations)
  const clash = [...sent].find((name) => answered.has(name) && !isVocabulary(document.components.schemas[name]))
  if (clash !== undefined) throw new Error(`${clash} is both sent and answered: it needs a name for each.`)
  return {
    'schemas.ts': schemasText(document, sent),
    'operations.ts': operationsText(document, operations),
  }
}

/** @param {Schema} document */
function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([place, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path: place, operation })),
  )
}

/** @param {Schema} document @param {ReturnType<typeof operationsOf>} operations */
function reached(document, operations) {
  /** @type {Record<Direction, Set<string>>} */
  const names = { sent: new Set(), answered: new Set() }
  /** @param {any} node @param {Direction} direction */
  const walk = (node, direction) => {
    if (node === null || typeof node !== 'object') return
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(node.$ref ?? '') ?? []
    if (kind === undefined || name === undefined) {
      for (const [key, value] of Object.entries(node)) if (key !== 'examples') walk(value, direction)
      return
    }
    if (kind === 'schemas' && names[direction].has(name)) return
    if (kind === 'schemas') names[direction].add(name)
    walk(document.components[kind][name], direction)
  }
  for (const { operation } of operations) {
    walk([operation.parameters, operation.requestBody], 'sent')
    walk(operation.responses, 'answered')
  }
  walk(document.webhooks, 'answered')
  return names
}

/** A schema of nothing but words: it is the same in both directions, and each use says whether more may come. */
/** @param {Schema} schema */
const isVocabulary = (schema) => schema.enum !== undefined && schema.properties === undefined

/** @param {Schema} document @param {Set<string>} sent */
function schemasText(document, sent) {
  const { schemas } = document.components
  const named = Object.keys(schemas).map((name) => {
    const direction = sent.has(name) ? 'sent' : 'answered'
    const type = isVocabulary(schemas[name]) ? union(schemas[name].enum) : typeOf(schemas[name], { direction, schemas })
    return `${commentOf(schemas[name], '')}export type ${name} = ${type}\n`
  })
  const events = Object.values(document.webhooks ?? {}).map(({ post }) =>
    typeOf(post.requestBody.content['application/json'].schema, { direction: 'answered', schemas }),
  )
  return [
    heading,
    '/** Words of which the service may come to know more: what is not listed passes through. */',
    'export type Open<Word extends string> = Word | (string & {})\n',
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
function typeOf(schema, place) {
  const { direction, schemas } = place
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)
    return direction === 'answered' && isVocabulary(schemas[name]) ? `Open<${name}>` : name
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
function objectType(schema, place) {
  const indent = place.indent ?? ''
  const inner = `${indent}  `
  const properties = Object.entries(schema.properties ?? {})
  const rest = schema.patternProperties !== undefined ? Object.values(schema.patternProperties)[0] : schema.additionalProperties
  if (properties.length === 0) {
    const value = typeof rest === 'object' ? typeOf(rest, { ...place, indent }) : 'unknown'
    return `{ [name: string]: ${value} }`
  }
  const required = new Set(schema.required ?? [])
  const lines = properties.map(([name, property]) => {
    const type = typeOf(property, { ...place, indent: inner })
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const orNone = place.direction === 'sent' && !required.has(name) ? ' | undefined' : ''
    return `${commentOf(property, inner)}${inner}${key}${required.has(name) ? '' : '?'}: ${type}${orNone}\n`
  })
  if (rest === true) lines.push(`${inner}[name: string]: unknown\n`)
  return `{\n${lines.join('')}${indent}}`
}

/** @param {unknown} value */
const literal = (value) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
/** @param {readonly unknown[]} values */
const union = (values) => values.map(literal).join(' | ')
/** @param {string} type */
const wrapped = (type) => (/^[\w.]+$|^Open<.*>$|^\{[^]*\}$/.test(type) ? type : `(${type})`)

/** What the document says of it, as a comment. @param {Schema} schema @param {string} indent */
function commentOf(schema, indent) {
  const said = schema.description ?? schema.anyOf?.find((/** @type {Schema} */ one) => one.description)?.description
  if (said === undefined) return ''
  const words = said.replaceAll('*/', '* /').split(/\s+/)
  const [first = '', ...more] = folded(words, lineWidth - indent.length - ' *  '.length)
  if (more.length === 0 && first.length + indent.length + '/**  */'.length <= lineWidth) return `${indent}/** ${first} */\n`
  return `${indent}/**\n${[first, ...more].map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

/** @param {readonly string[]} words @param {number} width */
function folded(words, width) {
  /** @type {string[]} */
  const lines = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** @param {Schema} document @param {ReturnType<typeof operationsOf>} operations */
function operationsText(document, operations) {
  const { schemas } = document.components
  /** @type {Set<string>} */
  const names = new Set()
  /** @param {string} type */
  const noted = (type) => {
    for (const [name] of type.replaceAll(/'[^']*'|\/\*[^]*?\*\//g, '').matchAll(/\b[A-Z]\w*/g)) if (name in schemas || name === 'Open') names.add(name)
    return type
  }
  const types = operations.map(({ operation }) => {
    const name = operation.operationId[0].toUpperCase() + operation.operationId.slice(1)
    const given = noted(parametersType(operation, schemas))
    const answer = noted(answerType(operation, schemas))
    return `${given === '' ? '' : `export type ${name}Parameters = ${given}\n`}export type ${name}Result = ${answer}\n`
  })
  const table = operations.map(({ method, path: place, operation }) => {
    const headers = (operation.parameters ?? [])
      .filter((/** @type {Schema} */ one) => one.in === 'header')
      .map((/** @type {Schema} */ { name }) => `${headerNameOf(name)}: '${name}'`)
    const fields = [
      `method: '${method}'`,
      `path: '${place}'`,
      `isKeyed: ${(operation.security ?? document.security ?? []).length > 0}`,
      `hasBody: ${operation.requestBody !== undefined}`,
      `headers: {${headers.length === 0 ? '' : ` ${headers.join(', ')} `}}`,
    ]
    return `  ${operation.operationId}: {\n${fields.map((field) => `    ${field},\n`).join('')}  },\n`
  })
  return [
    heading,
    `import type {\n${[...names].toSorted().map((name) => `  ${name},\n`).join('')}} from './schemas.ts'\n`,
    ...types,
    '/** How each operation is called. `headers`: those that its method takes, by the names that they have there. */',
    `export const operations = {\n${table.join('')}} as const\n`,
    'export type OperationId = keyof typeof operations\n',
  ].join('\n')
}

/** @param {string} name */
function headerNameOf(name) {
  const known = Object.entries(headerNames).find(([header]) => header === name)
  if (known === undefined) throw new Error(`The header ${name} has no name that methods take it by.`)
  return known[1]
}

/** What a method takes beside the parts of its path. @param {Schema} operation @param {{ [name: string]: Schema }} schemas */
function parametersType(operation, schemas) {
  const body = operation.requestBody?.content['application/json'].schema
  const bodyType = body === undefined ? '' : typeOf(body, { direction: 'sent', schemas })
  const bodyNames = Object.keys(schemas[bodyType]?.properties ?? {})
  const properties = (operation.parameters ?? [])
    // A parameter that the body has too is sent there; giving both is refused.
    .filter((/** @type {Schema} */ one) => one.in !== 'path' && !bodyNames.includes(one.name))
    .map((/** @type {Schema} */ one) => [
      one.in === 'header' ? headerNameOf(one.name) : one.name,
      { ...one.schema, description: one.description },
    ])
  const beside =
    properties.length === 0 ? '' : objectType({ properties: Object.fromEntries(properties) }, { direction: 'sent', schemas })
  return [bodyType.includes(' | ') ? '' : bodyType, beside].filter((type) => type !== '').join(' & ')
}

/** The type of what is answered when it was done. @param {Schema} operation @param {{ [name: string]: Schema }} schemas */
function answerType(operation, schemas) {
  const types = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json'] ?? Object.values(content ?? {})[0])
    .filter((media) => media !== undefined)
    .map(({ schema }) => typeOf(schema, { direction: 'answered', schemas }))
  return [...new Set(types)].join(' | ')
}

if (process.argv[1] === import.meta.filename) {
  const document = JSON.parse(readFileSync(documentFile, 'utf8'))
  for (const [file, text] of Object.entries(generated(document))) writeFileSync(path.join(folder, file), text)
}
