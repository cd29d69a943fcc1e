import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { codingFor, compress } from './compression.ts'

const rows: [acceptEncoding: string | undefined, coding: string | null][] = [
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5, zstd;q=0.4', 'br'],
  ['*', 'zstd'],
  ['zstd;q=0, *', 'br'],
  ['zstd;q=0, br;q=0, *;q=0.1', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['*;q=0', null],
  ['deflate', null],
  ['compress, deflate', null],
  ['identity;q=1, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['gzip ; q=0.8 , br ; q=0.9', 'br'],
  ['gzip;q=2, br', 'br'],
  ['gzip;q=abc', null],
  [',,;;', null],
]
for (const [header, coding] of rows) {
  test(`Accept-Encoding ${header ?? 'missing'}: ${coding ?? 'as it is'}`, () => assert.equal(codingFor(header), coding))
}

test('the verdict is the same the second time', () => {
  for (const [header, coding] of rows) assert.equal(codingFor(header), coding)
})

test('each coding gives back the same bytes', async () => {
  const bytes = Buffer.from('tekst '.repeat(1_000))
  assert.deepEqual(zstdDecompressSync(await compress('zstd', bytes)), bytes)
  assert.deepEqual(brotliDecompressSync(await compress('br', bytes)), bytes)
  assert.deepEqual(gunzipSync(await compress('gzip', bytes)), bytes)
})

test('the coding that is ours first makes no more bytes of a long answer than gzip does', async () => {
  const openapi = await readFile(new URL('../../../../openapi.json', import.meta.url))
  for (const size of [24_000, 80_000]) {
    const bytes = openapi.subarray(0, size)
    const [first, gzipped] = await Promise.all([compress('zstd', bytes), compress('gzip', bytes)])
    // The heads of the formats differ by a few bytes.
    assert.ok(first.length <= gzipped.length * 1.02, `${size}: ${first.length} against ${gzipped.length}`)
  }
})
