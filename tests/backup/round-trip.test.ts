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
const ownOfEachLife: (keyof typeof tables)[] = ['store_identity', 'last_backup']

type Content = Record<string, unknown[]>

type Restored = { content: Content; generation: string }
/** Of which life a backup is, and of which moment. */
type Taken = { generation: string; taken_at: string }

async function restoredFrom(file: string, place: Installation): Promise<Restored> {
  await place.operator.done('restore', '--from', file)
  return place.within(async (database) => ({
    content: await contentOf(database),
    generation: await storeGeneration(database),
  }))
}

async function backedUpTo(file: string, place: Installation): Promise<Taken> {
  const { backup } = await place.operator.done<{ backup: Taken }>('backup', '--to', file)
  return backup
}

const fieldsOf = (row: unknown): Record<string, unknown> =>
  Object.fromEntries(JSON.parse(String(row)) as [string, unknown][])
const rowOf = (fields: Record<string, unknown>): string => JSON.stringify(Object.entries(fields).toSorted())

/**
 * What a store holds after it was restored: all that was backed up, and in two tables what another life begins with. It knows of which
 * life it was made, as it was then; and a provider is asked of every account at once, and by nobody who was at it: of those who pay
 * first, then of those who may have begun to since.
 */
function inAnotherLife(content: Content, { generation, taken_at }: Taken): Content {
  const since = Date.parse(taken_at)
  const empty = Object.fromEntries(Object.keys(fieldsOf(content.billing?.[0])).map((column) => [column, null]))
  const known = new Map((content.billing ?? []).map((row) => [fieldsOf(row).account_id, fieldsOf(row)]))
  for (const { id, deleted_at } of (content.account ?? []).map(fieldsOf))
    if (!known.has(id) && deleted_at === null)
      known.set(id, { ...empty, account_id: id, customer_tries: 0, others: '[]', customer_asked_at: since })
  const billing = [...known.values()].map((fields) =>
    rowOf({ ...fields, holder: null, held_until: null, due_at: fields.customer_id === null ? 1 : 0 }),
  )
  const former_life = [...(content.former_life ?? []), rowOf({ generation, known_until: since })]
  return { ...content, billing: billing.toSorted(), former_life: former_life.toSorted() }
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
        const taken = await backedUpTo(file, origin)
        const generations = new Set([taken.generation])
        assert.equal(taken.generation, await origin.within(storeGeneration))
        for (const to of engines) {
          const place = await emptyInstallation(to)
          const back = await emptyInstallation(from)
          places.push(place, back)
          const there = await restoredFrom(file, place)
          assert.deepEqual(there.content, inAnotherLife(before, taken), to.name)
          const again = path.join(folder, `of-${to.name}`)
          const takenAgain = await backedUpTo(again, place)
          const returned = await restoredFrom(again, back)
          assert.deepEqual(returned.content, inAnotherLife(there.content, takenAgain), `${to.name} and back`)
          for (const { generation } of [there, returned]) {
            assert.ok(!generations.has(generation), 'each life has a name of its own')
            generations.add(generation)
          }
          const ofTheMoment = await place.within((database) =>
            contentOf(
              database,
              leftOut.filter((name) => !ownOfEachLife.some((own) => own === name)),
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
