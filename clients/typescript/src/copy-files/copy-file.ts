/** One file of a copy: a line of what it is, lines of what is put and taken out, and a line that says that it is whole. */
import { close, fstat, open as openFile, read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Subsidy } from '../generated/schemas.ts'
import type { CopyState } from '../sync/copy-store.ts'

/** `complete`: it holds everything; `changes`: what changed since the file before. */
export type FileKind = 'complete' | 'changes'

export type Line = { put: string; record: Subsidy } | { remove: string }
type AnyLine = Line | { copy: FileKind } | { state: CopyState; lines: number }

/** A file that is open for reading, as a number: a `FileHandle` that is forgotten ends the process. */
export type OpenFile = number

/** Where a line stands, in bytes. */
export type Place = { file: OpenFile; at: number; length: number }

const opened = promisify(openFile)
const readAt = promisify(read)
const statOf = promisify(fstat)

export const openToRead = (name: string): Promise<OpenFile> => opened(name, 'r')
export const closeFile = promisify(close)
export const bytesOf = async (file: OpenFile): Promise<number> => (await statOf(file)).size

const flushCharacters = 1_000_000
const readBytes = 4_000_000
const headBytes = 100

/** Writes it under a name that nobody reads, and waits until the disk has it. */
export async function writeFile(
  name: string,
  kind: FileKind,
  lines: AsyncIterable<Line> | Iterable<Line>,
  state: CopyState,
): Promise<void> {
  const file = await open(name, 'wx')
  try {
    let text = lineOf({ copy: kind })
    let count = 1
    for await (const line of lines) {
      text += lineOf(line)
      count += 1
      if (text.length < flushCharacters) continue
      await file.appendFile(text)
      text = ''
    }
    await file.appendFile(text + lineOf({ state, lines: count }))
    await file.sync()
  } finally {
    await file.close()
  }
}

const lineOf = (line: AnyLine): string => `${JSON.stringify(line)}\n`

/** Tells what is put and taken out, in its order. Null: it is cut, or none of ours; else its state at the end. */
export async function readFile(
  file: OpenFile,
  tell: (said: { put: string; place: Place } | { remove: string }) => void,
): Promise<CopyState | null> {
  let count = 0
  let end: CopyState | null = null
  for await (const { bytes, at } of linesIn(file)) {
    const line = parsed(bytes)
    if (line === null || end !== null || 'copy' in line !== (count === 0)) return null
    if ('put' in line) tell({ put: line.put, place: { file, at, length: bytes.length } })
    if ('remove' in line) tell(line)
    if ('state' in line) {
      if (line.lines !== count) return null
      end = line.state
    }
    count += 1
  }
  return end
}

export async function kindOf(file: OpenFile): Promise<FileKind> {
  const { buffer, bytesRead } = await readAt(file, Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer
    .subarray(0, bytesRead)
    .toString()
    .startsWith(lineOf({ copy: 'complete' }))
    ? 'complete'
    : 'changes'
}

/** The record that was put there. */
export async function recordAt({ file, at, length }: Place): Promise<Subsidy> {
  const { buffer } = await readAt(file, Buffer.allocUnsafe(length), 0, length, at)
  return JSON.parse(buffer.toString()).record
}

/** A last line without an end is told too: nobody takes it for whole. */
async function* linesIn(file: OpenFile): AsyncGenerator<{ bytes: Buffer; at: number }, void> {
  let rest: Buffer = Buffer.alloc(0)
  let restAt = 0
  for (;;) {
    const { bytesRead, buffer } = await readAt(file, Buffer.allocUnsafe(readBytes), 0, readBytes, restAt + rest.length)
    if (bytesRead === 0) break
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
    let from = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      yield { bytes: bytes.subarray(from, end), at: restAt + from }
      from = end + 1
    }
    rest = bytes.subarray(from)
    restAt += from
  }
  if (rest.length > 0) yield { bytes: rest, at: restAt }
}

/** Null where it is none of ours. */
function parsed(bytes: Buffer): AnyLine | null {
  try {
    const said: unknown = JSON.parse(bytes.toString())
    const isOurs =
      typeof said === 'object' && said !== null && ['copy', 'put', 'remove', 'state'].some((name) => name in said)
    return isOurs ? (said as AnyLine) : null
  } catch {
    return null
  }
}
