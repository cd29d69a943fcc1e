import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../../../tests/harness/random-measures.ts'
import { finished } from '../../search/sets/slices.ts'
import { LayeredMap, MapDraft } from './layered-map.ts'

test('after any changes every map that was ever made still holds what it held', () => {
  const next = chance(3)
  const key = (): string => `k${Math.floor(next() * 400)}`
  let plain = new Map(Array.from({ length: 300 }, (_, number) => [`k${number}`, number]))
  let layered = LayeredMap.of(new Map(plain))
  const made: { plain: ReadonlyMap<string, number>; layered: LayeredMap<number> }[] = []
  for (let step = 0; step < 200; step += 1) {
    made.push({ plain, layered })
    plain = new Map(plain)
    const draft = new MapDraft(layered)
    for (let change = Math.floor(next() * 12); change > 0; change -= 1) {
      const [one, value] = [key(), next() < 0.3 ? undefined : step]
      draft.set(one, value)
      assert.equal(draft.get(one), value)
      if (value === undefined) plain.delete(one)
      else plain.set(one, value)
    }
    layered = finished(draft.done())
  }
  for (const { plain, layered } of made) {
    assert.equal(layered.size, plain.size)
    assert.deepEqual([...layered.values()].sort(), [...plain.values()].sort())
    for (let number = 0; number < 400; number += 1) {
      assert.equal(layered.get(`k${number}`), plain.get(`k${number}`))
      assert.equal(layered.has(`k${number}`), plain.has(`k${number}`))
    }
  }
})
