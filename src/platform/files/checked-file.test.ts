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
import { finished } from '../../search/sets/slices.ts'
import { CheckedFile, FileInTheMaking } from './checked-file.ts'

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
    assert.equal(await CheckedFile.open(path.join(folder, 'made', 'file'), awaited), null)
    await begun.finish('file', awaited)
    const file = await CheckedFile.open(path.join(folder, 'made', 'file'), awaited)
    assert.ok(file !== null)
    assert.equal(file.read('first').toString(), 'by another')
    assert.equal(file.read('second').toString(), 'together')
    assert.equal(file.read('second', 2, 3).toString(), 'get')
    assert.equal(file.read('none').length, 0)
    assert.throws(() => file.read('second', 6, 3), /beyond its end/)
    assert.throws(() => file.read('third'), /no part third/)
    file.close()
    assert.equal(statSync(path.join(folder, 'made')).mode & 0o777, 0o700)
    assert.equal(statSync(path.join(folder, 'made', 'file')).mode & 0o777, 0o600)
  }))

test('a file that was cut anywhere, or of which any byte is another, is none', () =>
  withFolder(async (folder) => {
    const file = await written(folder, { text: 'all that it says', empty: '' })
    const whole = readFileSync(file)
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length))
      assert.equal(await CheckedFile.open(file, awaited), null, `cut at ${length}`)
    }
    for (let place = 0; place < whole.length; place += 1) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 0x20
      writeFileSync(file, changed)
      assert.equal(await CheckedFile.open(file, awaited), null, `changed at ${place}`)
    }
    writeFileSync(file, whole)
    const found = await CheckedFile.open(file, awaited)
    assert.equal(found?.read('text').toString(), 'all that it says')
    found?.close()
  }))

test('a file longer than what is read at once is checked to its end', () =>
  withFolder(async (folder) => {
    const text = 'abc'.repeat(1024 * 1024)
    const file = await written(folder, { text })
    const found = await CheckedFile.open(file, awaited)
    assert.ok(found !== null)
    assert.ok(found.read('text').equals(Buffer.from(text)))
    assert.ok(Buffer.from(finished(found.readInSlices('text'))).equals(Buffer.from(text)))
    found.close()
    const bytes = readFileSync(file)
    bytes[2_500_000] = 0
    writeFileSync(file, bytes)
    assert.equal(await CheckedFile.open(file, awaited), null)
  }))

test('a newer file takes the place of the one of before, which whoever has it open reads on', () =>
  withFolder(async (folder) => {
    const before = await CheckedFile.open(await written(folder, { text: 'before' }), awaited)
    const after = await CheckedFile.open(await written(folder, { text: 'after' }), awaited)
    assert.deepEqual([before?.read('text').toString(), after?.read('text').toString()], ['before', 'after'])
    assert.deepEqual(readdirSync(folder), ['file'])
    before?.close()
    after?.close()
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
    const found = await CheckedFile.open(file, awaited)
    assert.equal(found?.read('text').toString(), 'before')
    found?.close()
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

test('whoever begins a file takes away what a killed process left, and not what others are at', () =>
  withFolder(async (folder) => {
    await written(folder, { text: 'kept' })
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(path.join(folder, `unfinished-${pid}-00ff`), '')
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
    const found = await CheckedFile.open(file, awaited)
    truncateSync(file, 3)
    assert.throws(() => found?.read('text'), /has become shorter/)
    found?.close()
  }))
