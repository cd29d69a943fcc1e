import assert from 'node:assert/strict'
import test from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { paddedLength, rowsOf, valuesIn } from './lists.ts'

test('lists of 1 to 500 values have ten texts, and each value its place', () => {
  const lengths = Array.from({ length: 500 }, (_, index) => index + 1)
  const lists = lengths.map((length) =>
    valuesIn(
      Array.from({ length }, (_, index) => `v${index}`),
      3,
    ),
  )
  assert.equal(new Set(lists.map(({ places }) => places)).size, 10)
  for (const [at, { places, values }] of lists.entries()) {
    assert.equal(values.length, places.split(', ').length)
    assert.ok(places.startsWith('$3'))
    assert.deepEqual(
      [...new Set(values)],
      Array.from({ length: at + 1 }, (_, index) => `v${index}`),
    )
  }
  assert.deepEqual([1, 2, 3, 4, 5, 256, 257].map(paddedLength), [1, 2, 4, 4, 8, 256, 512])
})

test('a list without values is refused: under a not it would mean another thing', () => {
  assert.throws(() => valuesIn([], 1), /a list in a statement has a value/)
  assert.throws(() => rowsOf(['text'], [], 1), /a list in a statement has a row/)
})

for (const engine of engines) {
  test(`${engine.name}: padding is noticed by no in, no not in, no join with a filler and no update from rows`, async () => {
    await using store = await engine.open()
    const { database } = store
    await database.run('create table padded (id text not null primary key, number bigint not null)')
    const ids = Array.from({ length: 9 }, (_, index) => `id${index}`)
    await database.insertMany(
      'padded',
      ['id', 'number'],
      ids.map((id, index) => [id, index]),
    )
    for (let length = 1; length <= ids.length; length += 1) {
      const some = ids.slice(0, length)
      const { places, values } = valuesIn(some, 1)
      const found = await database.all<{ id: string }>(
        `select id from padded where id in (${places}) order by id`,
        values,
      )
      assert.deepEqual(
        found.map(({ id }) => id),
        some,
      )
      const others = await database.all(`select id from padded where id not in (${places})`, values)
      assert.equal(others.length, ids.length - length)
      const rows = some.map((id, index) => [id, 100 * length + index])
      const joined = rowsOf(['text', 'bigint'], rows, 1, [null, null])
      const asked = `with asked (id, at) as (values ${joined.places})`
      const met = await database.all(`${asked} select p.id from asked join padded p on p.id = asked.id`, joined.values)
      assert.equal(met.length, length)
      const written = rowsOf(['text', 'bigint'], rows, 1)
      const changed = await database.run(
        `with asked (id, at) as (values ${written.places})
         update padded set number = asked.at from asked where padded.id = asked.id`,
        written.values,
      )
      assert.equal(changed, length)
      const sum = await database.one<{ sum: number }>(
        `select cast(sum(number) as bigint) as sum from padded where id in (${places})`,
        values,
      )
      assert.equal(
        Number(sum?.sum),
        rows.reduce((total, [, at]) => total + Number(at), 0),
      )
    }
  })
}
