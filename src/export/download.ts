/** A download: the export of the catalogue as it is now, ready to be sent, and a place for sending it. */

import { read as readWith } from 'node:fs'
import { promisify } from 'node:util'
import { ByteStream, type Coding, type Piece } from '../contract/call.ts'
import { type CursorKeys, sealCursor } from '../contract/cursor.ts'
import { catalogueBehind, type Warning } from '../contract/warnings.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import { settlesWithin } from '../platform/settles-within.ts'
import { exportsBusy, type PreparedExport, type PreparedExports } from './exports.ts'
import type { ExportSlots } from './slots.ts'
import type { Variant } from './variant.ts'

export type ExportNeeds = {
  catalogue: FollowedCatalogue
  cursors: { keys: CursorKeys; generation: string }
  exports: PreparedExports
  exportSlots: ExportSlots
}

/** What a download asks of its reader, over any minute (contract 9). */
const bytesPerSecondMin = 64 * 1024
/** How long an export waits for a catalogue that is behind what its request was told. */
const catchUpMs = 10_000

type Download = {
  /** Lines. */
  count: number
  /** A cursor of the change feed for that account: what comes after it is not in this export, and nothing else is. */
  cursor: string
  body: ByteStream
}

export type DownloadAsked = {
  accountId: string
  variant: Variant
  /** What the request was told on its way in. */
  warnings: readonly Warning[]
  /** Aborts when nobody waits for it any more. */
  signal: AbortSignal
}

/** Makes the export of now ready, where it is not. Its place is taken when its first byte is wanted: then it may refuse. */
export async function download(needs: ExportNeeds, asked: DownloadAsked): Promise<Download> {
  const { cursors, exports } = needs
  const prepared = await exports.prepared(await pinNewest(needs, asked), asked.variant)
  const binding = { list: 'changes', sort: 'seq', account: asked.accountId, generation: cursors.generation }
  const lost = new AbortController()
  return {
    count: prepared.count,
    cursor: sealCursor(cursors.keys, binding, [prepared.position]),
    body: new ByteStream((coding) => piecesOf(needs, prepared, coding, { ...asked, lost }), {
      length: prepared.length,
      etag: prepared.etag,
      isCoded: true,
      bytesPerSecondMin,
      cutBy: lost.signal,
    }),
  }
}

/** A state that shows what the feed showed when the request was let in: there is no place to say that it does not. */
async function pinNewest({ catalogue }: ExportNeeds, { warnings }: DownloadAsked): Promise<Pin> {
  if (warnings.some(({ code }) => code === catalogueBehind.code)) {
    let isReached = false
    const reaching = catalogue.catchUp().then(() => {
      isReached = true
    })
    await settlesWithin(reaching, catchUpMs)
    if (!isReached) throw new Error('an export was asked for that would have been older than the feed')
  }
  return catalogue.pin()
}

type Ends = Pick<DownloadAsked, 'accountId' | 'signal'> & { lost: AbortController }

async function* piecesOf(
  { exportSlots }: ExportNeeds,
  prepared: PreparedExport,
  coding: Coding | null,
  { accountId, signal, lost }: Ends,
): AsyncGenerator<Piece> {
  prepared.join()
  try {
    const slot = await exportSlots.claim(accountId, () => lost.abort())
    if (slot === null)
      throw exportsBusy(
        'Two exports are being downloaded, which is all there may be, or the second place is kept for an account that has none. Try again.',
      )
    try {
      const { file, length } = await beforeEnd(prepared.fileIn(coding), signal)
      yield* filePieces(file, length)
    } finally {
      await slot.release()
    }
  } finally {
    prepared.leave()
  }
}

/** What the work comes to; rejects as soon as nobody waits for it, and the work goes on. */
async function beforeEnd<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(new Error('nobody waits for this export any more'))
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

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
