/** A value of JSON as each language writes it: on one line where it fits, else a member a line. */

export type Notation = {
  name(key: string): string
  text(value: string): string
  /** `true`, `false` and `null`. */
  word(value: boolean | null): string
  indent: string
}

const lineMax = 72

export const json: Notation = {
  name: (key) => JSON.stringify(key),
  text: (value) => JSON.stringify(value),
  word: String,
  indent: '  ',
}

export const typescript: Notation = {
  name: (key) => (/^[a-z_]\w*$/i.test(key) ? key : quoted(key)),
  text: (value) => quoted(value),
  word: String,
  indent: '  ',
}

export const python: Notation = {
  name: (key) => JSON.stringify(key),
  text: (value) => JSON.stringify(value),
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  indent: '    ',
}

export function literal(value: unknown, notation: Notation): string {
  if (typeof value === 'string') return notation.text(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean' || value === null) return notation.word(value)
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((one) => literal(one, notation))
    : Object.entries(value as object).map(([key, one]) => `${notation.name(key)}: ${literal(one, notation)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const space = isList || notation === python ? '' : ' '
  const line = `${open}${space}${members.join(', ')}${space}${close}`
  if (line.length <= lineMax && !line.includes('\n')) return line
  // JSON takes no comma behind the last member.
  const last = notation === json ? '' : ','
  const lines = members.map((one) => `${notation.indent}${one.replaceAll('\n', `\n${notation.indent}`)}`)
  return `${open}\n${lines.join(',\n')}${last}\n${close}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
