/**
 * How a backup begins: a block of text of one size, of which the first line says all that is known of the content, and the
 * last has the digest of the block. What comes after it is the content, of the length and digest that the block says, and
 * nothing more. `head -1` shows it.
 */
import { hash } from 'node:crypto'

export const format = 'subsidies-backup'
/** A release reads backups of its own version and of those before. */
export const formatVersion = 1
/** Of the block. */
export const headerBytes = 32 * 1024
/** SHA-256 in hexadecimal, and the ends of two lines. */
const digestBytes = 64
const endBytes = digestBytes + 2

export type BackupHeader = {
  format: typeof format
  version: number
  /** The moment that it is of, as epoch milliseconds and as people read it. */
  taken_at: number
  taken: string
  engine: 'sqlite' | 'postgres'
  /** Which life of the store it is of. */
  generation: string
  /** Of the program that wrote it. */
  release: string
  migrations: readonly { number: number; name: string; digest: string }[]
  /** By which a key is known that opens what is kept encrypted; null: the store had none, so nothing is. */
  key_check: string | null
  /** Rows in it that only the key opens. */
  sealed: number
  tables: readonly { table: string; rows: number }[]
  /** What follows the block. `plain_bytes`: before it was compressed. */
  content: { bytes: number; plain_bytes: number; sha256: string }
}

export function headerBlock(header: BackupHeader): Buffer {
  const text = Buffer.from(`${JSON.stringify(header)}\n`)
  if (text.length > headerBytes - endBytes) throw new Error('the header of a backup has no room in its block')
  const block = Buffer.alloc(headerBytes, ' ')
  text.copy(block)
  const digested = headerBytes - endBytes
  block.write(`\n${hash('sha256', block.subarray(0, digested), 'hex')}\n`, digested)
  return block
}

/** What stands in a block; null where it is none, or not as it was written. */
export function headerIn(block: Buffer): BackupHeader | null {
  if (block.length !== headerBytes) return null
  const digested = headerBytes - endBytes
  const digest = hash('sha256', block.subarray(0, digested), 'hex')
  if (block.toString('latin1', digested) !== `\n${digest}\n`) return null
  // Our own text: the digest stands for it.
  const header: BackupHeader = JSON.parse(block.toString('utf8', 0, digested))
  return header.format === format ? header : null
}
