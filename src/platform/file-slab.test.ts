import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { FileSlab } from './file-slab.ts'

test('every place reads back the bytes that were put there, and the file has no name', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slab-'))
  const slab = new FileSlab(folder)
  const texts = ['', 'a', 'é€😀', 'x'.repeat(100_000)]
  const places = texts.map((text) => slab.append(Buffer.from(text)))
  assert.deepEqual(
    places.map((place) => slab.read(place).toString()),
    texts,
  )
  assert.deepEqual(readdirSync(folder), [])
  slab.close()
  await rm(folder, { recursive: true })
})

test('what was freed counts as garbage, and what was not stays readable', () => {
  const slab = new FileSlab(tmpdir())
  const gone = slab.append(Buffer.from('12345'))
  const kept = slab.append(Buffer.from('678'))
  slab.free(gone)
  assert.deepEqual(slab.size, { bytes: 8, liveBytes: 3 })
  assert.equal(slab.read(kept).toString(), '678')
  slab.close()
})

test('a place beyond the end is refused, not answered with zeros', () => {
  const slab = new FileSlab(tmpdir())
  assert.throws(() => slab.read({ offset: 0, length: 1 }), /beyond its end/)
  slab.close()
})
