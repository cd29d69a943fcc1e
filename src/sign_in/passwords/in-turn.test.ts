import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { inTurn } from './in-turn.ts'

const refused = () => new Error('too many wait')

test('no more are at work than may be, whoever comes at the moment when a place is handed over', async () => {
  const turn = inTurn({ atOnce: 2, waitingMax: 100 }, refused)
  let [atWork, most] = [0, 0]
  const work = async (): Promise<void> => {
    atWork += 1
    most = Math.max(most, atWork)
    await soon()
    atWork -= 1
  }
  const gate = Promise.withResolvers<void>()
  const doing = [turn(() => gate.promise), turn(() => gate.promise), turn(work), turn(work)]
  // Somebody comes at each step of what happens between the end of one's work and the beginning of the next one's.
  const comers = gate.promise.then(async () => {
    for (let step = 0; step < 12; step += 1) {
      doing.push(turn(work))
      await null
    }
  })
  gate.resolve()
  await comers
  await Promise.all(doing)
  assert.deepEqual([most, atWork], [2, 0])
})

test('who would wait beyond the bound is refused, and a place is free again after work that failed', async () => {
  const turn = inTurn({ atOnce: 1, waitingMax: 1 }, refused)
  const fails = () => soon().then(() => Promise.reject(new Error('no')))
  const [first, second] = [turn(fails), turn(fails)]
  await assert.rejects(turn(fails), /too many wait/)
  await assert.rejects(first, /no/)
  await assert.rejects(second, /no/)
  assert.equal(await turn(() => Promise.resolve('done')), 'done')
})
