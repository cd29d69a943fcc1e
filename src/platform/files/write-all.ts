/** Bytes written to a place of an open file, all that were given. */
import { writeSync } from 'node:fs'

/** Throws where the disk is full; then some of them may stand there. */
export function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
}
