/** A method for each operation but those that `client.ts` writes by hand, with what the document says of it. */
import { commentOf, heading, importsOf } from './document.mjs'
import { parametersType, typePrefixOf } from './operations.mjs'
import { typeOf } from './schemas.mjs'

/** @typedef {import('./document.mjs').Schema} Schema */
/** @typedef {import('./document.mjs').Operation} Operation */

/** What is answered line by line, takes no plain object, or has rows of the form that was asked for. */
const byHand = new Set(['listSubsidies', 'exportSubsidies', 'matchCompanies', 'callMcp'])

/** @param {Schema} document @param {readonly Operation[]} operations */
export function methodsText(document, operations) {
  const written = operations.filter(({ operation }) => !byHand.has(operation.operationId))
  const methods = written.map(({ operation }) => methodText(operation, document.components.schemas)).join('\n')
  const types = operations.flatMap(({ operation }) => {
    const name = typePrefixOf(operation.operationId)
    return [`${name}Parameters`, `${name}Result`]
  })
  return [
    heading,
    "import type { Ask, CallOptions } from '../request.ts'",
    importsOf(methods, types, './operations.ts'),
    `/** The operations of the API, each under its \`operationId\`. */
export class Methods {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

${methods}}
`,
  ].join('\n')
}

/** @param {Schema} operation @param {{ [name: string]: Schema }} schemas */
function methodText(operation, schemas) {
  const { operationId: id, parameters = [] } = operation
  const prefix = typePrefixOf(id)
  const parts = parameters
    .filter((/** @type {Schema} */ one) => one.in === 'path')
    .map((/** @type {Schema} */ { name, schema }) => ({ name, type: typeOf(schema, { direction: 'sent', schemas }) }))
  const path = parts.map((/** @type {{ name: string }} */ { name }) => name).join(', ')
  const before = parts
    .map((/** @type {{ name: string, type: string }} */ { name, type }) => `${name}: ${type}, `)
    .join('')
  const given = `${parametersType(operation, schemas) === '' ? '' : `${prefix}Parameters & `}CallOptions`
  const isNeeded = requiredOf(operation, schemas)
  const call = `{ operation: '${id}', path: [${path}], parameters }`
  const isConditional = parameters.some((/** @type {Schema} */ { name }) => name === 'If-None-Match')
  const comment = commentOf(saidOf(operation), '  ')
  if (!isConditional) {
    const list = `${before}parameters: ${given}${isNeeded ? '' : ' = {}'}`
    return `${comment}  ${id}(${list}): Promise<${prefix}Result> {\n    return this.#ask(${call})\n  }\n`
  }
  return [
    `${comment}  ${id}(${before}parameters?: ${given} & { ifNoneMatch?: undefined }): Promise<${prefix}Result>`,
    `  /** Null: what you hold is current. */`,
    `  ${id}(${before}parameters: ${given}): Promise<${prefix}Result | null>`,
    `  ${id}(${before}parameters: ${given} = {}): Promise<${prefix}Result | null> {`,
    `    return this.#ask(${call})\n  }\n`,
  ].join('\n')
}

/** Whether something must be given beside the path. @param {Schema} operation @param {{ [name: string]: Schema }} schemas */
function requiredOf(operation, schemas) {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(bodyOf(operation)?.$ref ?? '') ?? []
  return name !== undefined && (schemas[name]?.required ?? []).length > 0
}

/** @param {Schema} operation */
const bodyOf = (operation) => operation.requestBody?.content['application/json'].schema

/** @param {Schema} operation */
function saidOf({ summary, description, 'x-capabilities': capabilities = [] }) {
  const needs = capabilities.map((/** @type {string} */ name) => ` Needs a plan with \`${name}\`.`).join('')
  return `${summary}. ${description ?? ''}${needs}`
}
