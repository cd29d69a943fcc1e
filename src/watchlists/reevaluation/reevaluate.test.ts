import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines, openedTwice } from '../../../tests/harness/databases.ts'
import { expectedEvents } from '../../../tests/harness/expected-matches.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { noLooking } from '../../../tests/harness/register-scene.ts'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { type ToldEvent, type WatchedScene, watchedScene } from '../../../tests/harness/watched.ts'
import { mergeMeasures } from '../../measures/merge.ts'
import { reinstateMeasure, withdrawMeasure } from '../../measures/withdraw.ts'
import type { Database } from '../../platform/database/database.ts'
import { textPrint } from '../answered-texts.ts'
import { noteRemoval } from '../watchlist-store.ts'

const small = { reference: 'small', company: { postcode: '9000', employees: 20 } }
const large = { reference: 'large', company: { postcode: '9000', employees: 2_000 } }
const unsized = { reference: 'unsized', company: { postcode: '9000' } }
const all = [small, large, unsized]

const open = { status: 'continuous' } as const
const forSmall = (changes: InputRecord = {}) => input('m', { ...open, company_sizes: ['small'], ...changes })
const forLarge = (changes: InputRecord = {}) => input('m', { ...open, company_sizes: ['large'], ...changes })

const shown = ({ id, event, before, after, version }: ToldEvent): string =>
  `${id.split(':').slice(1).join(':')} ${event} ${before} -> ${after} v${version}`

async function toldAfter(scene: WatchedScene, work: () => Promise<unknown>): Promise<string[]> {
  const already = (await scene.told()).length
  await work()
  await scene.reevaluate()
  return (await scene.told()).slice(already).map(shown)
}

const inScene = (engine: Engine, work: (scene: WatchedScene, account: string, list: string) => Promise<void>) =>
  openedTwice(engine, async (database) => {
    const scene = await watchedScene(database)
    const account = await scene.account('business')
    await work(scene, account, await scene.list(account))
  })

for (const engine of engines) {
  test(`${engine.name}: every watched company is told what a new version changes for it, and nobody what it leaves`, () =>
    inScene(engine, async (scene, account, list) => {
      await scene.watch(account, list, all)
      assert.deepEqual(await toldAfter(scene, () => scene.publish([forSmall()])), [
        'small:al:m match.created null -> likely_eligible v1',
        'unsized:al:m match.created null -> possibly_eligible v1',
      ])
      assert.deepEqual(await toldAfter(scene, () => scene.publish([forSmall({ title: 'Another title' })])), [])
      assert.deepEqual(await toldAfter(scene, () => scene.publish([forLarge()])), [
        'small:al:m match.removed likely_eligible -> not_eligible v3',
        'large:al:m match.created not_eligible -> likely_eligible v3',
      ])
      assert.deepEqual(
        await toldAfter(scene, () => scene.publish([forLarge({ status: 'paused' })])),
        [
          'large:al:m match.status_changed likely_eligible -> needs_review v4',
          'unsized:al:m match.status_changed possibly_eligible -> needs_review v4',
        ],
        'each version has the status that it had',
      )
    }))

  test(`${engine.name}: a match event stands after its version, in the feed of its account alone, and says both verdicts`, () =>
    inScene(engine, async (scene, account, list) => {
      await scene.watch(account, list, [small])
      await scene.publish([forSmall()])
      await scene.reevaluate()
      const [version, match] = await scene.database.all<{ seq: number; account_id: string | null; summary: string }>(
        'select * from change_event order by seq',
      )
      assert.ok(version && match)
      assert.equal(version.account_id, null)
      assert.equal(match.account_id, account)
      const [told] = await scene.told()
      assert.equal(told?.causedBy, version.seq)
      const { watchlist_id, company_reference, subsidy_id, match_status, previous_status, ...measure } = JSON.parse(
        match.summary,
      )
      assert.deepEqual(
        { watchlist_id, company_reference, subsidy_id, match_status, previous_status },
        {
          watchlist_id: list,
          company_reference: 'small',
          subsidy_id: 'al:m',
          match_status: 'likely_eligible',
          previous_status: null,
        },
      )
      assert.deepEqual(measure, JSON.parse(version.summary))
    }))

  test(`${engine.name}: a company is told of the versions that came after it was added, by the facts that it has by then`, () =>
    inScene(engine, async (scene, account, list) => {
      await scene.watch(account, list, [large])
      await scene.publish([forSmall()])
      // Added after the version, though it is not told of yet; replaced after it, and before it is told.
      await scene.watch(account, list, [unsized, { ...small, reference: 'large' }])
      await scene.reevaluate()
      assert.deepEqual((await scene.told()).map(shown), ['large:al:m match.created null -> likely_eligible v1'])
      await scene.watch(account, list, [{ ...large, reference: 'unsized' }])
      assert.deepEqual(await toldAfter(scene, () => scene.publish([forLarge()])), [
        'large:al:m match.removed likely_eligible -> not_eligible v2',
        'unsized:al:m match.created not_eligible -> likely_eligible v2',
      ])
    }))

  test(`${engine.name}: who was taken off, added again, or whose list is gone is not told`, () =>
    inScene(engine, async (scene, account, list) => {
      const { database } = scene
      const gone = await scene.list(account)
      await scene.watch(account, list, [small, unsized])
      await scene.watch(account, gone, [small])
      await scene.publish([forSmall()])
      await scene.reevaluate()
      await scene.publish([forLarge()])
      await takeOff(database, list, 'small')
      await scene.watch(account, list, [small])
      // As a long list is deleted: its companies stand there still.
      await database.run('update watchlist set deleted_at = 1 where id = $1', [gone])
      assert.deepEqual(await toldAfter(scene, async () => {}), [])
      assert.deepEqual(await toldAfter(scene, () => scene.publish([forSmall()])), [
        'small:al:m match.created not_eligible -> likely_eligible v3',
      ])
    }))

  test(`${engine.name}: who goes while the companies are judged is not told, and who changes is judged anew`, () =>
    openedTwice(engine, async (first, second) => {
      const scene = await watchedScene(first)
      const account = await scene.account('business')
      const [list, gone] = [await scene.list(account), await scene.list(account)]
      await scene.watch(account, list, all)
      await scene.watch(account, gone, [small])
      await scene.publish([forSmall()])
      // What another process does after this one has taken the companies into memory.
      const { holdAll } = scene.lists
      scene.lists.holdAll = async (sql) => {
        const held = await holdAll.call(scene.lists, sql)
        await second.run('delete from watchlist where id = $1', [gone])
        await takeOff(second, list, 'unsized')
        const other = await watchedScene(second)
        await other.watch(account, list, [{ ...large, reference: 'small' }])
        return held
      }
      await scene.reevaluate()
      assert.deepEqual(await scene.told(), [])
    }))

  test(`${engine.name}: below a list's least severity, and of a muted measure, nothing is told, then or later`, () =>
    inScene(engine, async (scene, account, plain) => {
      const high = await scene.list(account, { minSeverity: 'high' })
      const medium = await scene.list(account, { minSeverity: 'medium' })
      const muted = await scene.list(account, { mutedSubsidies: ['al:other', 'al:m'] })
      for (const list of [plain, high, medium, muted]) await scene.watch(account, list, [unsized])
      const eventsBy = async (work: () => Promise<unknown>): Promise<(string | undefined)[]> => {
        const already = (await scene.told()).length
        await work()
        await scene.reevaluate()
        const names = new Map([plain, high, medium].map((id, index) => [id, ['plain', 'high', 'medium'][index]]))
        return (await scene.told())
          .slice(already)
          .map(({ id }) => names.get(id.split(':')[0] ?? ''))
          .toSorted()
      }
      assert.deepEqual(await eventsBy(() => scene.publish([forSmall()])), ['high', 'medium', 'plain'], 'created')
      assert.deepEqual(await eventsBy(() => scene.publish([forSmall({ status: 'paused' })])), ['plain'], 'low')
      assert.deepEqual(await eventsBy(() => scene.publish([forSmall()])), ['medium', 'plain'], 'medium')
      await scene.database.run(`update watchlist set min_severity = 'low', muted_subsidies = '[]'`)
      assert.deepEqual(await eventsBy(async () => {}), [])
    }))

  test(`${engine.name}: a withdrawn measure is a match no more, a reinstated one again`, () =>
    inScene(engine, async (scene, account, list) => {
      await scene.watch(account, list, [small, large])
      await scene.publish([forSmall()])
      await scene.reevaluate()
      assert.deepEqual(await toldAfter(scene, () => withdrawMeasure(scene.means, 'al:m')), [
        'small:al:m match.removed likely_eligible -> null v2',
      ])
      assert.deepEqual(await toldAfter(scene, () => reinstateMeasure(scene.means, 'al:m')), [
        'small:al:m match.created null -> likely_eligible v3',
      ])
    }))

  test(`${engine.name}: a measure that is merged away is removed by its survivor's version, once, and mutes the survivor`, () =>
    inScene(engine, async (scene, account, list) => {
      const muting = await scene.list(account, { mutedSubsidies: ['al:twin'] })
      const twins = (size: string): InputRecord[] =>
        ['twin', 'double', 'whole'].map((id) => input(id, { ...open, company_sizes: [size] }))
      await scene.watch(account, list, [small])
      await scene.watch(account, muting, [small])
      await scene.publish(twins('small'))
      await scene.reevaluate()
      const told = await toldAfter(scene, async () => {
        await mergeMeasures(scene.means, 'al:twin', 'al:double')
        await mergeMeasures(scene.means, 'al:double', 'al:whole')
      })
      assert.deepEqual(
        told.filter((line) => line.startsWith('small:al:twin')),
        ['small:al:twin match.removed likely_eligible -> null v2'],
      )
      assert.deepEqual(
        told.filter((line) => line.startsWith('small:al:double')),
        // The list that muted the twin muted its survivor with it.
        ['small:al:double match.removed likely_eligible -> null v2'],
      )
      assert.equal(told.length, 2)
      const changed = await toldAfter(scene, () => scene.publish(twins('large').slice(2)))
      assert.deepEqual(changed, ['small:al:whole match.removed likely_eligible -> not_eligible v3'])
    }))

  test(`${engine.name}: an answer to a measure's own condition holds for the text that it was given for`, () =>
    inScene(engine, async (scene, account, list) => {
      const condition = { id: 'own', text: 'You own the building.', kind: 'eligibility' }
      const asking = (text: string, title: string) => forSmall({ title, conditions: [{ ...condition, text }] })
      const print = textPrint({ text: { nl: null, fr: null, en: condition.text, de: null }, expects: null }, 'en')
      const answering = { ...small, answers: { 'al:m#own': true }, answeredTexts: { 'al:m#own': print } }
      await scene.watch(account, list, [answering])
      await scene.publish([asking(condition.text, 'One')])
      await scene.reevaluate()
      assert.deepEqual((await scene.told()).map(shown), ['small:al:m match.created null -> likely_eligible v1'])
      assert.deepEqual(await toldAfter(scene, () => scene.publish([asking('You rent the building.', 'One')])), [
        'small:al:m match.status_changed likely_eligible -> possibly_eligible v2',
      ])
    }))

  test(`${engine.name}: what was told in portions goes on after a crash with the company that was next, and tells each once`, () =>
    inScene(engine, async (scene, account, list) => {
      const [first, second] = [list, await scene.list(account)].toSorted()
      assert.ok(first && second)
      const some = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => ({ ...small, reference: `c${from + index}` }))
      await scene.watch(account, first, some(0, 1_500))
      await scene.watch(account, second, some(1_500, 700))
      await scene.publish([forSmall()])
      for (let crashes = 0; crashes < 3; crashes += 1) {
        await assert.rejects(crashing(scene, 1), /killed/)
        const already = (await scene.told()).length
        assert.equal(already % 500, 0)
        assert.ok(already < 2_200)
        if (crashes === 1) await takeOff(scene.database, second, 'c2199')
      }
      await scene.reevaluate()
      const told = await scene.told()
      assert.equal(told.length, 2_199)
      assert.equal(new Set(told.map(({ id }) => id)).size, 2_199)
      assert.deepEqual(await scene.database.all('select * from reevaluation'), [])
      assert.equal(await scene.reevaluate(), 0)
    }))

  test(`${engine.name}: where those who were left have gone meanwhile, the version is done`, () =>
    inScene(engine, async (scene, account, list) => {
      const some = Array.from({ length: 700 }, (_, index) => ({ ...small, reference: `c${index}` }))
      await scene.watch(account, list, some)
      await scene.publish([forSmall()])
      await assert.rejects(crashing(scene, 1), /killed/)
      await scene.database.run('delete from watchlist where id = $1', [list])
      await scene.reevaluate()
      assert.equal((await scene.told()).length, 500)
      assert.deepEqual(await scene.database.all('select * from reevaluation'), [])
    }))

  test(`${engine.name}: of two processes at it at once each company is told once, as by brute force`, () =>
    openedTwice(engine, async (first, second) => {
      const one = await watchedScene(first)
      const account = await one.account('enterprise')
      const list = await one.list(account)
      await one.watch(
        account,
        list,
        Array.from({ length: 1_200 }, (_, index) => ({ ...all[index % 3], reference: `c${index}` }) as typeof small),
      )
      for (const record of [forSmall(), forLarge(), forSmall({ status: 'paused' }), forLarge()])
        await one.publish([record])
      const two = await watchedScene(second)
      await Promise.all([one.reevaluate(), two.reevaluate()])
      await one.reevaluate()
      const told = (await one.told()).map(({ accountId: _account, seq: _seq, ...event }) => event)
      assert.deepEqual(told, await expectedEvents(first, one.means.lookups))
    }))
}

/** A re-evaluation that dies after so many portions. */
async function crashing(scene: WatchedScene, portions: number): Promise<number> {
  let left = portions
  const { database } = scene
  const dying = (whole: Database): Database =>
    new Proxy(whole, {
      get: (target, property) => {
        if (property === 'withSignal') return (signal: AbortSignal) => dying(target.withSignal(signal))
        if (property === 'longTransaction') {
          return (work: never) => {
            if (left === 0) throw new Error('the process was killed')
            left -= 1
            return target.longTransaction(work)
          }
        }
        const value: unknown = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const { reevaluation } = await import('./reevaluate.ts')
  const { consumeVersions } = await import('../../changes/version-consumer.ts')
  const { clock, lists, means } = scene
  const { signal } = new AbortController()
  using consumer = reevaluation({
    database: dying(database),
    clock,
    lists,
    lookups: means.lookups,
    looking: noLooking,
    signal,
  })
  return await consumeVersions(consumer, { database: dying(database), clock, signal })
}

async function takeOff(database: Database, list: string, reference: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run('delete from watched_company where watchlist_id = $1 and reference = $2', [list, reference])
    await noteRemoval(transaction, list, 0)
  })
}
