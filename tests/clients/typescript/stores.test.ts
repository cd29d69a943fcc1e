/** Where copies are kept: what both stores promise, and what the one in a folder promises whatever happens to its process. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FileStore } from '../../../clients/typescript/src/file-store.ts'
import { CopyError, type CopyStore, MemoryStore } from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { changeOf, contentsOf, expectedAfter, numbered, stateOf } from '../../harness/numbered-copy.ts'
import { startProgram } from '../../harness/started-process.ts'

const root = await mkdtemp(path.join(tmpdir(), 'copies-'))
after(() => rm(root, { recursive: true }))
let folders = 0
const newFolder = (): string => {
  folders += 1
  return path.join(root, String(folders))
}

async function* listOf(...versions: number[]) {
  for (const version of versions) yield numbered(`a:${version}`, version)
}

const stores: [name: string, make: () => CopyStore][] = [
  ['in memory', () => new MemoryStore()],
  ['in a folder', () => new FileStore(newFolder())],
]
for (const [name, make] of stores) {
  test(`${name}: nothing at first; what is put in the place of all, and what changes after`, async () => {
    const store = make()
    assert.equal(await store.load(), null)
    assert.equal(await store.get('a:1'), null)
    await store.replace(listOf(1, 2, 2), stateOf(1))
    await store.apply([{ put: numbered('a:1', 5) }, { remove: 'a:2' }, { put: numbered('a:3', 3) }], stateOf(2))
    assert.deepEqual(await store.load(), stateOf(2))
    assert.deepEqual((await store.ids()).toSorted(), ['a:1', 'a:3'])
    assert.deepEqual(await store.get('a:1'), numbered('a:1', 5))
    assert.equal(await store.get('a:2'), null)
    await store.replace(listOf(9), stateOf(3))
    assert.deepEqual(await store.ids(), ['a:9'])
  })

  test(`${name}: records that end with a failure replace nothing`, async () => {
    const store = make()
    await store.load()
    await store.replace(listOf(1), stateOf(1))
    const cut = (async function* () {
      yield* listOf(2)
      throw new Error('cut')
    })()
    await assert.rejects(store.replace(cut, stateOf(2)), /cut/)
    assert.deepEqual(await store.load(), stateOf(1))
    assert.deepEqual(await store.ids(), ['a:1'])
  })

  test(`${name}: who reads it reads what was there at the beginning, whatever is written meanwhile`, async () => {
    const store = make()
    await store.load()
    await store.replace(listOf(1, 2, 3), stateOf(1))
    const seen: number[] = []
    for await (const { version } of store.records()) {
      if (seen.length === 0) await store.replace(listOf(4), stateOf(2))
      seen.push(version)
    }
    assert.deepEqual(seen, [1, 2, 3])
  })
}

test('what is in a folder is there for the next process, to the byte', async () => {
  const folder = newFolder()
  const store = new FileStore(folder)
  await store.load()
  await store.replace(listOf(1), stateOf(0))
  for (let number = 1; number <= 40; number += 1) await store.apply([changeOf(number)], stateOf(number))
  const next = new FileStore(folder)
  assert.deepEqual(await next.load(), stateOf(40))
  assert.equal(await contentsOf(next), await contentsOf(store))
})

test('a process that is killed at any moment leaves a whole change or none', async () => {
  const folder = newFolder()
  const program = path.join(import.meta.dirname, '..', '..', 'harness', 'copy-writer-child.ts')
  let reached = 0
  for (let kill = 0; kill < 15; kill += 1) {
    const child = startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder], {
      environment: {},
    })
    await child.printed(/begun/)
    await wait(Math.random() * 60)
    await child.kill()
    assert.equal(child.error, '')
    const store = new FileStore(folder)
    const state = await store.load()
    const number = Number(state?.cursor ?? 0)
    assert.ok(number >= reached, `${number} after ${reached}`)
    assert.equal(await contentsOf(store), expectedAfter(number))
    await store.close()
    reached = number
  }
  assert.ok(reached > 15, 'it wrote between the kills')
})

test('of two processes that write to one folder one is refused, and goes on from there when it loads again', async () => {
  const folder = newFolder()
  const [one, other] = [new FileStore(folder), new FileStore(folder)]
  await one.load()
  await one.replace(listOf(1), stateOf(1))
  await other.load()
  await one.apply([{ put: numbered('a:2', 2) }], stateOf(2))
  await assert.rejects(other.apply([{ put: numbered('a:3', 3) }], stateOf(3)), CopyError)
  assert.deepEqual(await other.load(), stateOf(2))
  await other.apply([{ put: numbered('a:3', 3) }], stateOf(3))
  await assert.rejects(one.replace(listOf(7), stateOf(7)), CopyError)
  assert.deepEqual(await new FileStore(folder).load(), stateOf(3))
})

test('one that slept while others wrote and put everything together is refused too, though its number is free again', async () => {
  const folder = newFolder()
  const [sleeping, other] = [new FileStore(folder), new FileStore(folder)]
  await sleeping.load()
  await sleeping.replace(listOf(1), stateOf(1))
  await other.load()
  await other.apply([{ put: numbered('a:2', 2) }], stateOf(2))
  await other.replace(listOf(3), stateOf(3))
  const before = await readdir(folder)
  await assert.rejects(sleeping.apply([{ put: numbered('a:9', 9) }], stateOf(9)), CopyError)
  assert.deepEqual(await readdir(folder), before)
  assert.deepEqual(await new FileStore(folder).load(), stateOf(3))
})

test('many changes are put together: the folder stays small', async () => {
  const folder = newFolder()
  const store = new FileStore(folder)
  await store.load()
  const large = (async function* () {
    yield { ...numbered('a:0', 1), text: 'x'.repeat(1_000_000) }
  })()
  await store.replace(large, stateOf(0))
  for (let number = 1; number <= 450; number += 1) await store.apply([changeOf(number)], stateOf(number))
  assert.ok((await readdir(folder)).length <= 201)
  const bytes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await readFile(path.join(folder, name))).length),
  )
  assert.ok(bytes.reduce((sum, one) => sum + one, 0) < 3_000_000)
})

test('a folder that is damaged is told so each time, and never taken for a copy', async () => {
  const folder = newFolder()
  const store = new FileStore(folder)
  await store.load()
  await store.replace(listOf(1, 2, 498, 499), stateOf(1))
  await store.apply([{ remove: 'a:1' }, { remove: 'a:9' }], stateOf(2))
  await store.apply([{ remove: 'a:2' }], stateOf(3))
  const [first = '', second = ''] = (await readdir(folder)).toSorted()
  const whole = await readFile(path.join(folder, second))
  const lines = whole.toString().split('\n')
  for (const harm of [
    () => truncate(path.join(folder, second), whole.length - 3),
    () => writeFile(path.join(folder, second), 'not ours\n'),
    () => writeFile(path.join(folder, second), lines.toSpliced(1, 1).join('\n')),
    () => writeFile(path.join(folder, second), `${whole}${whole}`),
    () => rm(path.join(folder, second)),
    () => rm(path.join(folder, first)),
  ]) {
    await harm()
    const opened = new FileStore(folder)
    await assert.rejects(opened.load(), /is damaged: .* Delete the folder/)
    await assert.rejects(opened.load(), /is damaged/)
    await writeFile(path.join(folder, second), whole)
  }
})

test('a folder that is deleted while it is in use is no copy any more', async () => {
  const folder = newFolder()
  const store = new FileStore(folder)
  await store.load()
  await store.replace(listOf(1), stateOf(1))
  await rm(folder, { recursive: true })
  assert.equal(await store.load(), null)
  assert.deepEqual(await store.ids(), [])
})
