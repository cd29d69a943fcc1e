import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTurns } from './turns.ts'

test('of all that wait for a turn one is served in each turn of the event loop, in the order they came', async () => {
  const turns = sharedTurns()
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const served: [who: string, turn: number][] = []
  const work = async (who: string): Promise<void> => {
    for (let stretch = 0; stretch < 3; stretch += 1) {
      await turns.next()
      served.push([who, turn])
    }
  }
  await Promise.all(['a', 'b', 'c'].map(work))
  isOver = true
  assert.deepEqual(
    served.map(([who]) => who),
    ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'],
  )
  assert.equal(new Set(served.map(([, when]) => when)).size, served.length)
})
