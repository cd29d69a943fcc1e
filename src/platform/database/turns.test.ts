import assert from 'node:assert/strict'
import test from 'node:test'
import { StoreError } from './store-error.ts'
import { Turns, waitingMax } from './turns.ts'

const ample = 60_000

test('at most the limit has a turn at once, and the others get theirs in order of arrival', async () => {
  const turns = new Turns(2, 'a turn')
  const order: string[] = []
  const first = await turns.take(ample, null)
  const second = await turns.take(ample, null)
  const waiting = ['third', 'fourth', 'fifth'].map(async (name) => {
    const giveBack = await turns.take(ample, null)
    order.push(name)
    return giveBack
  })
  await new Promise(setImmediate)
  assert.deepEqual(order, [])
  first()
  ;(await waiting[0])?.()
  ;(await waiting[1])?.()
  await waiting[2]
  assert.deepEqual(order, ['third', 'fourth', 'fifth'])
  second()
})

test('a turn given back twice is given back once', async () => {
  const turns = new Turns(1, 'a turn')
  const giveBack = await turns.take(ample, null)
  giveBack()
  giveBack()
  await turns.take(ample, null)
  await assert.rejects(turns.take(1, null), StoreError)
})

test('who waits too long is told what for, and takes no turn later', async () => {
  const turns = new Turns(1, 'the turn to write')
  const giveBack = await turns.take(ample, null)
  await assert.rejects(
    turns.take(1, null),
    (error) =>
      error instanceof StoreError && error.fault === 'unavailable' && error.message.includes('the turn to write'),
  )
  giveBack()
  ;(await turns.take(1, null))()
})

test('a signal ends the wait with its reason, and takes no turn later', async () => {
  const turns = new Turns(1, 'a turn')
  const giveBack = await turns.take(ample, null)
  const controller = new AbortController()
  const reason = new Error('gone')
  const waiting = turns.take(ample, controller.signal)
  controller.abort(reason)
  await assert.rejects(waiting, (error) => error === reason)
  await assert.rejects(turns.take(ample, controller.signal), (error) => error === reason)
  giveBack()
  ;(await turns.take(1, null))()
})

test('the queue is bounded: one more than it holds is refused at once', async () => {
  const turns = new Turns(1, 'a turn')
  const giveBack = await turns.take(ample, null)
  const waiting = Array.from({ length: waitingMax }, async () => (await turns.take(ample, null))())
  await assert.rejects(turns.take(ample, null), StoreError)
  giveBack()
  await Promise.all(waiting)
  ;(await turns.take(1, null))()
})
