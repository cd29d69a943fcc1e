/** The thread of `checked-file.ts`: it loads next to nothing, and its file is open as long as it lives. */
import { parentPort } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { givenToThread } from '../threads/thread.ts'
import type { Part } from './file-parts.ts'
import { readAll } from './read-all.ts'

export type PartToLookAt = Part & { name: string; isHandedOver: boolean }
export type ToLookAt = { file: number; parts: PartToLookAt[] }
/** A part that was found whole, with all of it where it was to be handed over. */
export type LookedAt = { name: string; bytes: ArrayBuffer | null }

/** Bytes that are read and gone through at once: they stay in the processor's memory in between. */
const lookedAtOnce = 256 * 1024

const port = parentPort
if (port === null) throw new Error('this file is a thread that looks files through')
const { file, parts } = givenToThread() as ToLookAt
const passing = new Uint8Array(lookedAtOnce)
for (const { name, offset, length, checksum, isHandedOver } of parts) {
  const whole = isHandedOver ? new Uint8Array(length) : null
  let found = 0
  for (let from = 0; from < length; from += lookedAtOnce) {
    const end = Math.min(from + lookedAtOnce, length)
    const bytes = whole?.subarray(from, end) ?? passing.subarray(0, end - from)
    readAll(file, bytes, offset + from)
    found = crc32(bytes, found)
  }
  if (found !== checksum) throw new Error(`the part ${name} is not as it was written`)
  const bytes = whole?.buffer ?? null
  port.postMessage({ name, bytes } satisfies LookedAt, bytes === null ? [] : [bytes])
}
