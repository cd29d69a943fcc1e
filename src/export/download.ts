/** A download: the export of the catalogue as it is now, ready to be sent, and a place for sending it. */

import { ByteStream, type Coding, type Piece } from '../contract/call.ts'
import { type CursorKeys, sealCursor } from '../contract/cursor.ts'
import { catalogueBehind, type Warning } from '../contract/warnings.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import { filePieces } from '../platform/files/file-pieces.ts'
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

export type Download = {
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
