import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rungs } from './rungs.ts'

test('a number is found where a look at each of them finds it, however many there are and however often each', () => {
  for (let count = 0; count <= 700; count += count < 80 ? 1 : 53) {
    for (const repeated of [1, 3, 20]) {
      const values = Float64Array.from({ length: count }, (_, place) => 10 + 2 * Math.floor(place / repeated))
      const rungs = new Rungs(values)
      for (let least = 8; least <= 12 + 2 * count; least += 1) {
        const wanted = values.findIndex((value) => value >= least)
        const place = wanted < 0 ? count : wanted
        assert.equal(rungs.firstAtLeast(least), place, `${least} of ${count}`)
        const from = Math.floor(place / 2)
        assert.equal(rungs.nextAtLeast(least, from), place, `${least} of ${count} from ${from}`)
      }
    }
  }
})
