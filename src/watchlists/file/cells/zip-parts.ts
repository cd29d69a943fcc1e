/**
 * Parts of a ZIP archive, unpacked only as far as its directory says they may: what a part unpacks to is looked at before
 * anything is, and unpacking ends where the part turns out to be larger than it said (APPNOTE 4.3.12, 4.3.16).
 */
import { inflateRawSync } from 'node:zlib'
import { fileBounds } from '../file-bounds.ts'
import { FaultyFile } from './cells.ts'

export type ZipPart = { name: string; method: number; packedBytes: number; bytes: number; at: number }
export type Zip = { bytes: Buffer; parts: ReadonlyMap<string, ZipPart> }

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const commentBytesMax = 0xffff
const stored = 0
const deflated = 8
const encryptedFlag = 1

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= endBytes && bytes.readUInt32LE(0) === localSignature
}

/** What the archive says it holds. Throws `FaultyFile`. */
export function readZip(bytes: Buffer): Zip {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > fileBounds.zipEntriesMax) throw unreadable('zip')
  const parts = new Map<string, ZipPart>()
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw unreadable('zip')
    if ((bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw new FaultyFile({ code: 'protected' })
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = withSlashes(bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes))
    // Two of one name: which of them is meant, nobody knows.
    if (parts.has(name)) throw unreadable('zip')
    parts.set(name, {
      name,
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += entryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return { bytes, parts }
}

/** The record at the end of the archive, which may be followed by a comment. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - commentBytesMax)
  for (let at = bytes.length - endBytes; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  throw unreadable('zip')
}

/** Unpacks some parts, which together may hold as much as `unpackedBytesMax`. Those that are not there are left out. */
export function unpack({ bytes, parts }: Zip, names: readonly string[]): Map<string, Buffer> {
  const asked = names.flatMap((name) => parts.get(name) ?? [])
  const max = fileBounds.unpackedBytesMax
  if (asked.reduce((sum, part) => sum + part.bytes, 0) > max) throw new FaultyFile({ code: 'unpacks_too_large', max })
  return new Map(asked.map((part) => [part.name, unpacked(bytes, part)]))
}

function unpacked(bytes: Buffer, part: ZipPart): Buffer {
  const { at, packedBytes, method } = part
  if (at + localBytes > bytes.length || bytes.readUInt32LE(at) !== localSignature) throw unreadable(part.name)
  const from = at + localBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const packed = bytes.subarray(from, from + packedBytes)
  if (packed.length !== packedBytes) throw unreadable(part.name)
  if (method === stored && packedBytes === part.bytes) return packed
  if (method !== deflated) throw unreadable(part.name)
  try {
    // One byte of room, so that a part without any is unpacked too.
    const whole = inflateRawSync(packed, { maxOutputLength: part.bytes + 1 })
    if (whole.length === part.bytes) return whole
  } catch {
    // It is no stream of that kind, or holds more than the directory says.
  }
  throw unreadable(part.name)
}

/** Some programs write the names of parts with backslashes, which the format does not have (APPNOTE 4.4.17.1). */
export function withSlashes(name: string): string {
  return name.replaceAll('\\', '/')
}

export function unreadable(what: string): FaultyFile {
  return new FaultyFile({ code: 'unreadable', what })
}
