import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../tests/harness/ingestion.ts'
import type { SourcesSnapshot } from './source/source.ts'
import { SourcesView } from './view.ts'

/** A store whose readings the test answers by hand. */
function readings() {
  const waiting: { resolve(snapshot: SourcesSnapshot): void; reject(error: Error): void }[] = []
  const load = (): Promise<SourcesSnapshot> => {
    const { promise, resolve, reject } = Promise.withResolvers<SourcesSnapshot>()
    waiting.push({ resolve, reject })
    return promise
  }
  return { waiting, load }
}

const older: SourcesSnapshot = { entries: [] }
const newer: SourcesSnapshot = { entries: [] }

test('a request sees what was written before it, though a reading was under way when it came', async () => {
  const { waiting, load } = readings()
  const view = new SourcesView(load, testClock())
  const first = view.read()
  waiting[0]?.resolve(older)
  assert.equal(await first, older)
  const second = view.read()
  const third = view.read()
  const fourth = view.read()
  assert.equal(waiting.length, 2)
  waiting[1]?.resolve(older)
  await second
  await Promise.resolve()
  waiting[2]?.resolve(newer)
  assert.equal(await third, newer)
  assert.equal(await fourth, newer)
  assert.equal(waiting.length, 3)
})

test('a store that does not answer is answered for from memory, and asked again a second later', async () => {
  const { waiting, load } = readings()
  const clock = testClock()
  const view = new SourcesView(load, clock)
  const first = view.read()
  waiting[0]?.resolve(older)
  await first
  const second = view.read()
  waiting[1]?.reject(new Error('away'))
  assert.equal(await second, older)
  assert.equal(await view.read(), older)
  assert.equal(waiting.length, 2)
  clock.advance({ seconds: 1 })
  const third = view.read()
  waiting[2]?.resolve(newer)
  assert.equal(await third, newer)
})

test('before the first reading there is nothing to answer from, so its fault is told', async () => {
  const { waiting, load } = readings()
  const view = new SourcesView(load, testClock())
  const first = view.read()
  waiting[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
})
