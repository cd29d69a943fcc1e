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
  const bytes = texts.map((text) => Buffer.from(text))
  for (const places of [bytes.map((piece) => slab.append(piece)), slab.appendAll(bytes), slab.appendAll([])]) {
    assert.deepEqual(
      places.map((place) => slab.read(place).toString()),
      texts.slice(0, places.length),
    )
  }
  assert.deepEqual(readdirSync(folder), [])
  slab.letGo()
  await rm(folder, { recursive: true })
})

test('the folder is made where it is not there', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slab-'))
  const slab = new FileSlab(path.join(folder, 'deeper', 'slabs'))
  assert.equal(slab.read(slab.append(Buffer.from('a'))).toString(), 'a')
  slab.letGo()
  await rm(folder, { recursive: true })
})

test('a place beyond the end is refused, not answered with zeros', () => {
  const slab = new FileSlab(tmpdir())
  assert.throws(() => slab.read({ offset: 0, length: 1 }), /beyond its end/)
  slab.letGo()
})

test('a reader gives every place, in whatever order it is asked, also what was appended after it was made', () => {
  const slab = new FileSlab(tmpdir())
  const texts = Array.from({ length: 300 }, (_, number) => `${number}é`.repeat(number * 3))
  const places = slab.appendAll(texts.map((text) => Buffer.from(text)))
  const read = slab.reader()
  for (const [number, place] of places.entries()) assert.equal(read(place).toString(), texts[number])
  for (const [number, place] of places.entries().toArray().toReversed())
    assert.equal(read(place).toString(), texts[number])
  assert.equal(read(slab.append(Buffer.from('later'))).toString(), 'later')
  assert.throws(() => read({ offset: slab.size - 1, length: 2 }), /beyond its end/)
  slab.letGo()
})

test('places are read into memory one after the other, wherever they stand, and nothing beyond the end', () => {
  const slab = new FileSlab(tmpdir())
  const pieces = ['one', 'two', 'three', 'four', 'five'].map((text) => Buffer.from(text))
  const [one, two, three, four, five] = slab.appendAll(pieces)
  assert.ok(one !== undefined && two !== undefined && three !== undefined && four !== undefined && five !== undefined)
  const orders: [places: (typeof one)[], text: string][] = [
    // Each way round.
    [[one, two, three, four, five], 'onetwothreefourfive'],
    [[five, four, three, two, one], 'fivefourthreetwoone'],
    [[two, five, three, four, one, one], 'twofivethreefouroneone'],
    [[], ''],
  ]
  for (const [places, text] of orders) {
    const memory = Buffer.alloc(30, '.')
    slab.readInto(memory, places)
    assert.equal(memory.toString(), text.padEnd(30, '.'))
  }
  const beyond = { offset: five.offset + five.length, length: 1 }
  assert.throws(() => slab.readInto(Buffer.alloc(30), [five, beyond]), /beyond its end/)
  slab.letGo()
  assert.throws(() => slab.readInto(Buffer.alloc(30), [one]), /let go/)
})

test('whoever keeps a slab reads it after its maker has let go, and nobody does after the last', () => {
  const slab = new FileSlab(tmpdir())
  const place = slab.append(Buffer.from('kept'))
  slab.keep()
  slab.letGo()
  assert.equal(slab.read(place).toString(), 'kept')
  slab.letGo()
  // The system gives the descriptor to the next file that is opened: its bytes must not be answered as ours.
  const next = new FileSlab(tmpdir())
  next.append(Buffer.from('else'))
  for (const use of [
    () => slab.read(place),
    () => slab.append(Buffer.from('a')),
    () => slab.keep(),
    () => slab.letGo(),
  ])
    assert.throws(use, /everybody had let go/)
  next.letGo()
})

test('what was appended in vain gives its space back, and what stood before stays', () => {
  const slab = new FileSlab(tmpdir())
  const kept = slab.append(Buffer.from('kept'))
  const size = slab.size
  const gone = slab.append(Buffer.alloc(1_000))
  slab.cutBack(size)
  assert.equal(slab.size, 4)
  assert.throws(() => slab.read(gone), /beyond its end/)
  assert.equal(slab.read(kept).toString(), 'kept')
  assert.equal(slab.read(slab.append(Buffer.from('next'))).toString(), 'next')
  slab.letGo()
})
