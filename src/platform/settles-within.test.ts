import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settlesWithin } from './settles-within.ts'

const longMs = 60_000

test('work that ends or fails in time has settled, and nobody waits for the time to pass', async () => {
  assert.equal(await settlesWithin(Promise.resolve(1), longMs), true)
  assert.equal(await settlesWithin(Promise.reject(new Error('failed')), longMs), true)
})

test('work that takes longer is not waited for, and what it fails with later disturbs nobody', async () => {
  const work = Promise.withResolvers<void>()
  assert.equal(await settlesWithin(work.promise, 1), false)
  work.reject(new Error('failed late'))
  await new Promise((resolve) => setImmediate(resolve))
})
