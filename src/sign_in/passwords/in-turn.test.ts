import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { inTurn } from './in-turn.ts'

const refused = () => new Error('too many wait')

test('no more are at work than may be, whoever comes at the moment when a place is handed over', async () => {
  const turn = inTurn({ atOnce: 2, waitingMax: 100, waitingOfPartyMax: 100 }, refused)
  let [atWork, most] = [0, 0]
  const work = async (): Promise<void> => {
    atWork += 1
    most = Math.max(most, atWork)
    await soon()
    atWork -= 1
  }
  const gate = Promise.withResolvers<void>()
  const doing = [turn('a', () => gate.promise), turn('a', () => gate.promise), turn('a', work), turn('a', work)]
  // Somebody comes at each step of what happens between the end of one's work and the beginning of the next one's.
  const comers = gate.promise.then(async () => {
    for (let step = 0; step < 12; step += 1) {
      doing.push(turn('a', work))
      await null
    }
  })
  gate.resolve()
  await comers
  await Promise.all(doing)
  assert.deepEqual([most, atWork], [2, 0])
})

test('who would wait beyond the bound is refused, and a place is free again after work that failed', async () => {
  const turn = inTurn({ atOnce: 1, waitingMax: 1, waitingOfPartyMax: 1 }, refused)
  const fails = () => soon().then(() => Promise.reject(new Error('no')))
  const [first, second] = [turn('a', fails), turn('a', fails)]
  await assert.rejects(turn('a', fails), /too many wait/)
  await assert.rejects(first, /no/)
  await assert.rejects(second, /no/)
  assert.equal(await turn('a', () => Promise.resolve('done')), 'done')
})

test('a party that fills its own places keeps none of the others waiting for a place', async () => {
  const turn = inTurn({ atOnce: 2, waitingMax: 100, waitingOfPartyMax: 2 }, refused)
  const gate = Promise.withResolvers<string>()
  const flood = Array.from({ length: 4 }, () => turn('one', () => gate.promise))
  for (let more = 0; more < 20; more += 1)
    await assert.rejects(
      turn('one', () => gate.promise),
      /too many wait/,
    )
  const other = turn('other', () => Promise.resolve('let in'))
  gate.resolve('done')
  assert.equal(await other, 'let in')
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 'done', 'done'])
})
