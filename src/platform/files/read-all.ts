/** Bytes of an open file, all that were asked for. */
import { readSync } from 'node:fs'

/** Fills `into` with the bytes that begin at `position`; throws where the file has not as many. */
export function readAll(file: number, into: Uint8Array, position: number): void {
  for (let read = 0; read < into.length; ) {
    const got = readSync(file, into, read, into.length - read, position + read)
    if (got === 0) throw new Error('a file has become shorter than it was')
    read += got
  }
}
