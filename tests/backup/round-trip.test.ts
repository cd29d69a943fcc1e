/** A backup holds all that it should and nothing else, and either engine makes the same store of it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { storeGeneration } from '../../src/platform/database/migrations.ts'
import { tables } from '../../src/tables.ts'
import { contentOf, emptyInstallation, type Installation, usedInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'

const leftOut = Object.entries(tables)
  .filter(([, { isBackedUp }]) => !isBackedUp)
  .map(([name]) => name)
/** What a restored store has of its own: who it is, and that a provider is asked anew. */
const ownOfEachLife = ['store_identity']

type Content = Record<string, unknown[]>

async function restoredFrom(file: string, place: Installation): Promise<{ content: Content; generation: string }> {
  await place.operator.done('restore', '--from', file)
  return place.within(async (database) => ({
    content: await contentOf(database),
    generation: await storeGeneration(database),
  }))
}

/** A provider is asked at once, and by nobody who was at it. */
function askedAnew(content: Content): Content {
  const billing = (content.billing ?? []).map((row) =>
    JSON.stringify(
      (JSON.parse(String(row)) as [string, unknown][]).map(([column, value]) =>
        column === 'due_at'
          ? [column, 0]
          : column === 'holder' || column === 'held_until'
            ? [column, null]
            : [column, value],
      ),
    ),
  )
  return { ...content, billing }
}

for (const from of engines)
  test(`${from.name}: a store is restored from its backup row by row, on either engine and back`, async () => {
    const origin = await usedInstallation(from)
    const places: Installation[] = [origin]
    try {
      await withFolder(async (folder) => {
        const file = path.join(folder, 'first')
        const before = await origin.within(contentOf)
        const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
        // Otherwise a table could be left out, and nobody would see it here.
        assert.deepEqual(empty, [])
        await origin.operator.done('backup', '--to', file)
        const generations = new Set([await origin.within(storeGeneration)])
        for (const to of engines) {
          const place = await emptyInstallation(to)
          const back = await emptyInstallation(from)
          places.push(place, back)
          const there = await restoredFrom(file, place)
          assert.deepEqual(there.content, askedAnew(before), to.name)
          const again = path.join(folder, `of-${to.name}`)
          await place.operator.done('backup', '--to', again)
          const returned = await restoredFrom(again, back)
          assert.deepEqual(returned.content, askedAnew(before), `${to.name} and back`)
          for (const { generation } of [there, returned]) {
            assert.ok(!generations.has(generation), 'each life has a name of its own')
            generations.add(generation)
          }
          const ofTheMoment = await place.within((database) =>
            contentOf(
              database,
              leftOut.filter((name) => !ownOfEachLife.includes(name) && name !== 'last_backup'),
            ),
          )
          assert.deepEqual(Object.values(ofTheMoment).flat(), [])
        }
      })
    } finally {
      for (const { remove } of places) await remove()
    }
  })

for (const engine of engines)
  test(`${engine.name}: a backup is its owner's alone, holds no key, session or link, and overwrites nothing`, async () => {
    const origin = await usedInstallation(engine)
    try {
      await withFolder(async (folder) => {
        const file = path.join(folder, 'backup')
        const { backup } = await origin.operator.done<{ backup: { bytes: number; rows: number } }>(
          'backup',
          '--to',
          file,
        )
        const bytes = readFileSync(file)
        assert.equal(statSync(file).mode & 0o777, 0o600)
        assert.equal(backup.bytes, bytes.length)
        const { zstdDecompressSync } = await import('node:zlib')
        const text = bytes.toString('latin1', 0, 32_768) + zstdDecompressSync(bytes.subarray(32_768)).toString('utf8')
        for (const secret of [
          origin.environment.SECRET_KEY ?? '',
          'c'.repeat(64),
          'd'.repeat(64),
          ...Object.values(origin.keys),
        ])
          assert.ok(!text.includes(secret), secret)
        writeFileSync(path.join(folder, 'mine'), 'mine')
        assert.equal(await origin.operator.refused('backup', '--to', path.join(folder, 'mine')), 'file_exists')
        assert.equal(await origin.operator.refused('backup', '--to', file), 'file_exists')
        assert.equal(readFileSync(path.join(folder, 'mine'), 'utf8'), 'mine')
        assert.equal(await origin.operator.refused('backup', '--to', path.join(folder, 'none', 'x')), 'no_such_file')
        assert.ok(!existsSync(path.join(folder, 'none')))
      })
    } finally {
      await origin.remove()
    }
  })
