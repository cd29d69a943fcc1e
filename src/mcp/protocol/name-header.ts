/** The name of a tool as `Mcp-Name` carries it: as it is, or, where a header could not hold it, in base64 between two marks. */

const opening = '=?base64?'
const closing = '?='
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What the header says; undefined where it is marked as base64 and is none, or no UTF-8. */
export function nameIn(header: string): string | undefined {
  if (!header.startsWith(opening) || !header.endsWith(closing) || header.length < opening.length + closing.length) {
    return header
  }
  const coded = header.slice(opening.length, -closing.length)
  if (!base64Form.test(coded)) return undefined
  try {
    return utf8.decode(Buffer.from(coded, 'base64'))
  } catch {
    return undefined
  }
}
