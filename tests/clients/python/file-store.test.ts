/** The copy in a file: whole whatever ends its writer, written by one process at a time, read by others meanwhile. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { printedBy, pythonMissing, startPython } from '../../harness/python.ts'
import { repeated } from '../../harness/repeated.ts'

const skip = { skip: pythonMissing }
const kills = repeated('ROUNDS', { few: 4, many: 40 })
const killAfterMsMax = 400
const lookingMs = 2_000

type Said = {
  cursor: string
  versions: number[]
  ids: string[]
  first: number
  count: number[]
  refused?: string
  error?: string
}

const folder = await mkdtemp(path.join(tmpdir(), 'file-store-'))
after(() => rm(folder, { recursive: true, force: true }))
const read = (file: string, ...words: string[]): Promise<Said> => printedBy('read_copy.py', [file, ...words])

/** Every record is of one writing, that of the cursor. */
function assertWhole(said: Said): void {
  const generation = Number(said.cursor)
  assert.deepEqual(said.versions, [generation])
  assert.equal(said.first, generation)
  assert.equal(said.ids.length, 300 - (generation % 2))
  assert.deepEqual(said.ids, said.ids.toSorted())
  assert.deepEqual(said.count, [said.ids.length, said.ids.length])
}

/** Looks often, while it is written, whether state and records are of one writing; answers how many writings it saw. */
function looks(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const range = "select min(record->>'version') as least, max(record->>'version') as most from measure"
  const seen = new Set<unknown>()
  for (const end = performance.now() + lookingMs; performance.now() < end; ) {
    database.exec('begin')
    const cursor = Number(database.prepare('select cursor from copy').get()?.cursor)
    const { least, most } = { ...database.prepare(range).get() }
    database.exec('commit')
    assert.deepEqual([least, most], [cursor, cursor])
    seen.add(cursor)
  }
  database.close()
  return seen.size
}

test(
  `killed ${kills} times at any point, its writer leaves the last writing whole, and none that was done is lost`,
  skip,
  async () => {
    const file = path.join(folder, 'killed.db')
    let reached = -1
    for (let round = 0; round < kills; round += 1) {
      const writer = startPython('write_copy.py', [file])
      await writer.printed(/\n/)
      await pause(Math.random() * killAfterMsMax)
      await writer.kill()
      const done = Number(writer.out.trimEnd().split('\n').at(-1))
      const said = await read(file)
      assertWhole(said)
      assert.ok(done > reached, 'each goes on where the one before was killed')
      assert.ok([done, done + 1].includes(Number(said.cursor)), `${done} was done, ${said.cursor} is there`)
      reached = Number(said.cursor)
    }
  },
)

test('one process writes it at a time; others read one whole writing meanwhile, and may not write', skip, async (t) => {
  const file = path.join(folder, 'shared.db')
  const writer = startPython('write_copy.py', [file])
  t.after(() => writer.kill())
  await writer.printed(/\n/)
  assert.equal((await read(file, 'write')).error, 'StoreBusyError')
  const seen = await Promise.all([read(file), read(file), read(file)])
  for (const said of seen) {
    assert.deepEqual(said.versions.length, 1)
    assert.equal(said.refused, 'StoreFormError')
  }
  assert.ok(looks(file) > 1)
  assert.ok(writer.isRunning, writer.error)
  await writer.kill()
  assertWhole(await read(file, 'write'))
})

test('a file that is something else is refused and left as it is', skip, async () => {
  assert.equal((await read(path.join(folder, 'none.db'))).error, 'StoreFormError', 'reading makes none')
  const text = path.join(folder, 'text.db')
  await writeFile(text, 'These are notes of somebody, and no database at all. '.repeat(50))
  assert.equal((await read(text, 'write')).error, 'StoreFormError')
  const other = path.join(folder, 'other.db')
  const database = new DatabaseSync(other)
  database.exec('create table theirs (a)')
  database.close()
  assert.equal((await read(other, 'write')).error, 'StoreFormError')
  const again = new DatabaseSync(other)
  assert.deepEqual(
    again
      .prepare('select name from sqlite_master')
      .all()
      .map(({ name }) => name),
    ['theirs'],
  )
  again.close()
})
