/** Files that are often sent in the place of a table, told by their bytes: what it is helps more than what it is not. */

/** What a file is that is no table which is read here. */
export const otherKinds = ['html', 'pdf', 'json', 'xml', 'rtf', 'image', 'opendocument', 'document'] as const
export type OtherKind = (typeof otherKinds)[number]

const magic: readonly (readonly [start: string, kind: OtherKind])[] = [
  ['%PDF-', 'pdf'],
  ['{\\rtf', 'rtf'],
  ['\x89PNG\r\n', 'image'],
  ['GIF8', 'image'],
  ['\xff\xd8\xff', 'image'],
]

/** By its first bytes; null where they say nothing. */
export function kindOfBytes(bytes: Buffer): OtherKind | null {
  const begin = bytes.toString('latin1', 0, 16)
  return magic.find(([start]) => begin.startsWith(start))?.[1] ?? null
}

const beginCharacters = 1_000
const html = /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|body|table|meta|style|script|div|title)\b/i
const xml = /^\s*<(?:\?xml\b|[a-z][^<>]*>\s*<)/i
const jsonBegin = /^\s*(?:\{\s*["}]|\[\s*[[{"\]\d])/

/** By the beginning of its text; null where that may be the header of a table. */
export function kindOfText(text: string): OtherKind | null {
  const begin = text.slice(0, beginCharacters)
  if (html.test(begin)) return 'html'
  // A page may stand behind a declaration of XML.
  if (xml.test(begin)) return /<html\b/i.test(begin) ? 'html' : 'xml'
  return jsonBegin.test(begin) && isJson(text) ? 'json' : null
}

/** The whole of it, or its first line where there is a value a line. */
function isJson(text: string): boolean {
  const [firstLine = ''] = text.trimStart().split(/\r?\n/, 1)
  return [text, firstLine].some((one) => {
    try {
      JSON.parse(one)
      return true
    } catch {
      return false
    }
  })
}

/** By the names of the parts of an archive that is no workbook; null where they say nothing. */
export function kindOfParts(names: Iterable<string>): OtherKind | null {
  const parts = new Set(names)
  if (parts.has('content.xml') && parts.has('mimetype')) return 'opendocument'
  return [...parts].some((name) => /^(?:word|ppt)\//.test(name)) ? 'document' : null
}
