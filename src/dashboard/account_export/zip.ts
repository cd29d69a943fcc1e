/** A zip archive that is made while it is sent: files one after the other, each in pieces, compressed as they come. */
import { Zip, ZipDeflate } from 'fflate'

export type ZippedFile = { name: string; pieces: AsyncIterable<Uint8Array> }

/** The bytes of the archive, in order. What was made of a piece leaves before the next piece is asked for. */
export async function* zipped(files: readonly ZippedFile[], at: Date): AsyncGenerator<Buffer> {
  let made: Buffer[] = []
  const archive = new Zip((fault, bytes) => {
    if (fault !== null) throw fault
    made.push(Buffer.from(bytes))
  })
  function* taken(): Generator<Buffer> {
    const ready = made
    made = []
    yield* ready
  }
  for (const { name, pieces } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = at
    archive.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* taken()
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  archive.end()
  yield* taken()
}
