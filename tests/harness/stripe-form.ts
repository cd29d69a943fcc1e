/** Bodies and queries as the payment provider reads them: form-encoded, nested by brackets, every value a text. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormFields = { [name: string]: FormValue }

/** `a[b]=1&c[0][d]=2&e[]=3` as `{ a: { b: '1' }, c: [{ d: '2' }], e: ['3'] }`. */
export function readForm(text: string): FormFields {
  const root: FormFields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map(([whole, inner]) => inner ?? whole)
    put(root, keys, value)
  }
  return listed(root) as FormFields
}

function put(into: FormFields, [key = '', ...rest]: readonly string[], value: string): void {
  const name = key === '' ? String(Object.keys(into).length) : key
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const inner = into[name] ?? {}
  into[name] = inner
  put(inner as FormFields, rest, value)
}

/** Objects whose names count from 0 are lists. */
function listed(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** The fields under a name; none where there is nothing. */
export function fieldsAt(fields: FormFields, name: string): FormFields {
  const value = fields[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function textAt(fields: FormFields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}

/** `metadata` as sent: texts by name. */
export function metadataIn(fields: FormFields): Record<string, string> {
  const given = Object.entries(fieldsAt(fields, 'metadata'))
  return Object.fromEntries(given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
