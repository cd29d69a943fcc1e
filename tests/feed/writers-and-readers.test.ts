/** The feed's first promise: a reader at the newest cursor never misses an event that commits later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/platform/database/open.ts'
import { engines } from '../harness/databases.ts'
import { startFeedProcess } from '../harness/feed-process.ts'
import { assertAllSaw, randomTransaction, readFeed } from '../harness/feed-writers.ts'
import { chance } from '../harness/random-measures.ts'

const writers = 64
const transactionsEach = 5
const readers = 20
const openings = 4
const poolSize = 16

const waves = 2
const processesAWave = 4
const writersEach = 8
/** A process is killed when it has reported so many events, by chance, and a moment later. */
const eventsBeforeDeathMax = 120
const lastMomentMsMax = 8

for (const engine of engines) {
  test(`${engine.name}: ${writers} writers that pause and roll back by chance, ${readers} readers that poll with pages of random size: all see one order, nothing missed, nothing twice`, async () => {
    await using store = await engine.open()
    const others = await Promise.all(
      Array.from({ length: openings }, () => openDatabase({ ...store.settings, databasePool: poolSize })),
    )
    const at = (number: number) => others[number % openings] ?? store.database
    try {
      let left = writers
      const write = async (number: number): Promise<string[]> => {
        const next = chance(number)
        const committed: string[] = []
        for (let count = 0; count < transactionsEach; count += 1) {
          committed.push(...(await randomTransaction(at(number), next, pause)))
        }
        left -= 1
        return committed
      }
      const reading = Array.from({ length: readers }, (_, number) =>
        readFeed(
          number % 2 === 0 ? store.database : at(number),
          number,
          chance(1_000 + number),
          pause,
          () => left === 0,
        ),
      )
      const writing = Promise.all(Array.from({ length: writers }, (_, number) => write(number)))
      const [committed, readings] = await Promise.all([writing, Promise.all(reading)])
      const ids = await assertAllSaw(store.database, readings)
      assert.deepEqual(
        ids.toSorted(),
        committed.flat().toSorted(),
        'the feed holds what was committed and nothing else',
      )
      assert.ok(ids.length > writers)
    } finally {
      for (const database of others) await database.close()
    }
  })

  test(`${engine.name}: with ${waves * processesAWave} writing processes killed at random, readers see one order; what was acknowledged is there, and of every transaction all or nothing`, async (context) => {
    await using store = await engine.open()
    const next = chance(11)
    let over = false
    const reading = Promise.all(
      Array.from({ length: readers }, (_, number) =>
        readFeed(store.database, number, chance(2_000 + number), pause, () => over),
      ),
    )
    const acknowledged: string[] = []
    const live = async (seed: number): Promise<void> => {
      const one = await startFeedProcess(store.settings, { order: 'append', writers: writersEach, seed })
      try {
        one.go()
        const enough = next() * eventsBeforeDeathMax
        while (one.committed.length <= enough) {
          assert.ok(one.isAlive, 'a writing process ended by itself')
          await pause(1)
        }
        await pause(next() * lastMomentMsMax)
      } finally {
        await one.kill()
      }
      acknowledged.push(...one.committed)
    }
    try {
      for (let wave = 0; wave < waves; wave += 1) {
        await Promise.all(Array.from({ length: processesAWave }, (_, place) => live(wave * processesAWave + place)))
      }
    } finally {
      over = true
    }
    const ids = new Set(await assertAllSaw(store.database, await reading))
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    )
    context.diagnostic(`${ids.size} events, ${acknowledged.length} of them acknowledged`)
  })
}
