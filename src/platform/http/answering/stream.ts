/**
 * Answers that are made while they are sent. The source is begun when it is known that somebody wants its bytes, waits
 * for its reader, and is always closed: read to its end, or returned from, also where it never came to a first byte.
 */

import { pipeline, type Writable } from 'node:stream'
import type { ByteStream, Coding, Headers, Piece, StreamFacts } from '../../../contract/call.ts'
import type { Observer } from '../../observer.ts'
import type { Bounds } from '../bounds.ts'
import { bytesTaken } from '../connections/bytes-taken.ts'
import { ReaderPace } from '../connections/reader-pace.ts'
import type { Cut, Exchange } from '../exchange.ts'
import { codingFor, compressor } from './compression.ts'

export type StreamMeans = { bounds: Bounds; observer: Observer }

/** How an answer is sent: what it is compressed in on its way, and what cuts it. */
type Sending = Pick<StreamFacts, 'bytesPerSecondMin' | 'cutBy'> & { packedIn: Coding | null }

const millisecondsPerSecond = 1_000

/**
 * Answers with the stream, its headers alone (HEAD), or 304. Rejects with what the source throws before its first byte,
 * which is refused as ever; what goes wrong later cuts the answer and is told.
 */
export async function deliverStream<Needs>(
  exchange: Exchange<Needs>,
  status: number,
  headers: Headers,
  stream: ByteStream,
  means: StreamMeans,
): Promise<void> {
  const coding = codingFor(exchange.acceptEncoding)
  const { length, etag, isCoded = false } = stream.known
  const all: Headers = { ...headers }
  if (etag !== undefined && exchange.answerUnchanged(all, strongTag(etag, coding))) return
  if (coding !== null) all['content-encoding'] = coding
  else if (length !== undefined) all['content-length'] = String(length)
  if (exchange.request.method === 'HEAD') {
    exchange.answer(status, all, null)
    return
  }
  const codedBefore = isCoded ? coding : null
  const begun = stream.begin(codedBefore)
  // The length that was said is that of the whole as it is.
  const pieces = length === undefined || codedBefore !== null ? begun : ofLength(begun, length)
  const source = pieces[Symbol.asyncIterator]()
  const first = await source.next()
  if (exchange.isAnswered) {
    await source.return?.()
    return
  }
  const sending = { ...stream.known, packedIn: isCoded ? null : coding }
  send(exchange, status, all, piecesOf(exchange, source, first, means.observer), sending, means)
}

/** Strong, so one for each coding: the bytes differ. */
function strongTag(text: string, coding: Coding | null): string {
  return coding === null ? `"${text}"` : `"${text}-${coding}"`
}

/** The bytes of a stream that has said its length; the last leave only when it is known that they are the last. */
async function* ofLength(pieces: AsyncIterable<Piece>, length: number): AsyncGenerator<Piece> {
  let left = length
  let held: Piece | null = null
  for await (const piece of pieces) {
    left -= piece.bytes.length
    if (left < 0) throw new Error(`a stream of ${length} bytes went on`)
    if (held !== null) yield held
    held = piece
  }
  if (left > 0) throw new Error(`a stream of ${length} bytes ended ${left} bytes early`)
  if (held !== null) yield held
}

async function* piecesOf<Needs>(
  exchange: Exchange<Needs>,
  source: AsyncIterator<Piece>,
  first: IteratorResult<Piece>,
  observer: Observer,
): AsyncGenerator<Piece> {
  try {
    for (let next = first; next.done !== true; next = await source.next()) yield next.value
  } catch (fault) {
    // Work that is cancelled, because nobody waits for it or its answer was cut, is no fault of its own.
    if (!exchange.isGivenUp && exchange.cut === null) {
      exchange.cut = 'failed'
      const { requestId: request_id, pattern: route } = exchange
      observer.tell({ name: 'http_fault', labels: { route, part: 'stream' }, fault, about: { request_id } })
    }
    throw fault
  } finally {
    // Reached also when the reader has gone: whoever makes the bytes can stop.
    await source.return?.()
  }
}

function send<Needs>(
  exchange: Exchange<Needs>,
  status: number,
  headers: Headers,
  pieces: AsyncGenerator<Piece>,
  { packedIn, bytesPerSecondMin, cutBy }: Sending,
  means: StreamMeans,
): void {
  const response = exchange.beginStream(status, headers)
  const packing = packedIn === null ? null : compressor(packedIn)
  const sink = packing ?? response
  const cut = (cause: Cut): void => {
    exchange.cut ??= cause
    sink.destroy()
  }
  const timer = setTimeout(() => cut('too_long'), means.bounds.streamMs)
  const looks = bytesPerSecondMin === undefined ? undefined : watchReader(exchange, bytesPerSecondMin, cut, means)
  const fail = (): void => cut('failed')
  cutBy?.addEventListener('abort', fail)
  const done = (): void => {
    clearTimeout(timer)
    clearInterval(looks)
    cutBy?.removeEventListener('abort', fail)
    if (!response.writableFinished) response.destroy()
  }
  // What goes wrong with a response is told by the end of its connection.
  if (packing === null) response.once('close', done).on('error', () => {})
  else pipeline(packing, response, done)
  if (cutBy?.aborted === true) fail()
  // Why the source failed was told where it did; here it only ends the answer.
  pour(pieces, sink).catch(() => sink.destroy())
}

/** Looks again and again whether the reader takes so much, and cuts the answer where he does not. */
function watchReader<Needs>(
  exchange: Exchange<Needs>,
  bytesPerSecondMin: number,
  cut: (cause: Cut) => void,
  { bounds, observer }: StreamMeans,
): NodeJS.Timeout {
  const { socket } = exchange.request
  const { readerWindowMs } = bounds
  const pace = new ReaderPace((bytesPerSecondMin * readerWindowMs) / millisecondsPerSecond, readerWindowMs)
  return setInterval(() => {
    // What has not been made yet does not wait for its reader.
    if (socket.writableLength === 0) pace.startAnew()
    if (!pace.isTooSlow(performance.now(), bytesTaken(socket))) return
    cut('reader_too_slow')
    observer.tell({ name: 'http_connection_end', labels: { cause: 'reader_too_slow' }, count: 1 })
  }, bounds.connectionsCheckMs)
}

/** Writes one piece after the other, and ends. Rejects where the source fails, or the sink takes no more. */
async function pour(pieces: AsyncGenerator<Piece>, sink: Writable): Promise<void> {
  for await (const { bytes, giveBack } of pieces) {
    await taken(sink, bytes)
    giveBack?.()
  }
  sink.end()
}

/** That the sink is done with the bytes: handed to the system or compressed. */
function taken(sink: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const close = (): void => reject(new Error('nobody takes this answer any more'))
    if (sink.destroyed) {
      close()
      return
    }
    sink.once('close', close)
    sink.write(bytes, (fault) => {
      sink.off('close', close)
      if (fault === null || fault === undefined) resolve()
      else reject(fault)
    })
  })
}
