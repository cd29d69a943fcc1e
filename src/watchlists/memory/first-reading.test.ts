import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { noLooking } from '../../../tests/harness/register-scene.ts'
import { watchedScene } from '../../../tests/harness/watched.ts'
import type { Row, Sql } from '../../platform/database/database.ts'
import { WatchedLists } from './watched-lists.ts'

/** The store, before which each statement that reads companies of all lists waits for `before`. */
function readingAllAfter(sql: Sql, before: () => Promise<unknown>): Sql {
  return new Proxy(sql, {
    get(target, name) {
      if (name !== 'all') return Reflect.get(target, name)
      return async (text: string, parameters?: never): Promise<Row[]> => {
        if (text.includes('order by watchlist_id')) await before()
        return target.all(text, parameters)
      }
    },
  })
}

for (const engine of engines) {
  test(`${engine.name}: after a first reading that failed on its way no company is missing`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const account = await scene.account('business')
      const list = await scene.list(account)
      await scene.watch(account, list, [{ reference: 'a', company: {} }])
      const lists = new WatchedLists(unobserved, noLooking)
      let failures = 1
      const sql = readingAllAfter(database, async () => {
        failures -= 1
        if (failures >= 0) throw new Error('the connection was lost')
      })
      await assert.rejects(lists.holdAll(sql), /connection was lost/)
      const [held] = await lists.holdAll(sql)
      assert.equal(held?.portfolio.size, 1)
      held?.[Symbol.dispose]()
    }))

  test(`${engine.name}: while all lists are read for the first time, one that is asked for is there`, () =>
    openedTwice(engine, async (database) => {
      const scene = await watchedScene(database)
      const account = await scene.account('business')
      const [list, other] = [await scene.list(account), await scene.list(account)]
      for (const id of [list, other]) await scene.watch(account, id, [{ reference: 'a', company: {} }])
      const lists = new WatchedLists(unobserved, noLooking)
      const mayRead = Promise.withResolvers<void>()
      const all = lists.holdAll(readingAllAfter(database, () => mayRead.promise))
      const held = await Promise.race([lists.hold(database, list), pause(5_000, null)])
      assert.equal(held?.portfolio.size, 1)
      mayRead.resolve()
      const found = await all
      assert.deepEqual(
        found.map(({ watchlistId, portfolio }) => [watchlistId, portfolio.size]),
        [list, other].toSorted().map((id) => [id, 1]),
      )
      assert.ok(found.some(({ portfolio }) => portfolio === held.portfolio))
      assert.equal(lists.companies, 2)
      for (const one of [held, ...found]) one[Symbol.dispose]()
    }))
}
