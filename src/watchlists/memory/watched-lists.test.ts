import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { noLooking } from '../../../tests/harness/register-scene.ts'
import { type WatchedScene, watchedScene } from '../../../tests/harness/watched.ts'
import type { Occurrence } from '../../platform/observer.ts'
import { noteRemoval } from '../watchlist-store.ts'
import { type HeldList, WatchedLists } from './watched-lists.ts'

const company = (reference: string, employees = 20) => ({ reference, company: { postcode: '9000', employees } })
const some = (count: number, from = 0) => Array.from({ length: count }, (_, index) => company(`c${from + index}`))

/** What a list holds: employees by place. */
function contents({ portfolio }: HeldList): (number | null)[] {
  return Array.from({ length: portfolio.size }, (_, row) => portfolio.factsAt(row, 0, () => true).employees)
}

async function takeOff({ database }: WatchedScene, list: string, reference: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run('delete from watched_company where watchlist_id = $1 and reference = $2', [list, reference])
    await noteRemoval(transaction, list, 0)
  })
}

async function heldOf(lists: WatchedLists, scene: WatchedScene, id: string): Promise<HeldList> {
  const held = await lists.hold(scene.database, id)
  assert.ok(held)
  return held
}

const inScene = async (
  engine: Engine,
  work: (scene: WatchedScene, account: string, list: string, lists: WatchedLists) => Promise<void>,
): Promise<void> => {
  await using store = await engine.open()
  const scene = await watchedScene(store.database)
  const account = await scene.account('business')
  await work(scene, account, await scene.list(account), new WatchedLists(unobserved, noLooking))
}

for (const engine of engines) {
  test(`${engine.name}: a list is as the store has it whenever somebody asks: added, replaced and taken off`, () =>
    inScene(engine, async (scene, account, list, lists) => {
      const now = async (): Promise<(number | null)[]> => {
        using held = await heldOf(lists, scene, list)
        return contents(held)
      }
      assert.deepEqual(await now(), [])
      await scene.watch(account, list, some(3))
      assert.deepEqual(await now(), [20, 20, 20])
      await scene.watch(account, list, [company('c1', 30), company('c9', 90)])
      assert.deepEqual(await now(), [20, 30, 20, 90])
      await takeOff(scene, list, 'c0')
      await scene.watch(account, list, [company('c0', 1)])
      assert.deepEqual(await now(), [30, 20, 90, 1])
      await scene.watch(account, list, some(600, 100))
      assert.equal((await now()).length, 604)
      assert.equal(lists.companies, 604)
    }))

  test(`${engine.name}: what somebody holds stays as it is until he lets go, whoever asks meanwhile`, () =>
    inScene(engine, async (scene, account, list, lists) => {
      await scene.watch(account, list, some(2))
      const first = await heldOf(lists, scene, list)
      await scene.watch(account, list, [company('c0', 30)])
      const [second, third] = await Promise.all([heldOf(lists, scene, list), heldOf(lists, scene, list)])
      assert.deepEqual(
        [contents(first), contents(second), contents(third)],
        [
          [20, 20],
          [30, 20],
          [30, 20],
        ],
      )
      first[Symbol.dispose]()
      first[Symbol.dispose]()
      await takeOff(scene, list, 'c1')
      using fourth = await heldOf(lists, scene, list)
      assert.deepEqual([contents(second), contents(fourth)], [[30, 20], [30]])
      for (const held of [second, third]) held[Symbol.dispose]()
      assert.equal(lists.companies, 1)
    }))

  test(`${engine.name}: all lists at once are those that there are, by id, and what is gone is forgotten`, () =>
    inScene(engine, async (scene, account, list, lists) => {
      const others = await Promise.all([scene.list(account), scene.list(account), scene.list(account)])
      const ids = [list, ...others].toSorted()
      for (const [index, id] of ids.entries()) await scene.watch(account, id, some(index * 150))
      const all = await lists.holdAll(scene.database)
      assert.deepEqual(
        all.map(({ watchlistId, portfolio }) => [watchlistId, portfolio.size]),
        ids.map((id, index) => [id, index * 150]),
      )
      const gone = ids[3] ?? ''
      await scene.database.run('delete from watchlist where id = $1', [gone])
      await scene.watch(account, ids[0] ?? '', some(1))
      const left = await lists.holdAll(scene.database)
      assert.deepEqual(
        left.map(({ portfolio }) => portfolio.size),
        [1, 150, 300],
      )
      assert.equal(all[3]?.portfolio.size, 450, 'whoever holds it has it still')
      for (const held of [...all, ...left]) held[Symbol.dispose]()
      assert.equal(lists.companies, 451)
      assert.equal(all[3]?.portfolio.size, 0)
      assert.equal(await lists.hold(scene.database, gone), null)
    }))

  test(`${engine.name}: beyond what is kept those lists are forgotten that were asked for longest ago, and read again when asked`, () =>
    inScene(engine, async (scene, account, list) => {
      const lists = new WatchedLists(unobserved, noLooking, 250)
      const other = await scene.list(account)
      for (const id of [list, other]) await scene.watch(account, id, some(200))
      const held = await heldOf(lists, scene, list)
      {
        using _other = await heldOf(lists, scene, other)
        assert.equal(lists.companies, 400, 'what is held is not forgotten')
      }
      held[Symbol.dispose]()
      using _again = await heldOf(lists, scene, other)
      assert.equal(lists.companies, 200)
      using back = await heldOf(lists, scene, list)
      assert.equal(back.portfolio.size, 200)
    }))

  test(`${engine.name}: a company whose facts can not be read any more is left out, and told of without them`, () =>
    inScene(engine, async (scene, account, list) => {
      const occurrences: Occurrence[] = []
      const lists = new WatchedLists({ tell: (occurrence) => occurrences.push(occurrence), end: () => {} }, noLooking)
      await scene.watch(account, list, some(3))
      await scene.database.run(
        `update watched_company set facts = replace(facts, '"9000"', '"0000"') where reference = 'c1'`,
      )
      using held = await heldOf(lists, scene, list)
      assert.equal(held.portfolio.size, 2)
      assert.deepEqual([...held.unreadable], [2])
      assert.deepEqual(occurrences, [
        { name: 'watched_company', labels: { outcome: 'unreadable' }, about: { watchlist: list, place: 2 } },
      ])
    }))

  test(`${engine.name}: a reading that fails leaves no half of a change behind`, () =>
    inScene(engine, async (scene, account, list, lists) => {
      await scene.watch(account, list, some(2))
      {
        using _held = await heldOf(lists, scene, list)
      }
      await scene.watch(account, list, [...some(300), company('c1', 30)].slice(0, 300))
      let reads = 0
      const failing = new Proxy(scene.database, {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property)
          if (property !== 'all' || typeof value !== 'function') {
            return typeof value === 'function' ? value.bind(target) : value
          }
          return (...given: unknown[]) => {
            reads += 1
            if (reads === 2) return Promise.reject(new Error('the store does not answer'))
            return value.apply(target, given)
          }
        },
      })
      await assert.rejects(lists.hold(failing, list), /does not answer/)
      using held = await heldOf(lists, scene, list)
      assert.equal(held.portfolio.size, 300)
    }))

  test(`${engine.name}: what is gone from the store is forgotten without anybody asking for it`, () =>
    inScene(engine, async (scene, account, list, lists) => {
      const other = await scene.list(account)
      for (const id of [list, other]) await scene.watch(account, id, some(3))
      for (const id of [list, other]) (await heldOf(lists, scene, id))[Symbol.dispose]()
      assert.equal(lists.companies, 6)
      await takeOff(scene, list, 'c0')
      await scene.database.run('update watchlist set deleted_at = 1 where id = $1', [other])
      await lists.forgetGone(scene.database)
      assert.equal(lists.companies, 2)
      await scene.watch(account, list, some(2, 10))
      await lists.forgetGone(scene.database)
      assert.equal(lists.companies, 2, 'what was added is read by whoever asks for it')
      using held = await heldOf(lists, scene, list)
      await takeOff(scene, list, 'c1')
      await lists.forgetGone(scene.database)
      assert.equal(held.portfolio.size, 4, 'whoever holds it has it still')
      assert.equal(lists.companies, 3)
    }))
}
