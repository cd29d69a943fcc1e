/** Fields as a list in Markdown, those within them a level deeper. */
import type { Field } from './fields.ts'

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
