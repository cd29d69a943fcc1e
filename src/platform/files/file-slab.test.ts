import assert from 'node:assert/strict'
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

test('places are read into memory one after the other, wherever they stand, and nothing beyond the end', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slab-'))
  const named = path.join(folder, 'base')
  writeFileSync(named, 'onetwo')
  const slab = new FileSlab(path.join(folder, 'slabs'), { file: openSync(named, 'r'), size: 6 })
  const [three, four, five] = slab.appendAll(['three', 'four', 'five'].map((text) => Buffer.from(text)))
  assert.ok(three !== undefined && four !== undefined && five !== undefined)
  const [one, two] = [
    { offset: 0, length: 3 },
    { offset: 3, length: 3 },
  ]
  const orders: [places: (typeof one)[], text: string][] = [
    // Across the end of the file that it stands on, and each way round.
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
  await rm(folder, { recursive: true })
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

test('a slab that stands on a file reads on from it, and writes what is appended elsewhere', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slab-'))
  const named = path.join(folder, 'base')
  writeFileSync(named, 'base and what stands behind it')
  const slab = new FileSlab(path.join(folder, 'slabs'), { file: openSync(named, 'r'), size: 4 })
  const reader = slab.reader()
  assert.equal(slab.size, 4)
  assert.equal(reader({ offset: 0, length: 4 }).toString(), 'base')
  assert.throws(() => slab.read({ offset: 3, length: 2 }), /across the end/)
  assert.throws(() => slab.read({ offset: 4, length: 1 }), /beyond its end/)
  const [more, most] = slab.appendAll([Buffer.from('more'), Buffer.from('most')])
  assert.ok(more !== undefined && most !== undefined)
  assert.deepEqual([reader(more), reader(most), reader({ offset: 1, length: 3 })].map(String), ['more', 'most', 'ase'])
  slab.cutBack(most.offset)
  assert.equal(slab.read(slab.append(Buffer.from('other'))).toString(), 'other')
  slab.cutBack(4)
  assert.equal(slab.size, 4)
  assert.throws(() => slab.cutBack(3), /stands on a file/)
  slab.letGo()
  assert.equal(readFileSync(named).toString(), 'base and what stands behind it')
  await rm(folder, { recursive: true })
})

test('a slab that was sealed reads what it has, and never writes to that file again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slab-'))
  const named = path.join(folder, 'file')
  const slab = FileSlab.into(openSync(named, 'wx+'), folder)
  const first = slab.append(Buffer.from('first'))
  slab.seal()
  const second = slab.append(Buffer.from('second'))
  assert.deepEqual([slab.read(first), slab.read(second)].map(String), ['first', 'second'])
  assert.equal(readFileSync(named).toString(), 'first')
  assert.throws(() => slab.seal(), /stands on a file/)
  slab.letGo()
  assert.throws(() => slab.read(first), /let go/)
  await rm(folder, { recursive: true })
})
