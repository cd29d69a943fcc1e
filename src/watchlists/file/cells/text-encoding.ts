/** The text of a CSV, told from its bytes alone: a file says nowhere how it was written. */
import { isUtf8 } from 'node:buffer'
import { type Encoding, FaultyFile } from './cells.ts'

/** Windows-1252 leaves five bytes without a character. */
const unusedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
/** What no text of a table holds: control characters but tab, line feed, carriage return. */
const controls = /(?![\t\n\r])\p{Cc}/u

/**
 * A byte order mark decides; without one, bytes that are UTF-8 throughout are read as that: a text in another encoding that has
 * any accent is no UTF-8. Everything else is Windows-1252, which spreadsheets here have written for thirty years. Throws
 * `FaultyFile` where it is no text.
 */
export function textOf(bytes: Buffer): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes)
  if (controls.test(text)) throw new FaultyFile({ code: 'not_a_table' })
  return { text, encoding }
}

function encodingOf(bytes: Buffer): Encoding {
  // "Unicode text", as spreadsheets save it. An odd byte at the end is half a character.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    if (bytes.length % 2 === 1 || !bytes.toString('utf16le').isWellFormed())
      throw new FaultyFile({ code: 'not_a_table' })
    return 'utf-16le'
  }
  if (isUtf8(bytes)) return 'utf-8'
  if (unusedBytes.some((byte) => bytes.includes(byte))) throw new FaultyFile({ code: 'not_a_table' })
  return 'windows-1252'
}
