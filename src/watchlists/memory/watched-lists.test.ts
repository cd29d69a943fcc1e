import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { watchedScene } from '../../../tests/harness/watched.ts'
import type { Row, Sql } from '../../platform/database/database.ts'
import { WatchedLists } from './watched-lists.ts'

/** The store, which fails once at the first statement that reads companies. */
function failingOnce(sql: Sql): Sql {
  let hasFailed = false
  return new Proxy(sql, {
    get(target, name) {
      if (name !== 'all') return Reflect.get(target, name)
      return (text: string, parameters?: never): Promise<Row[]> => {
        if (hasFailed || !text.includes('watched_company')) return target.all(text, parameters)
        hasFailed = true
        return Promise.reject(new Error('the connection was lost'))
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
      const lists = new WatchedLists(unobserved)
      const sql = failingOnce(database)
      await assert.rejects(lists.holdAll(sql), /connection was lost/)
      const [held] = await lists.holdAll(sql)
      assert.equal(held?.portfolio.size, 1)
      held?.[Symbol.dispose]()
    }))
}
