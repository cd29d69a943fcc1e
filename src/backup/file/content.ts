/**
 * The content of a backup: lines of JSON, compressed by Zstandard. `{"table":...,"columns":[...]}` begins a table; the lists
 * after it are its rows. Both directions go by in pieces, so that memory does not grow with the store.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Column, columnTypes } from '../../platform/database/rows.ts'
import { type BackupHeader, headerBytes } from './header.ts'

/** Of level 3, the format's own choice: higher ones take several times as long for some hundredths of the size. */
const level = 3
/** The longest line that is believed. */
const lineBytesMax = 512 * 1024 * 1024
const newline = 10

export type TableLine = { table: string; columns: readonly Column[] }

/** Names of tables and columns become part of statements: those of a file are believed where they can be nothing else. */
const nameForm = /^[a-z][a-z0-9_]{0,62}$/
const isName = (value: unknown): boolean => typeof value === 'string' && nameForm.test(value)

/** What a line says of the rows after it; throws where it says anything that no backup does. */
export function tableLineOf(text: string): TableLine {
  const { table, columns } = JSON.parse(text) as TableLine
  if (!isName(table) || !Array.isArray(columns) || columns.length === 0) throw new Error('a table without a name')
  for (const { name, type } of columns as TableLine['columns'])
    if (!isName(name) || !columnTypes.includes(type)) throw new Error('a column that no table has')
  return { table, columns }
}

/** Writes compressed text behind the place of the header; answers what is known of it then. */
export async function writeContent(draft: FileHandle, text: AsyncIterable<string>): Promise<BackupHeader['content']> {
  const digest = createHash('sha256')
  let [bytes, plainBytes] = [0, 0]
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of text) {
      const buffer = Buffer.from(piece)
      plainBytes += buffer.length
      yield buffer
    }
  }
  const write = new Writable({
    write(piece: Buffer, _encoding, done) {
      digest.update(piece)
      const position = headerBytes + bytes
      bytes += piece.length
      writeWhole(draft, piece, position).then(() => done(), done)
    },
  })
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  await pipeline(Readable.from(counted()), createZstdCompress({ params }), write)
  return { bytes, plain_bytes: plainBytes, sha256: digest.digest('hex') }
}

/** All of it: a write may take a part alone. */
export async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
}

/** Hands the lines of a backup over, some at a time; answers the digest of what they were made of. */
export async function readContent(file: string, take: (lines: string[]) => Promise<void>): Promise<string> {
  const digest = createHash('sha256')
  const digested = new Transform({
    transform(piece: Buffer, _encoding, done) {
      digest.update(piece)
      done(null, piece)
    },
  })
  await pipeline(
    createReadStream(file, { start: headerBytes }),
    digested,
    createZstdDecompress(),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const lines of linesOf(pieces)) await take(lines)
    },
  )
  return digest.digest('hex')
}

/** The lines of pieces, those that end in one piece together. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let begun: Buffer[] = []
  let begunBytes = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(newline)
    if (end >= 0) {
      const text = Buffer.concat([...begun, piece.subarray(0, end)]).toString('utf8')
      begun = []
      begunBytes = 0
      yield text.split('\n')
    }
    const rest = piece.subarray(end + 1)
    begunBytes += rest.length
    if (begunBytes > lineBytesMax) throw new Error('a line of the backup is longer than any is')
    if (rest.length > 0) begun.push(Buffer.from(rest))
  }
  if (begunBytes > 0) throw new Error('the last line of the backup has no end')
}
