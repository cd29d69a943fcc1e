/**
 * What every paged list guarantees: walked in pages of any size it gives each row once, in one order, ties included; it
 * ends exactly; and its cursors are good for nothing else.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../harness/http.ts'
import { ask, type ServiceOf, withParameter } from './service.ts'

export type PagedList = {
  name: string
  /** With the query of the order under test; a whole list of at least four rows, fewer than the page maximum. */
  path: string
  /** The same list with a query that no row passes; null where there is no such query. */
  emptyPath: string | null
  /** Lists and orders in which this list's cursor must be refused. */
  elsewhere: readonly string[]
  /** What tells one row from another. */
  identityOf(row: Record<string, unknown>): string
  /** The change feed: every page has a cursor, also the last. */
  cursorOnEveryPage?: boolean
}

type Page = {
  data: Record<string, unknown>[]
  pagination: { has_more: boolean; next_cursor?: string; limit: number }
}

export function pagedListSuite(list: PagedList, service: ServiceOf): void {
  const get = (path: string): Promise<Answer> => ask(service(), 'GET', path, { key: service().key })

  async function page(path: string, limit: number | null, cursor?: string): Promise<Page> {
    const limited = limit === null ? path : withParameter(path, 'limit', String(limit))
    const answer = await get(cursor === undefined ? limited : withParameter(limited, 'cursor', cursor))
    assert.equal(answer.status, 200, answer.body.toString())
    const { data, pagination } = answer.json() as unknown as Page
    assert.deepEqual(Object.keys(pagination).sort(), keysOf(pagination, list.cursorOnEveryPage === true))
    if (limit !== null) assert.equal(pagination.limit, limit)
    return { data, pagination }
  }

  async function walk(limit: number, rowsMax: number): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    let cursor: string | undefined
    for (let pages = 0; pages <= rowsMax; pages += 1) {
      const { data, pagination } = await page(list.path, limit, cursor)
      rows.push(...data)
      if (!pagination.has_more) return rows
      assert.equal(data.length, limit, 'a page that is not the last is full')
      cursor = pagination.next_cursor
    }
    return assert.fail('the list does not come to an end')
  }

  async function whole(): Promise<Record<string, unknown>[]> {
    const { data, pagination } = await page(list.path, null)
    assert.ok(data.length >= 4 && !pagination.has_more, 'the suite needs a list of at least four rows on one page')
    return data
  }

  test(`${list.name}: pages of any size give each row once, in the order of the whole list`, async () => {
    const ids = (await whole()).map(list.identityOf)
    assert.equal(new Set(ids).size, ids.length)
    for (const limit of [1, 2, 3, ids.length - 1, ids.length]) {
      assert.deepEqual((await walk(limit, ids.length)).map(list.identityOf), ids, `pages of ${limit}`)
    }
  })

  test(`${list.name}: a last page that is exactly full says that nothing more comes`, async () => {
    const { length } = await whole()
    assert.equal((await page(list.path, length)).pagination.has_more, false)
    const first = await page(list.path, length - 1)
    assert.equal(first.pagination.has_more, true)
    const last = await page(list.path, length - 1, first.pagination.next_cursor)
    assert.equal(last.data.length, 1)
    assert.equal(last.pagination.has_more, false)
  })

  test(`${list.name}: every row has the same keys, on every page`, async () => {
    const keys = new Set((await walk(2, (await whole()).length)).map((row) => Object.keys(row).join()))
    assert.equal(keys.size, 1)
  })

  const { emptyPath } = list
  if (emptyPath !== null) {
    test(`${list.name}: an empty list is an empty page`, async () => {
      const { data, pagination } = await page(emptyPath, 2)
      assert.deepEqual(data, [])
      assert.equal(pagination.has_more, false)
    })
  }

  test(`${list.name}: a cursor is a position: it holds with another limit`, async () => {
    const rows = await whole()
    const { pagination } = await page(list.path, 1)
    const rest = await page(list.path, rows.length, pagination.next_cursor)
    assert.deepEqual(rest.data.map(list.identityOf), rows.slice(1).map(list.identityOf))
  })

  test(`${list.name}: a cursor that was tampered with, or is none, is 400 invalid_cursor`, async () => {
    const cursor = (await page(list.path, 1)).pagination.next_cursor ?? ''
    const middle = Math.floor(cursor.length / 2)
    const flipped = (at: number): string =>
      `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`
    const wrong = [flipped(0), flipped(middle), cursor.slice(0, -1), `${cursor}A`, `${cursor}==`, 'x', 'null', 'é']
    for (const text of wrong) await refused(withParameter(list.path, 'cursor', text))
  })

  for (const path of list.elsewhere) {
    test(`${list.name}: its cursor is 400 invalid_cursor in ${path}`, async () => {
      const cursor = (await page(list.path, 1)).pagination.next_cursor ?? ''
      await refused(withParameter(path, 'cursor', cursor))
    })
  }

  async function refused(path: string): Promise<void> {
    const answer = await get(path)
    assert.equal(answer.status, 400, path)
    assert.equal(answer.error().code, 'invalid_cursor')
  }
}

function keysOf(pagination: Page['pagination'], onEveryPage: boolean): string[] {
  return pagination.has_more || onEveryPage ? ['has_more', 'limit', 'next_cursor'] : ['has_more', 'limit']
}
