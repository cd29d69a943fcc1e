/**
 * What stands at the end of a file of parts: a table that says of each part where it is and what its checksum is, then how
 * long the table is, a mark, and a checksum over both.
 */
import { fstatSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { readAll } from './read-all.ts'

/** Where a part of a file stands, and the checksum of its bytes. */
export type Part = { offset: number; length: number; checksum: number }
/** In the order of the file: each begins where the one before ends, the first at its beginning. */
export type Parts = ReadonlyMap<string, Part>

/** The longest table of parts that is believed. */
const tableBytesMax = 1024 * 1024
/** The length of the table and the mark; then the checksum. */
const tailBytes = 16
const checksumAt = 12
const mark = 0x53_4d_43_46_69_6c_65_02n

/** What is to stand behind the last of the parts. */
export function endOf(parts: Parts): Buffer {
  const table = Buffer.from(JSON.stringify([...parts]))
  const tail = Buffer.alloc(tailBytes)
  tail.writeUInt32LE(table.length, 0)
  tail.writeBigUInt64LE(mark, 4)
  tail.writeUInt32LE(checksumOf(table, tail), checksumAt)
  return Buffer.concat([table, tail])
}

/** The parts of an open file; null where its end is not as it was written, or the parts do not fill it. */
export function partsOf(file: number): Parts | null {
  const end = fstatSync(file).size - tailBytes
  if (end < 0) return null
  const tail = Buffer.alloc(tailBytes)
  readAll(file, tail, end)
  const tableBytes = tail.readUInt32LE(0)
  if (tail.readBigUInt64LE(4) !== mark || tableBytes > Math.min(end, tableBytesMax)) return null
  const table = Buffer.alloc(tableBytes)
  readAll(file, table, end - tableBytes)
  if (checksumOf(table, tail) !== tail.readUInt32LE(checksumAt)) return null
  // Our own text: the checksum stands for it.
  const parts = new Map(JSON.parse(table.toString()) as [string, Part][])
  return bytesOf(parts) === end - tableBytes ? parts : null
}

/** How many bytes the parts have; null where one does not begin where the one before ends. */
function bytesOf(parts: Parts): number | null {
  let end = 0
  for (const { offset, length } of parts.values()) {
    if (offset !== end || !Number.isSafeInteger(length) || length < 0) return null
    end += length
  }
  return end
}

function checksumOf(table: Buffer, tail: Buffer): number {
  return crc32(tail.subarray(0, checksumAt), crc32(table))
}
