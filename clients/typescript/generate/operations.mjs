/** How each operation is called: a table, and the types of what it takes and answers. */
import { heading, importsOf, typeNameOf } from './document.mjs'
import { objectType, typeOf } from './schemas.mjs'

/** @typedef {import('./document.mjs').Schema} Schema */
/** @typedef {import('./document.mjs').Operation} Operation */

/** Headers that a method takes beside the parameters of its query, by the names that they have there. */
const headerNames = {
  'Idempotency-Key': 'idempotencyKey',
  'If-None-Match': 'ifNoneMatch',
  'MCP-Protocol-Version': 'protocolVersion',
  'Mcp-Method': 'mcpMethod',
  'Mcp-Name': 'mcpName',
}

/** @param {string} operationId */
export const typePrefixOf = (operationId) => operationId[0]?.toUpperCase() + operationId.slice(1)

/** @param {Schema} document @param {readonly Operation[]} operations */
export function operationsText(document, operations) {
  const { schemas } = document.components
  const types = operations.map(({ operation }) => {
    const name = typePrefixOf(operation.operationId)
    const given = parametersType(operation, schemas)
    const answer = answerType(operation, schemas)
    return `${given === '' ? '' : `export type ${name}Parameters = ${given}\n`}export type ${name}Result = ${answer}\n`
  })
  const table = operations.map(({ method, path, operation }) => {
    const headers = (operation.parameters ?? [])
      .filter((/** @type {Schema} */ one) => one.in === 'header')
      .map((/** @type {Schema} */ { name }) => `${headerNameOf(name)}: '${name}'`)
    const fields = [
      `method: '${method}'`,
      `path: '${path}'`,
      `isKeyed: ${(operation.security ?? document.security ?? []).length > 0}`,
      `hasBody: ${operation.requestBody !== undefined}`,
      `headers: {${headers.length === 0 ? '' : ` ${headers.join(', ')} `}}`,
    ]
    return `  ${operation.operationId}: {\n${fields.map((field) => `    ${field},\n`).join('')}  },\n`
  })
  const known = [...Object.keys(schemas).map(typeNameOf), 'Open']
  return [
    heading,
    importsOf(types.join('\n'), known, './schemas.ts'),
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
export function parametersType(operation, schemas) {
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
    properties.length === 0
      ? ''
      : objectType({ properties: Object.fromEntries(properties) }, { direction: 'sent', schemas })
  return [bodyType.includes(' | ') ? '' : bodyType, beside].filter((type) => type !== '').join(' & ')
}

/** The type of what is answered when it was done. @param {Schema} operation @param {{ [name: string]: Schema }} schemas */
export function answerType(operation, schemas) {
  const types = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json'] ?? Object.values(content ?? {})[0])
    .filter((media) => media !== undefined)
    .map(({ schema }) => typeOf(schema, { direction: 'answered', schemas }))
  return [...new Set(types)].join(' | ')
}
