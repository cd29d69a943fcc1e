import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../tests/harness/ingestion.ts'
import type { SourcesSnapshot } from './source/source.ts'
import { type PublishedSources, SourcesView } from './view.ts'

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

const nothing = (): null => null
const older: SourcesSnapshot = { entries: [] }
const newer: SourcesSnapshot = { entries: [] }

test('a request sees what was written before it, though a reading was under way when it came', async () => {
  const { waiting, load } = readings()
  const view = new SourcesView({ load, clock: testClock(), published: nothing })
  const first = view.read()
  waiting[0]?.resolve(older)
  assert.equal((await first).entries, older.entries)
  const second = view.read()
  const third = view.read()
  const fourth = view.read()
  assert.equal(waiting.length, 2)
  waiting[1]?.resolve(older)
  await second
  await Promise.resolve()
  waiting[2]?.resolve(newer)
  assert.equal((await third).entries, newer.entries)
  assert.equal((await fourth).entries, newer.entries)
  assert.equal(waiting.length, 3)
})

test('a store that does not answer is answered for from memory, and asked again a second later', async () => {
  const { waiting, load } = readings()
  const clock = testClock()
  const view = new SourcesView({ load, clock, published: nothing })
  const first = view.read()
  waiting[0]?.resolve(older)
  await first
  const second = view.read()
  waiting[1]?.reject(new Error('away'))
  assert.equal((await second).entries, older.entries)
  assert.equal((await view.read()).entries, older.entries)
  assert.equal(waiting.length, 2)
  clock.advance({ seconds: 1 })
  const third = view.read()
  waiting[2]?.resolve(newer)
  assert.equal((await third).entries, newer.entries)
})

test('before the first reading there is nothing to answer from, so its fault is told', async () => {
  const { waiting, load } = readings()
  const view = new SourcesView({ load, clock: testClock(), published: nothing })
  const first = view.read()
  waiting[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
})

test('what is answered from memory is never older than what the catalogue has', async () => {
  const { waiting, load } = readings()
  const clock = testClock()
  const published: PublishedSources = { publication: 7, entries: [] }
  let isPublished = false
  const view = new SourcesView({ load, clock, published: () => (isPublished ? published : null) })
  const first = view.read()
  waiting[0]?.resolve(older)
  assert.equal((await first).entries, older.entries)
  isPublished = true
  const second = view.read()
  waiting[1]?.reject(new Error('away'))
  assert.equal((await second).entries, published.entries)
  clock.advance({ seconds: 1 })
  const third = view.read()
  waiting[2]?.resolve(newer)
  assert.equal((await third).entries, newer.entries, 'read after the catalogue: it may have what was published nowhere')
})

test('it is read also while nobody asks, so that memory is not of the start', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { waiting, load } = readings()
  const view = new SourcesView({ load, clock: testClock(), published: nothing })
  const keeping = view.start()
  assert.equal(waiting.length, 0)
  t.mock.timers.tick(40_000)
  assert.equal(waiting.length, 1)
  waiting[0]?.resolve(newer)
  keeping.stop()
  t.mock.timers.tick(100_000)
  assert.equal(waiting.length, 1)
})
