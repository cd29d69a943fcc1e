/**
 * An NDJSON file, one input record a line, read as a stream: a file of any size takes the memory of its longest line. A
 * line that cannot be read is one read failure, and the lines after it go on; bytes that are no UTF-8 stop the reading,
 * because then nothing says what the file means.
 */
import { createReadStream } from 'node:fs'
import { findJsonFault } from '../../../contract/body/json-scan.ts'
import { ConnectorFailure } from '../connector.ts'
import { cannotRead, type FileEntry } from './entry.ts'

/** The longest line, in bytes; one that is longer is not held in memory. */
export const lineBytesMax = 1_048_576
const levelsMax = 32
const newline = 0x0a

/** The records of the file by line; empty lines are passed over. `name` stands in messages. */
export async function* readLines(file: string, name: string): AsyncGenerator<FileEntry> {
  let line = 0
  for await (const bytes of linesOf(file, name)) {
    line += 1
    if (bytes === null) {
      yield { line, localId: null, reason: `the line is longer than ${lineBytesMax} bytes` }
      continue
    }
    const text = decode(line === 1 ? withoutMark(bytes) : bytes, `${name}: line ${line}`)
    if (text.trim() !== '') yield readLine(text, line)
  }
}

function readLine(text: string, line: number): FileEntry {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    return {
      line,
      localId: null,
      reason: `the line is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    }
  }
  const fault = findJsonFault(text, levelsMax)
  if (fault === null) return { line, input }
  const reason =
    fault.kind === 'duplicate' ? `${fault.path}: given twice` : `${fault.path}: more than ${levelsMax} levels deep`
  return { line, localId: fault.path === 'local_id' ? null : localIdOf(input), reason }
}

const localIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

function localIdOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('local_id' in input)) return null
  return typeof input.local_id === 'string' && localIdForm.test(input.local_id) ? input.local_id : null
}

/** The bytes of each line without its line end; null for a line that is too long. */
async function* linesOf(file: string, name: string): AsyncGenerator<Buffer | null> {
  let held: Buffer[] = []
  let heldBytes = 0
  const take = (): Buffer | null => {
    const whole = heldBytes > lineBytesMax ? null : Buffer.concat(held)
    held = []
    heldBytes = 0
    return whole
  }
  const hold = (bytes: Buffer): void => {
    heldBytes += bytes.length
    if (heldBytes > lineBytesMax) held = []
    else held.push(bytes)
  }
  const stream = createReadStream(file)
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk)
      let from = 0
      for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
        hold(bytes.subarray(from, at))
        yield take()
        from = at + 1
      }
      hold(bytes.subarray(from))
    }
  } catch (error) {
    throw error instanceof ConnectorFailure ? error : cannotRead(name, error)
  }
  if (heldBytes > 0) yield take()
}

function decode(bytes: Buffer, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new ConnectorFailure(`${place} is not UTF-8`, { cause: error })
  }
}

/** Without the byte order mark that some editors put before the first line. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}
