/** Whoever is killed while a backup is taken, or restored, leaves what was there before, or all of what was to be. */

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { verifiedBackup } from '../../src/backup/file/open-backup.ts'
import { openSqlite } from '../../src/platform/database/sqlite/sqlite.ts'
import { contentOf, emptyInstallation, type Installation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'
import { chance } from '../harness/random-measures.ts'
import { repeated } from '../harness/repeated.ts'
import { projectRoot, startProgram } from '../harness/started-process.ts'

const rows = 6_000
const kills = repeated('KILLS', { few: 4, many: 40 })
const begin = path.join(projectRoot, 'src', 'begin.mjs')

const start = ({ environment }: Installation, ...words: string[]) =>
  startProgram(process.execPath, [begin, ...words, '--json'], { environment })

/** A store whose rows all say which one it is. */
async function fill(place: Installation, mark: string): Promise<void> {
  await place.operator.done('migrate')
  await place.within(async (database) => {
    const now = Date.now()
    await database.insertMany(
      'account',
      ['id', 'email', 'email_folded', 'created_at'],
      [['acc_1', `${mark}@x.example`, `${mark}@x.example`, now]],
    )
    const text = mark.repeat(100)
    const records = Array.from({ length: rows }, (_, place) => [`${mark}${place}`, `${text}${place}`])
    await database.insertMany('measure_record', ['id', 'record'], records)
    const use =
      'insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps) values ($1, $2, 1, 1, 1, $3, 1)'
    await database.counters.run(use, ['acc_1', mark === 'old' ? '2026-01' : '2026-02', 'admitted'])
  })
}

for (const engine of engines) {
  test(`${engine.name}: a backup that is killed at any moment is not there, or whole`, () =>
    withFolder(async (folder) => {
      const place = await emptyInstallation(engine)
      try {
        await fill(place, 'old')
        const begunAt = performance.now()
        assert.equal((await start(place, 'backup', '--to', path.join(folder, 'first')).end()).code, 0)
        const wholeMs = performance.now() - begunAt
        const random = chance(7)
        for (let trial = 0; trial < kills; trial += 1) {
          const file = path.join(folder, `of-${trial}`)
          const child = start(place, 'backup', '--to', file)
          await pause(wholeMs * (0.5 + 0.6 * random()))
          await child.kill()
          if (existsSync(file)) await verifiedBackup(file)
        }
        await place.operator.done('backup', '--to', path.join(folder, 'last'))
        assert.deepEqual(
          readdirSync(folder).filter((name) => name.startsWith('unfinished-')),
          [],
        )
      } finally {
        await place.remove()
      }
    }))

  test(`${engine.name}: a restore that is killed at any moment leaves the store of before, or the one of the backup`, () =>
    withFolder(async (folder) => {
      const [place, other] = [await emptyInstallation(engine), await emptyInstallation(engine)]
      try {
        const [oldFile, newFile] = [path.join(folder, 'old'), path.join(folder, 'new')]
        await fill(place, 'old')
        await fill(other, 'new')
        await place.operator.done('backup', '--to', oldFile)
        await other.operator.done('backup', '--to', newFile)
        const names = ['account', 'measure_record']
        const contents = {
          old: await place.within((database) => contentOf(database, names)),
          new: await other.within((database) => contentOf(database, names)),
        }
        const restoring = () => start(place, 'restore', '--from', newFile, '--replace', '--without-ledger')
        const begunAt = performance.now()
        assert.equal((await restoring().end()).code, 0)
        const wholeMs = performance.now() - begunAt
        const random = chance(8)
        const seen = new Set<string>()
        for (let trial = 0; trial < kills; trial += 1) {
          await place.operator.done('restore', '--from', oldFile, '--replace', '--without-ledger')
          const child = restoring()
          // However few kills there are, they lie all over the time that a restore takes.
          await pause(wholeMs * (0.3 + (0.75 * (trial + random())) / kills))
          await child.kill()
          // The server takes an instant to see that nobody is there any more.
          const { status } = await place.operator.command('doctor', '--json')
          assert.ok(status === 0 || status === 1)
          const content = await place.within((database) => contentOf(database, names))
          const which = JSON.stringify(content) === JSON.stringify(contents.new) ? 'new' : 'old'
          assert.deepEqual(content, contents[which])
          seen.add(which)
        }
        assert.ok(seen.has('old'), 'no restore was cut short: the moments are too late')
        await place.operator.done('restore', '--from', newFile, '--replace', '--without-ledger')
        assert.deepEqual(await place.within((database) => contentOf(database, names)), contents.new)
      } finally {
        await place.remove()
        await other.remove()
      }
    }))
}

test('sqlite: a store that was made whole takes the place of the old one, wherever its moving was cut short', async () => {
  const embedded = engines[0] ?? assert.fail()
  const [old, made] = [await emptyInstallation(embedded), await emptyInstallation(embedded)]
  try {
    await fill(made, 'new')
    const names = ['counters.db', 'behind.db', 'store.db']
    for (let moved = 0; moved <= names.length; moved += 1) {
      const place = await emptyInstallation(embedded)
      try {
        await fill(place, 'old')
        const { dataDir } = place.settings
        const whole = path.join(dataDir, 'restored')
        await mkdir(whole)
        for (const name of names) await copyFile(path.join(made.settings.dataDir, name), path.join(whole, name))
        for (const name of names.slice(0, moved)) await rename(path.join(whole, name), path.join(dataDir, name))
        // Two that open it at once move it once.
        const opened = await Promise.all([openSqlite({ folder: dataDir }), openSqlite({ folder: dataDir })])
        for (const database of opened) {
          const months = await database.all('select month from meter')
          assert.deepEqual(
            months.map(({ month }) => month),
            ['2026-02'],
          )
          assert.equal((await database.one('select email from account'))?.email, 'new@x.example')
        }
        for (const database of opened) await database.close()
        assert.ok(!existsSync(whole))
      } finally {
        await place.remove()
      }
    }
  } finally {
    await old.remove()
    await made.remove()
  }
})
