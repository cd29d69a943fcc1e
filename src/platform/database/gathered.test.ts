import assert from 'node:assert/strict'
import test from 'node:test'
import { gathered } from './gathered.ts'

/** Answers each number with its double, and tells what was asked together. */
function doubling(most: number) {
  const groups: number[][] = []
  const ask = gathered(most, async (asked: readonly number[]) => {
    groups.push([...asked])
    return asked.map((number) => number * 2)
  })
  return { groups, ask }
}

test('what is asked in one turn is answered together, each with its own answer', async () => {
  const { groups, ask } = doubling(10)
  assert.deepEqual(await Promise.all([1, 2, 3].map(ask)), [2, 4, 6])
  assert.deepEqual(groups, [[1, 2, 3]])
})

test('no group is larger than the most, and nobody is left out', async () => {
  const { groups, ask } = doubling(2)
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(ask)), [2, 4, 6, 8, 10])
  assert.deepEqual(groups, [[1, 2], [3, 4], [5]])
})

test('who asks while a group is being answered waits for the next one', async () => {
  const groups: number[][] = []
  const later: Promise<number>[] = []
  const ask = gathered(10, async (asked: readonly number[]): Promise<number[]> => {
    groups.push([...asked])
    if (groups.length === 1) later.push(ask(7))
    return [...asked]
  })
  assert.equal(await ask(1), 1)
  assert.deepEqual(await Promise.all(later), [7])
  assert.deepEqual(groups, [[1], [7]])
})

test('what fails, fails for everybody in the group and for nobody in the next', async () => {
  let asked = 0
  const ask = gathered(10, async (group: readonly number[]) => {
    asked += 1
    if (asked === 1) throw new Error('the store is away')
    return group
  })
  const outcomes = await Promise.allSettled([ask(1), ask(2)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await ask(3), 3)
})
