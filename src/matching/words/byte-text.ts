/**
 * Texts whose every character is one byte of UTF-8. Answers are joined of them: joining costs what joining strings costs,
 * no character beyond Latin-1 (a euro sign stands in nearly every answer) doubles what is joined, and the whole is copied
 * out as it stands (`bytesOf`). What is made ready once is turned into one once.
 */

/** The text as UTF-8, a character a byte. */
function byteText(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
}

/** A value as JSON, a character a byte. */
export function jsonBytes(value: unknown): string {
  return byteText(JSON.stringify(value))
}

/** A text as it stands between the quotes of a JSON string, a character a byte. */
export function inQuotes(text: string): string {
  return byteText(JSON.stringify(text).slice(1, -1))
}

/** The bytes of a text of bytes. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** The bytes of many texts with a comma or a line feed between them, in memory of their own: they can be handed to another thread. */
export function joinedBytes(texts: readonly string[], between: ',' | '\n'): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(texts.reduce((sum, text) => sum + text.length + 1, 0)))
  let at = 0
  for (const [index, text] of texts.entries()) {
    if (index > 0) at += bytes.write(between, at, 'latin1')
    at += bytes.write(text, at, 'latin1')
  }
  return bytes.subarray(0, at)
}

/** The same text in one piece: one that was put together is walked anew whenever it is put into another. */
export function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
