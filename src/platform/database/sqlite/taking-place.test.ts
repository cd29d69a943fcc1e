/** Who opens a store while another takes its place. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { Database } from '../database.ts'
import { isBusy } from './connection.ts'
import { openSqlite } from './sqlite.ts'
import { hasStore, holdPlace } from './taking-place.ts'

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-place-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function made(folder: string, word: string): Promise<void> {
  const database = await openSqlite({ folder })
  await database.run('create table said (word text)')
  await database.run('insert into said (word) values ($1)', [word])
  await database.counters.run('create table counted (word text)')
  await database.counters.run('insert into counted (word) values ($1)', [word])
  await database.close()
}

async function wordsOf(database: Database): Promise<unknown[]> {
  const rows = await database.all('select said.word as said, counted.word as counted from said, counted')
  return rows.map(({ said, counted }) => [said, counted])
}

for (const isThere of [false, true])
  test(`sqlite: who opens ${isThere ? 'a store' : 'a place without a store'} while another one takes it opens that one, on files that stay`, () =>
    withFolder(async (folder) => {
      if (isThere) await made(folder, 'old')
      const place = holdPlace(folder)
      let opened: Database | null = null
      const opening = openSqlite({ folder }).then((database) => {
        opened = database
      })
      try {
        await made(place.making, 'new')
        assert.equal(opened, null, 'it was opened')
        if (!isThere) assert.ok(!existsSync(path.join(folder, 'store.db')), 'a store was begun')
        place.take()
      } finally {
        place.letGo()
        await opening
      }
      const database = (opened as Database | null) ?? assert.fail()
      try {
        assert.deepEqual(await wordsOf(database), [['new', 'new']])
        await database.run("insert into said (word) values ('later')")
      } finally {
        await database.close()
      }
      const again = await openSqlite({ folder })
      try {
        assert.deepEqual(await wordsOf(again), [
          ['new', 'new'],
          ['later', 'new'],
        ])
      } finally {
        await again.close()
      }
    }))

test('sqlite: nobody takes the place of a store that is open, by however many, and whatever its files hold', () =>
  withFolder(async (folder) => {
    const opened = [await openSqlite({ folder }), await openSqlite({ folder })]
    for (const database of opened) {
      assert.throws(() => holdPlace(folder), isBusy)
      await database.close()
    }
    holdPlace(folder).letGo()
  }))

test('sqlite: what a restore that was killed had made goes with the next who opens the store, and not while another makes it', () =>
  withFolder(async (folder) => {
    await made(folder, 'old')
    const making = path.join(folder, 'restoring')
    mkdirSync(making)
    writeFileSync(path.join(making, 'store.db'), 'half')
    await (await openSqlite({ folder })).close()
    assert.ok(!existsSync(making))
    const place = holdPlace(folder)
    await made(place.making, 'new')
    // An opening that finds the place held waits, or gives up: either way it takes nothing away.
    const opening = openSqlite({ folder }).catch(() => null)
    assert.ok(existsSync(path.join(making, 'store.db')))
    place.letGo()
    await (await opening)?.close()
  }))

test('sqlite: there is a store as soon as it was made whole, though none of its files has been moved', () =>
  withFolder(async (folder) => {
    assert.equal(hasStore(folder), false)
    mkdirSync(path.join(folder, 'restored'))
    assert.equal(hasStore(folder), true)
  }))
