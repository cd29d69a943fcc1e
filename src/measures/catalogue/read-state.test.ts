import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type FollowedScene, withFollowed } from '../../../tests/harness/followed.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { withdrawMeasure } from '../withdraw.ts'
import type { Catalogue } from './catalogue.ts'

/** Several pages of a reading, and more than a catalogue takes in at once. */
const many = 410
const tooMany = many + 4_001
/** Fewer than half: a run that gives more of the listed measures another title is held. */
const few = 200

const numbered = (count: number, titleOf: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => input(`m${String(number).padStart(4, '0')}`, { title: titleOf(number) }))

const catalogueOf = ({ followed }: FollowedScene): Catalogue => followed.readNow((catalogue) => catalogue)

function titlesOf(catalogue: Catalogue): string[] {
  const { ids } = catalogue.index.search({ words: [], filters: {}, sort: 'title:en', after: null, limit: tooMany })
  return ids.map((id) => (JSON.parse(catalogue.row('compact', id, 'en').toString()) as { title: string }).title)
}

for (const engine of engines) {
  test(`${engine.name}: hundreds of changes are taken in by the catalogue that is there, more than it may by a new one`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async (scene) => {
      await scene.publish(numbered(many, () => 'First'))
      await scene.followed.catchUp()
      const first = catalogueOf(scene)

      await scene.publish(numbered(many, (number) => (number < few ? 'Second' : 'First')))
      await scene.followed.catchUp()
      assert.equal(catalogueOf(scene), first)
      assert.deepEqual(titlesOf(first), [
        ...Array.from({ length: many - few }, () => 'First'),
        ...Array.from({ length: few }, () => 'Second'),
      ])

      await scene.publish(numbered(tooMany, (number) => (number < few ? 'Second' : number < many ? 'First' : 'Third')))
      await scene.followed.catchUp()
      assert.notEqual(catalogueOf(scene), first)
      assert.deepEqual(titlesOf(catalogueOf(scene)), [
        ...Array.from({ length: many - few }, () => 'First'),
        ...Array.from({ length: few }, () => 'Second'),
        ...Array.from({ length: tooMany - many }, () => 'Third'),
      ])
    })
  })

  test(`${engine.name}: a change that leaves a record as it is takes no room for it, and the room of a changed one is told`, async () => {
    await using store = await engine.open()
    await withFollowed(store.database, async (scene) => {
      await scene.publish(numbered(3, () => 'First'))
      await scene.followed.catchUp()
      const { slab } = catalogueOf(scene).state
      const size = slab.size
      await withdrawMeasure(scene.means, 'al:m0001')
      await scene.followed.catchUp()
      assert.equal(slab.size, size)
      assert.equal(catalogueOf(scene).state.deadBytes, 0)

      await scene.publish(numbered(3, (number) => (number === 2 ? 'Other' : 'First')))
      await scene.followed.catchUp()
      assert.equal(slab.size - size, size / 3)
      assert.equal(catalogueOf(scene).state.deadBytes, size / 3)
    })
  })
}
