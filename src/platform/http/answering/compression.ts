/** Compression of whole answers by `Accept-Encoding` (RFC 9110 section 12.5.3). */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import type { Coding } from '../../../contract/call.ts'

/** Ours first: of codings that a client likes equally, the earlier one is used. */
const codings: readonly Coding[] = ['zstd', 'br', 'gzip']
const brotliQuality = 4
const gzipLevel = 6
/** Takes as long as gzip at its level, and is smaller; the runtime's own choice, 3, is larger than gzip. */
const zstdLevel = 6
const streamQuality = 1
/** What a compressor for keeping hands out at once: of small pieces each costs a turn. */
const keptChunkBytes = 256 * 1024
/** Distinct header texts whose verdict is kept: clients send a few, an attacker many. */
const verdictsMax = 200

const verdicts = new Map<string, Coding | null>()
const compressors: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  zstd: (bytes) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } }),
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => zip(bytes, { level: gzipLevel }),
}
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const zstd = promisify(zstdCompress)

/** The coding to answer in; null: as it is. What no coding of ours satisfies is answered as it is, too. */
export function codingFor(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined || acceptEncoding === '') return null
  const known = verdicts.get(acceptEncoding)
  if (known !== undefined) return known
  const verdict = decide(acceptEncoding)
  if (verdicts.size < verdictsMax) verdicts.set(acceptEncoding, verdict)
  return verdict
}

export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return compressors[coding](bytes)
}

/** Compresses what flows through it. Cheaper settings than for whole answers: a stream is large, and its reader waits. */
export function compressor(coding: Coding): Transform {
  if (coding === 'zstd') return createZstdCompress()
  if (coding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: streamQuality } })
  return createGzip({ level: streamQuality })
}

/** Compresses what is kept and sent again: as whole answers are. */
export function keepingCompressor(coding: Coding): Transform {
  const chunkSize = keptChunkBytes
  if (coding === 'zstd')
    return createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })
  if (coding === 'br')
    return createBrotliCompress({ chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  return createGzip({ chunkSize, level: gzipLevel })
}

function decide(acceptEncoding: string): Coding | null {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    const quality = parameters.find((word) => word.startsWith('q='))?.slice(2)
    if (quality !== undefined && !/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality)) continue
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, quality === undefined ? 1 : Number(quality))
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const best = codings.reduce((first, coding) => (weightOf(coding) > weightOf(first) ? coding : first))
  // Without a word on identity it is acceptable, but a coding that is named is what the client asked for.
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null
}
