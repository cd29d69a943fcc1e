/** The page of one operation, in Markdown: what it takes, what it answers, what it refuses, and examples. */
import { linesType } from '../../contract/media-type.ts'
import type { ContractDocument, Operation, OperationAnswer, Parameter } from './contract-document.ts'
import { type Field, fieldsFor } from './fields.ts'
import { samples } from './samples.ts'
import { type Snippet, snippetsOf } from './snippets.ts'
import { referenceWords as words } from './words.ts'

export type OperationParts = {
  contract: ContractDocument
  baseUrl: string
  /** The cheapest plan that has a capability, by its name for people. */
  planWith(capability: string): string
}

export function operationAddress(id: string): string {
  return `/docs/api/${id}`
}

export function operationMarkdown(operation: Operation, parts: OperationParts): string {
  const { method, path, summary, description } = operation
  const fields = fieldsFor(parts.contract.at)
  const sections = [
    `# ${summary}`,
    `\`${method} ${path}\``,
    description,
    needsOf(operation, parts),
    ...parametersOf(operation, fields),
    ...bodyOf(operation, fields),
    ...operation.answers.flatMap((answer) => answerOf(answer, fields)),
    ...errorsOf(operation),
    `## ${words.examples}`,
    ...snippetsFor(operation, parts.baseUrl).flatMap(({ name, language, code }) => [
      `### ${name}`,
      `\`\`\`${language}\n${code}\n\`\`\``,
    ]),
  ]
  return `${sections.join('\n\n')}\n`
}

function snippetsFor(operation: Operation, baseUrl: string): readonly Snippet[] {
  return snippetsOf(operation, samples[operation.id] ?? {}, baseUrl)
}

function needsOf({ isKeyed, capabilities }: Operation, { planWith }: OperationParts): string {
  if (!isKeyed) return words.open
  return [words.keyed, ...capabilities.map((one) => words.capability(one, planWith(one)))].join(' ')
}

function parametersOf({ parameters }: Operation, fields: ReturnType<typeof fieldsFor>): string[] {
  if (parameters.length === 0) return []
  const row = (parameter: Parameter): string => {
    const { name, schema, description, capability } = parameter
    const { type, named, isAbove, values, bounds } = fields.of(schema)
    const takes = [
      type,
      ...(named === null ? [] : [`\`${named}\`${isAbove ? `, ${words.asAbove}` : ''}`]),
      ...(bounds === '' ? [] : [bounds]),
      ...(values.length === 0 ? [] : [`one of ${values.map((one) => `\`${one}\``).join(', ')}`]),
    ].join('; ')
    const needs = capability === null ? '' : ` ${words.parameterNeeds(capability)}`
    return `| \`${name}\` | ${parameter.in} | ${cell(takes)} | ${cell(description + needs)} |`
  }
  return [`## ${words.parameters}`, [words.parameterHead, '|---|---|---|---|', ...parameters.map(row)].join('\n')]
}

function bodyOf({ body }: Operation, fields: ReturnType<typeof fieldsFor>): string[] {
  if (body === null) return []
  const { fields: within, description } = fields.of(body)
  return [
    `## ${words.body}`,
    description === '' ? words.bodyIsJson : `${words.bodyIsJson} ${description}`,
    fieldList(marked(within)),
  ]
}

/** In a body it counts which properties must be there. */
function marked(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({
    ...field,
    type: field.isRequired && field.name !== 'either' ? `${field.type}, ${words.required}` : field.type,
    fields: marked(field.fields),
  }))
}

function answerOf({ status, description, media }: OperationAnswer, fields: ReturnType<typeof fieldsFor>): string[] {
  const head = [`## ${words.answer(status)}`, description]
  if (status === '304') return head
  const forms = media.flatMap(([type, schema]) => {
    const shape = fields.of(schema)
    const lead = type === linesType ? [words.lines] : []
    if (shape.isAbove) return [...lead, words.above(shape.named ?? '')]
    return [...lead, ...(shape.fields.length === 0 ? [] : [fieldList(shape.fields)])]
  })
  return [...head, ...forms]
}

function errorsOf({ errors }: Operation): string[] {
  const rows = errors.map(({ code, status }) => `| [\`${code}\`](/docs/errors/${code}) | ${status} |`)
  return [
    `## ${words.errors}`,
    words.errorsLead,
    [`| ${words.code} | ${words.status} |`, '|---|--:|', ...rows].join('\n'),
  ]
}

/** Text within a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** Lines from the given depth on. */
export function fieldList(fields: readonly Field[], depth = 0): string {
  return fields.map((field) => fieldLine(field, depth)).join('\n')
}

function fieldLine(field: Field, depth: number): string {
  const { name, type, description, fields } = field
  const kind = [type, ...(field.named === null ? [] : [`\`${field.named}\``]), field.bounds]
    .filter((one) => one !== '')
    .join(', ')
  const says = description === '' ? '' : ` ${sentence(description)}`
  const line = `${'  '.repeat(depth)}- ${markdownName(name)} (${kind})${says}${valuesOf(field)}${field.isAbove ? ' As above.' : ''}`
  return fields.length === 0 ? line : `${line}\n${fieldList(fields, depth + 1)}`
}

/** What is no name of a property stands as a word. */
function markdownName(name: string): string {
  return name === 'either' || name === 'any name' ? name : `\`${name}\``
}

function valuesOf({ values }: Field): string {
  return values.length === 0 ? '' : ` One of ${values.map((one) => `\`${one}\``).join(', ')}.`
}

function sentence(text: string): string {
  return /[.:]$/.test(text) ? text : `${text}.`
}
