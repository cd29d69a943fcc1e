/** The OpenAPI document as what is generated from it reads it. */

/** @typedef {{ [key: string]: any }} Schema */
/** Whether a value goes to the service, where only what it knows is right, or comes from it, where more may come. */
/** @typedef {'sent' | 'answered'} Direction */
/** @typedef {{ method: string, path: string, operation: Schema }} Operation */

export const heading = '// Written by make-types.mjs from the OpenAPI document; not edited by hand.\n'
const lineWidth = 120

/** Names of the document that the client uses for something else, and what its types are called instead. */
const renamed = new Map([['ApiError', 'ApiErrorBody']])

/** @param {string} name */
export const typeNameOf = (name) => renamed.get(name) ?? name

/** @param {Schema} document @returns {Operation[]} */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/**
 * The names of the schemas that are sent, and of those that are answered. One that is both would need to be closed and open.
 * @param {Schema} document
 * @param {readonly Operation[]} operations
 */
export function reached(document, operations) {
  /** @type {Record<Direction, Set<string>>} */
  const names = { sent: new Set(), answered: new Set() }
  /** @param {any} node @param {Direction} direction */
  const walk = (node, direction) => {
    if (node === null || typeof node !== 'object') return
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(node.$ref ?? '') ?? []
    if (kind === undefined || name === undefined) {
      for (const [key, value] of Object.entries(node)) if (!isSample(key)) walk(value, direction)
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
  const clash = [...names.sent].find(
    (name) => names.answered.has(name) && !isVocabulary(document.components.schemas[name]),
  )
  if (clash !== undefined) throw new Error(`${clash} is both sent and answered: it needs a name for each.`)
  return names
}

/** @param {string} key */
const isSample = (key) => key === 'examples' || key === 'example'

/** A schema of nothing but words: it is the same in both directions, and each use says whether more may come. */
/** @param {Schema} schema */
export const isVocabulary = (schema) => schema.enum !== undefined && schema.properties === undefined

/** A text as a comment. @param {string | undefined} said @param {string} indent */
export function commentOf(said, indent) {
  if (said === undefined) return ''
  const words = said.replaceAll('*/', '* /').split(/\s+/)
  const [first = '', ...more] = folded(words, lineWidth - indent.length - ' *  '.length)
  if (more.length === 0 && first.length + indent.length + '/**  */'.length <= lineWidth)
    return `${indent}/** ${first} */\n`
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

/** @param {unknown} value */
export const literal = (value) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
/** @param {readonly unknown[]} values */
export const union = (values) => values.map(literal).join(' | ')

/** An import of the types that a text names. @param {string} text @param {string[]} known @param {string} from */
export function importsOf(text, known, from) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '')
  const named = new Set([...code.matchAll(/\b[A-Z]\w*/g)].map(([name]) => name))
  const taken = known.filter((name) => named.has(name)).toSorted()
  return taken.length === 0 ? '' : `import type {\n${taken.map((name) => `  ${name},\n`).join('')}} from '${from}'\n`
}
