/**
 * Answers that are made while they are sent. The source is begun when it is known that somebody wants its bytes, waits
 * for its reader, and is always closed: read to its end, or returned from, also where it never came to a first byte.
 */
import { pipeline, Readable } from 'node:stream'
import type { Headers } from '../../../contract/access.ts'
import type { ByteStream } from '../../../contract/route.ts'
import type { Observer } from '../../observer.ts'
import type { Bounds } from '../bounds.ts'
import type { Exchange } from '../exchange.ts'
import { type Coding, codingFor, compressor } from './compression.ts'

export type StreamMeans = { bounds: Bounds; observer: Observer }

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
  const { length, etag } = stream.known
  const all: Headers = { ...headers }
  if (etag !== undefined && exchange.answerUnchanged(all, strongTag(etag, coding))) return
  if (coding !== null) all['content-encoding'] = coding
  else if (length !== undefined) all['content-length'] = String(length)
  if (exchange.request.method === 'HEAD') {
    exchange.answer(status, all, null)
    return
  }
  const bytes = length === undefined ? stream.begin() : ofLength(stream.begin(), length)
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  if (exchange.isAnswered) {
    await source.return?.()
    return
  }
  send(exchange, status, all, bytesOf(exchange, source, first, means.observer), coding, means.bounds)
}

/** Strong, so one for each coding: the bytes differ. */
function strongTag(text: string, coding: Coding | null): string {
  return coding === null ? `"${text}"` : `"${text}-${coding}"`
}

/** The bytes of a stream that has said its length; the last leave only when it is known that they are the last. */
async function* ofLength(bytes: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length
  let held: Buffer | null = null
  for await (const piece of bytes) {
    left -= piece.length
    if (left < 0) throw new Error(`a stream of ${length} bytes went on`)
    if (held !== null) yield held
    held = piece
  }
  if (left > 0) throw new Error(`a stream of ${length} bytes ended ${left} bytes early`)
  if (held !== null) yield held
}

async function* bytesOf<Needs>(
  exchange: Exchange<Needs>,
  source: AsyncIterator<Buffer>,
  first: IteratorResult<Buffer>,
  observer: Observer,
): AsyncGenerator<Buffer> {
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
  bytes: AsyncGenerator<Buffer>,
  coding: Coding | null,
  bounds: Bounds,
): void {
  const response = exchange.beginStream(status, headers)
  const body = Readable.from(bytes, { objectMode: false })
  const timer = setTimeout(() => {
    exchange.cut ??= 'too_long'
    body.destroy(new Error('a streamed answer took too long'))
  }, bounds.streamMs)
  const done = (): void => {
    clearTimeout(timer)
    if (!response.writableFinished) response.destroy()
  }
  if (coding === null) pipeline(body, response, done)
  else pipeline(body, compressor(coding), response, done)
}
