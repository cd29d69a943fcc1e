import assert from 'node:assert/strict'
import test from 'node:test'
import { makeFairTurns } from './fair-turns.ts'

const bounds = { places: 2, placesOfOwner: 1, waitingMax: 6, waitingOfOwnerMax: 3 }
const { signal } = new AbortController()

/** Turns whose order is noted: `begin` asks for one, `end` gives a place back. */
function noted(given = bounds) {
  const turns = makeFairTurns(given)
  const order: string[] = []
  const backs = new Map<string, () => void>()
  return {
    order,
    async begin(name: string, leave: AbortSignal = signal): Promise<void> {
      const back = await turns.take(name.charAt(0), leave)
      order.push(back === null ? `${name} refused` : name)
      if (back !== null) backs.set(name, back)
    },
    end: (name: string): void => backs.get(name)?.(),
    settle: async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1) await Promise.resolve()
    },
  }
}

test('an owner with many turns holds one place, and another owner gets the other at once', async () => {
  const { begin, order, settle } = noted()
  for (const name of ['a1', 'a2', 'a3']) void begin(name)
  void begin('b1')
  await settle()
  assert.deepEqual(order, ['a1', 'b1'])
})

test('those who wait are given one turn each before any of them is given another', async () => {
  const { begin, end, order, settle } = noted()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']) void begin(name)
  await settle()
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1']) {
    end(name)
    await settle()
  }
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2', 'c1', 'd1', 'a3'])
})

test('who waits is bounded, of one owner and of all together; who was refused has taken nothing', async () => {
  const { begin, end, order, settle } = noted()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'c1', 'd1', 'e1']) void begin(name)
  await settle()
  assert.deepEqual(
    order,
    ['a1', 'a5 refused', 'b1', 'd1 refused', 'e1 refused'].toSorted((one, other) => one.localeCompare(other)),
  )
  end('b1')
  await settle()
  assert.equal(order.at(-1), 'b2')
})

test('who stops waiting is left out, and a place that is given back twice is given once', async () => {
  const { begin, end, order, settle } = noted()
  const leaving = new AbortController()
  void begin('a1')
  void begin('b1')
  const left = begin('c1', leaving.signal)
  void begin('d1')
  void begin('e1')
  leaving.abort(new Error('left'))
  await assert.rejects(left, /left/)
  end('a1')
  end('a1')
  await settle()
  assert.deepEqual(order, ['a1', 'b1', 'd1'])
  await assert.rejects(begin('f1', leaving.signal), /left/)
})

test('in any order of taking, leaving and giving back no more places are held than there are, and nobody is forgotten', async () => {
  let seed = 7
  const below = (end: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % end
  }
  const turns = makeFairTurns({ places: 3, placesOfOwner: 2, waitingMax: 20, waitingOfOwnerMax: 9 })
  const held = new Map<() => void, string>()
  const waiting = new Set<AbortController>()
  let [asked, ended] = [0, 0]
  for (let step = 0; step < 2_000; step += 1) {
    const work = below(4)
    if (work < 2) {
      const owner = `o${below(5)}`
      const leave = new AbortController()
      waiting.add(leave)
      asked += 1
      turns.take(owner, leave.signal).then(
        (back) => {
          waiting.delete(leave)
          if (back === null) ended += 1
          else held.set(back, owner)
        },
        () => {
          ended += 1
        },
      )
    } else if (work === 2) {
      const [back] = held.keys()
      if (back !== undefined) {
        held.delete(back)
        ended += 1
        back()
      }
    } else {
      const [leave] = waiting
      if (leave !== undefined) waiting.delete(leave)
      leave?.abort(new Error('left'))
    }
    for (let round = 0; round < 6; round += 1) await Promise.resolve()
    assert.ok(held.size <= 3)
    for (const owner of held.values()) assert.ok([...held.values()].filter((one) => one === owner).length <= 2)
  }
  while (held.size > 0 || waiting.size > 0) {
    const [back] = held.keys()
    assert.ok(back !== undefined, 'somebody waits although every place is free')
    held.delete(back)
    ended += 1
    back()
    for (let round = 0; round < 6; round += 1) await Promise.resolve()
  }
  assert.equal(ended, asked)
})
