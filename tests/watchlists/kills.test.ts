/**
 * Uploads, re-evaluations and takeovers by processes that are killed (-9) at any moment: what was acknowledged is there,
 * counted once, and each company is told of each version once, in order.
 *
 * Every round publishes a version that changes every company's verdict and uploads companies, while one of two processes
 * that tell of it, or the one that uploads, is killed somewhere on the way. `ROUNDS` names another number of them.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../harness/databases.ts'
import { expectedEvents } from '../harness/expected-matches.ts'
import { input } from '../harness/ingestion.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { repeated } from '../harness/repeated.ts'
import { startWatchProcess, type UploadOrder, type WatchProcess } from '../harness/watch-process.ts'
import { watchedScene } from '../harness/watched.ts'

const rounds = repeated('ROUNDS', { few: 2, many: 30 })
const companiesAtFirst = 1_500
const companiesPerUpload = 40
/** A kill comes within this time of what it is to hit. */
const killWithinMs = { 're-evaluate': 400, upload: 120 }

const sizes = [20, 2_000]
const company = (reference: string, index: number) => ({
  reference,
  company: { postcode: '9000', employees: sizes[index % 2] ?? 20 },
})

for (const engine of engines) {
  test(`${engine.name}: ${rounds} rounds of kills: each company once, counts exact, each event once and in order`, async () => {
    await using store = await engine.open()
    const scene = await watchedScene(store.database)
    const by = chanceOf(rounds)
    const account = await scene.account('enterprise')
    const lists = [await scene.list(account), await scene.list(account)]
    const [first = '', second = ''] = lists
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => company(`c${from + index}`, index))
    await scene.watch(account, first, some(0, companiesAtFirst))
    const workers = await Promise.all(lists.map(() => startWatchProcess(store.settings, 're-evaluate')))
    let uploader = await startWatchProcess(store.settings, 'upload')
    let [accepted, kills] = [0, 0]
    const uploaded = new Set<string>()

    /** Sends an upload until it is acknowledged, by a process that may be killed on the way. */
    const upload = async (order: UploadOrder, isKilled: boolean): Promise<void> => {
      for (let mayKill = isKilled; ; mayKill = false) {
        const answered = uploader.upload(order).catch(() => null)
        if (mayKill) {
          await pause(by.below(killWithinMs.upload))
          await uploader.kill()
          kills += 1
          uploader = await startWatchProcess(store.settings, 'upload')
        }
        const answer = await answered
        if (answer === null) continue
        assert.equal(answer.added + answer.replaced, order.rows.length)
        accepted += order.rows.length
        for (const { reference } of order.rows) uploaded.add(reference)
        return
      }
    }
    const killWorker = async (index: number): Promise<void> => {
      await pause(by.below(killWithinMs['re-evaluate']))
      await workers[index]?.kill()
      kills += 1
      workers[index] = await startWatchProcess(store.settings, 're-evaluate')
    }

    for (let round = 0; round < rounds; round += 1) {
      const sizes = [round % 2 === 0 ? 'small' : 'large']
      const rows = some(companiesPerUpload * by.below(rounds), companiesPerUpload)
      await Promise.all([
        scene.publish([input('m', { status: 'continuous', company_sizes: sizes, title: `Round ${round}` })]),
        upload({ accountId: account, listId: second, key: `round ${round}`, rows }, by.happens(0.5)),
        killWorker(round % workers.length),
      ])
    }
    const ended: WatchProcess[] = [...workers, uploader]
    for (const one of ended) await one.kill()
    await scene.reevaluate()

    const { database } = scene
    const standing = await database.all<{ reference: string }>(
      'select reference from watched_company where watchlist_id = $1',
      [second],
    )
    assert.deepEqual(standing.map(({ reference }) => reference).toSorted(), [...uploaded].toSorted())
    const list = await database.one('select companies, revision from watchlist where id = $1', [second])
    assert.deepEqual([list?.companies, list?.revision], [uploaded.size, rounds])
    const usage = await database.one('select evaluations from match_usage where account_id = $1', [account])
    assert.equal(usage?.evaluations, accepted)
    const told = (await scene.told()).map(({ accountId: _account, seq: _seq, ...event }) => event)
    const expected = await expectedEvents(database, scene.means.lookups)
    assert.equal(told.length, expected.length)
    assert.deepEqual(told, expected)
    assert.ok(kills >= rounds && expected.length >= companiesAtFirst)
  })
}
