import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { CheckedFile } from './checked-file.ts'
import { FileInTheMaking } from './file-in-the-making.ts'
import { beginUnfinished, endUnfinished } from './unfinished.ts'

const awaited = new AbortController().signal
const now = Date.parse('2026-03-03T09:00:00Z')

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'checked-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function written(folder: string, texts: Record<string, string>): Promise<string> {
  const file = await FileInTheMaking.begin(folder, now)
  for (const [part, text] of Object.entries(texts)) file.append(part, Buffer.from(text))
  await file.finish('file', awaited)
  return path.join(folder, 'file')
}

/** The file of that path, all of it looked through; null where any of it is not whole. */
async function foundWhole(file: string): Promise<CheckedFile | null> {
  const found = CheckedFile.open(file)
  if (found === null) return null
  found.look(
    found.parts.map((part) => ({ part, isHandedOver: false })),
    awaited,
  )
  try {
    for (const part of found.parts) await found.whole(part)
    return found
  } catch {
    await found.close()
    return null
  }
}

test('what was written by parts is read by parts, in whole and in pieces', () =>
  withFolder(async (folder) => {
    const begun = await FileInTheMaking.begin(path.join(folder, 'made'), now)
    const beside = begun.openAgain()
    writeSync(beside, 'by another')
    closeSync(beside)
    begun.note('first', 10)
    begun.append('second', Buffer.from('to'))
    begun.append('second', Buffer.from('gether'))
    begun.append('none', Buffer.alloc(0))
    assert.throws(() => begun.append('first', Buffer.from('more')), /not the last one/)
    assert.equal(CheckedFile.open(path.join(folder, 'made', 'file')), null)
    await begun.finish('file', awaited)
    const file = await foundWhole(path.join(folder, 'made', 'file'))
    assert.ok(file !== null)
    assert.deepEqual(file.parts, ['first', 'second', 'none'])
    assert.equal(file.read('first').toString(), 'by another')
    assert.equal(file.read('second').toString(), 'together')
    assert.equal(file.read('second', 2, 3).toString(), 'get')
    assert.equal(file.read('none').length, 0)
    assert.throws(() => file.read('second', 6, 3), /beyond its end/)
    assert.throws(() => file.read('third'), /no part third/)
    await file.close()
    assert.equal(statSync(path.join(folder, 'made')).mode & 0o777, 0o700)
    assert.equal(statSync(path.join(folder, 'made', 'file')).mode & 0o777, 0o600)
  }))

test('a file that was cut anywhere, or of which any byte is another, is none', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { text: 'says', empty: '', other: 'more' })
    const whole = readFileSync(file)
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length))
      assert.equal(CheckedFile.open(file), null, `cut at ${length}`)
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]))
    assert.equal(CheckedFile.open(file), null)
    for (let place = 0; place < whole.length; place += 1) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 0x20
      writeFileSync(file, changed)
      assert.equal(await foundWhole(file), null, `changed at ${place}`)
    }
    writeFileSync(file, whole)
    const found = await foundWhole(file)
    assert.equal(found?.read('text').toString(), 'says')
    await found?.close()
  }))

test('parts are whole or torn each by itself, and none is read before it was found whole', () =>
  withFolder(async (folder) => {
    const long = 'abc'.repeat(1024 * 1024)
    const file = await written(folder, { first: 'whole', torn: long, last: 'whole too' })
    const bytes = readFileSync(file)
    bytes[2_500_000] = 0
    writeFileSync(file, bytes)
    const found = CheckedFile.open(file)
    assert.ok(found !== null)
    assert.throws(() => found.read('first'), /before it was found whole/)
    await assert.rejects(found.whole('first'), /nobody looks at the part first/)
    found.look(
      ['last', 'torn', 'first'].map((part) => ({ part, isHandedOver: part !== 'last' })),
      awaited,
    )
    await found.whole('last')
    assert.equal(found.read('last').toString(), 'whole too')
    await assert.rejects(found.bytesOf('last'), /was not to be handed over/)
    await assert.rejects(found.bytesOf('torn'), /the part torn is not as it was written/)
    assert.throws(() => found.read('torn'), /before it was found whole/)
    // What comes after a torn one is not looked at any more.
    await assert.rejects(found.bytesOf('first'), /the part torn is not as it was written/)
    await found.close()
  }))

test('a part that is wanted at once is handed over, all of it', () =>
  withFolder(async (folder) => {
    const long = 'abc'.repeat(1024 * 1024)
    const found = CheckedFile.open(await written(folder, { first: 'one', long, empty: '' }))
    assert.ok(found !== null)
    found.look(
      ['empty', 'long'].map((part) => ({ part, isHandedOver: true })),
      awaited,
    )
    assert.equal((await found.bytesOf('empty')).byteLength, 0)
    assert.ok(Buffer.from(await found.bytesOf('long')).equals(Buffer.from(long)))
    await assert.rejects(found.whole('first'), /nobody looks at the part first/)
    assert.throws(() => found.look([], awaited), /once/)
    await found.close()
  }))

test('whoever waits for a part is told when nobody looks any more: it was stopped, or the thread ended', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { long: 'abc'.repeat(4 * 1024 * 1024) })
    const waiting = async (end: (found: CheckedFile, stop: AbortController) => unknown): Promise<void> => {
      const found = CheckedFile.open(file)
      assert.ok(found !== null)
      const stop = new AbortController()
      found.look([{ part: 'long', isHandedOver: true }], stop.signal)
      const told = assert.rejects(found.bytesOf('long'), /nobody looks at the file any more/)
      await end(found, stop)
      await told
      assert.throws(() => found.read('long'), /before it was found whole/)
      await found.close()
    }
    await waiting((found) => found.stop())
    await waiting((_, stop) => stop.abort())
    const aborted = CheckedFile.open(file)
    aborted?.look([{ part: 'long', isHandedOver: false }], AbortSignal.abort())
    await assert.rejects(aborted?.whole('long') ?? Promise.resolve(), /nobody looks/)
    await aborted?.close()
  }))

test('a file that becomes shorter while it is looked through is not whole', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { first: 'first', last: 'last' })
    const found = CheckedFile.open(file)
    truncateSync(file, 7)
    found?.look(
      ['first', 'last'].map((part) => ({ part, isHandedOver: false })),
      awaited,
    )
    await assert.rejects(found?.whole('last') ?? Promise.resolve(), /has become shorter/)
    assert.equal(found?.read('first').toString(), 'first')
    await found?.close()
  }))

test('a newer file takes the place of the one of before, which whoever has it open reads on', () =>
  withFolder(async (folder) => {
    const before = await foundWhole(await written(folder, { text: 'before' }))
    const after = await foundWhole(await written(folder, { text: 'after' }))
    assert.deepEqual([before?.read('text').toString(), after?.read('text').toString()], ['before', 'after'])
    assert.deepEqual(readdirSync(folder), ['file'])
    await before?.close()
    await after?.close()
  }))

test('what is abandoned, or told to stop before its end, leaves nothing and changes nothing', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { text: 'before' })
    const abandoned = await FileInTheMaking.begin(folder, now)
    abandoned.abandon()
    abandoned.abandon()
    assert.throws(() => abandoned.append('text', Buffer.from('after')), /none any more/)
    const stopped = await FileInTheMaking.begin(folder, now)
    stopped.append('text', Buffer.from('after'))
    await assert.rejects(stopped.finish('file', AbortSignal.abort(new Error('told to stop'))), /told to stop/)
    stopped.abandon()
    const found = await foundWhole(file)
    assert.equal(found?.read('text').toString(), 'before')
    await found?.close()
    assert.deepEqual(readdirSync(folder), ['file'])
  }))

test('of a file that is given up, whoever opened it again keeps the bytes that he needs, and holds no space for others', () =>
  withFolder(async (folder) => {
    for (const [keptBytes, left] of [
      [10, 10],
      [0, 0],
      [100, 20],
      [null, 20],
    ] as const) {
      const begun = await FileInTheMaking.begin(folder, now)
      const beside = begun.openAgain()
      writeSync(beside, 'by another')
      begun.note('first', 10)
      begun.append('second', Buffer.from('ten bytes.'))
      begun.abandon(keptBytes)
      assert.equal(fstatSync(beside).size, left)
      closeSync(beside)
      assert.deepEqual(readdirSync(folder), [])
    }
  }))

/** As that process would have begun it. */
function unfinishedOf(folder: string, pid: number): string {
  const own = beginUnfinished(folder)
  endUnfinished(own)
  const [word, here] = path.basename(own).split('-')
  return path.join(folder, `${word}-${here}-${pid}-00ff`)
}

test('whoever begins a file takes away what a killed process left, and not what others are at', () =>
  withFolder(async (folder) => {
    await written(folder, { text: 'kept' })
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(unfinishedOf(folder, pid), '')
    const underWay = await FileInTheMaking.begin(folder, now)
    const next = await FileInTheMaking.begin(folder, now)
    assert.equal(readdirSync(folder).length, 3)
    next.abandon()
    await underWay.finish('another', awaited)
    assert.deepEqual(readdirSync(folder).toSorted(), ['another', 'file'])
  }))

test('a file that was cut while it is open is not read as though it were whole', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { text: 'all that it says' })
    const found = await foundWhole(file)
    truncateSync(file, 3)
    assert.throws(() => found?.read('text'), /has become shorter/)
    await found?.close()
  }))
