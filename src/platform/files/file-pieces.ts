/** An open file as the pieces of a body: the next one is read while its reader takes the one before. */
import { read as readWith } from 'node:fs'
import { promisify } from 'node:util'
import type { Piece } from '../../contract/call.ts'

/** Large enough that reading and sending a piece cost little beside its bytes, small enough for many readers at once. */
const pieceBytes = 512 * 1024

const readAt = promisify(readWith)

/**
 * The first `length` bytes of the file; throws where it has not as many. Whoever gives it away keeps the file open until it
 * was read to its end, or has returned: no read is under way any more then.
 */
export async function* filePieces(file: number, length: number): AsyncGenerator<Piece> {
  const free: Buffer[] = []
  const begin = (from: number): Promise<Buffer> => {
    const room = free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
    const reading = fill(file, room.subarray(0, Math.min(pieceBytes, length - from)), from)
    // Whoever left before it was wanted does not mind that it fails.
    reading.catch(() => {})
    return reading
  }
  let reading: Promise<Buffer> | null = length > 0 ? begin(0) : null
  try {
    for (let from = 0; reading !== null; ) {
      const bytes: Buffer = await reading
      from += bytes.length
      reading = from < length ? begin(from) : null
      yield { bytes, giveBack: () => free.push(Buffer.from(bytes.buffer)) }
    }
  } finally {
    await reading?.catch(() => {})
  }
}

async function fill(file: number, into: Buffer, position: number): Promise<Buffer> {
  for (let read = 0; read < into.length; ) {
    const { bytesRead } = await readAt(file, into, read, into.length - read, position + read)
    if (bytesRead === 0) throw new Error('a file has become shorter while it was read')
    read += bytesRead
  }
  return into
}
