import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../tests/harness/databases.ts'
import { type Needs, needsOf } from './app.ts'

for (const engine of engines) {
  test(`${engine.name}: what a call asks of the store is given up when its caller has left`, async () => {
    await using store = await engine.open()
    const { database } = store
    const left = new AbortController()
    const shared = { database, cardPayment: true } as unknown as Needs
    const needs = needsOf(shared)(left)
    assert.equal(needs.cardPayment, true)
    assert.equal((await needs.database.all('select 1 as one', [])).length, 1)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const holding = database.transaction(async () => {
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const waiting = Array.from({ length: 12 }, () => needs.database.transaction((own) => own.run('select 1', [])))
    left.abort()
    const ends = await Promise.allSettled(waiting)
    assert.ok(ends.some(({ status }) => status === 'rejected'))
    await assert.rejects(needs.database.all('select 1 as one', []))
    // The store itself goes on for everybody else.
    held.resolve()
    await holding.catch(() => {})
    assert.equal((await database.all('select 1 as one', [])).length, 1)
  })
}
