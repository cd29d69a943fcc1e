import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../../tests/harness/followed.ts'
import { listed } from '../../../../tests/harness/imaged.ts'
import { input } from '../../../../tests/harness/ingestion.ts'
import type { Database, Reads } from '../../../platform/database/database.ts'
import { mergeMeasures } from '../../merge.ts'
import { withdrawMeasure } from '../../withdraw.ts'
import { newestPublication } from '../catalogue-store.ts'
import { hasStill, type Marks, MarksInTheMaking } from './marks.ts'

const perPage = 7

/** Of the store as it is, in pages so small that there are many. */
async function marksOf(database: Database, beside: readonly string[] = []): Promise<Marks> {
  const rows = await database.all<{ id: string; record_id: string; publication: number }>(
    'select id, record_id, publication from measure order by id',
  )
  rows.push(...beside.map((id) => ({ id, record_id: 'rec_gone', publication: 1 })))
  rows.sort((left, right) => (left.id < right.id ? -1 : 1))
  const marks = new MarksInTheMaking(perPage)
  for (const { id, record_id: recordId, publication } of rows)
    marks.add({ id, recordId, publication: Number(publication) })
  return marks.end()
}

type Case = { name: string; is: boolean; happen(scene: FollowedScene): Promise<unknown> }

const asOfOld = (database: Database, id: string): Promise<unknown> =>
  database.transaction((sql) => sql.run('update measure set publication = 1 where id = $1', [id]))

const cases: readonly Case[] = [
  { name: 'nothing', is: true, happen: async () => {} },
  {
    name: 'changes, new measures before, between and behind the others, a merge and a withdrawal',
    is: true,
    async happen({ publish, means }) {
      await publish([...listed, input('0'), input('mm'), input('zz'), input('r3', { summary: 'Other words' })])
      await mergeMeasures(means, 'al:merged', 'al:survivor')
      await withdrawMeasure(means, 'al:r5')
    },
  },
  {
    name: 'a measure that has another record under its publication',
    is: false,
    happen: ({ database }) =>
      database.transaction((sql) =>
        sql.run("update measure set record_id = (select record_id from measure where id = 'al:r2') where id = 'al:r1'"),
      ),
  },
  ...(['0', 'mm', 'zz'] as const).map((id) => ({
    name: `a measure ${id} that is not new and was not there`,
    is: false,
    async happen({ publish, database }: FollowedScene) {
      await publish([...listed, input(id)])
      await asOfOld(database, `al:${id}`)
    },
  })),
  {
    name: 'a measure that changed and says that it did not',
    is: false,
    async happen({ publish, database }) {
      await publish(listed.map((one, place) => (place === 4 ? { ...one, summary: { en: 'Other words' } } : one)))
      const changed = await database.one<{ id: string }>('select id from measure order by publication desc, id limit 1')
      await asOfOld(database, changed?.id ?? '')
    },
  },
]

for (const engine of engines) {
  for (const { name, is, happen } of cases) {
    test(`${engine.name}: after ${name}, a store ${is ? 'still has' : 'no longer has'} what it had`, async () => {
      await using store = await engine.open()
      await withFollowed(store.database, async (scene) => {
        await scene.publish(listed)
        const marks = await marksOf(store.database)
        assert.ok(marks.pages.length > 3)
        const publication = await newestPublication(store.database)
        assert.equal(await hasStill(store.database, marks, publication), true)
        await happen(scene)
        assert.equal(await hasStill(store.database, marks, publication), is)
      })
    })
  }
}

for (const engine of engines) {
  test(`${engine.name}: a store that lacks a measure, wherever it stood, no longer has what it had`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async (scene) => {
      await scene.publish(listed)
      const publication = await newestPublication(store.database)
      for (const gone of ['al:0', 'al:mm', 'al:zz'])
        assert.equal(await hasStill(store.database, await marksOf(store.database, [gone]), publication), false, gone)
      assert.equal(await hasStill(store.database, await marksOf(store.database), publication), true)
    })
  })
}

test('where more has changed than is taken in place, nothing else is asked', async () => {
  const asked: string[] = []
  const all = async (statement: string, parameters: readonly unknown[]): Promise<{ id: string }[]> => {
    asked.push(statement)
    return Array.from({ length: Number(parameters.at(-1)) }, (_, number) => ({ id: String(number) }))
  }
  const reads = { all } as unknown as Reads
  assert.equal(await hasStill(reads, { count: 1, pages: [{ last: 'a', text: '' }] }, 3), false)
  assert.equal(asked.length, 1)
})
