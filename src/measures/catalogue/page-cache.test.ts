import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonBytes, JsonText } from '../../contract/call.ts'
import { type MeasurePage, PageCache } from './page-cache.ts'

/** A page of one row of so many bytes, in two pieces. */
function page(bytes: number, limit = 50): MeasurePage {
  const parts = [Buffer.alloc(bytes - 1, 'a'), Buffer.from('b')]
  return { rows: new JsonBytes(parts), limit, pagination: new JsonText({ has_more: false, limit }), meta, warnings: [] }
}
const meta = new JsonText({ total: 1 })

function noteTwice(cache: PageCache, asked: string, noted: MeasurePage): void {
  cache.note(asked, noted)
  cache.note(asked, noted)
}

test('a page is kept when it is asked for a second time, and not before', () => {
  const cache = new PageCache()
  cache.note('a', page(10))
  assert.equal(cache.kept('a'), null)
  cache.note('a', page(10))
  assert.equal(cache.kept('a')?.limit, 50)
  assert.equal(cache.kept('b'), null)
})

test('what is kept says what was made: short rows in one piece, long ones where they lie', () => {
  const cache = new PageCache()
  for (const bytes of [100, 100_000]) {
    const made = page(bytes)
    noteTwice(cache, String(bytes), made)
    const kept = cache.kept(String(bytes))
    assert.ok(kept !== null)
    assert.deepEqual(Buffer.concat(kept.rows.parts), Buffer.concat(made.rows.parts))
    assert.equal(kept.rows.parts.length, bytes === 100 ? 1 : 2)
    assert.equal(kept.meta, made.meta)
  }
})

test('no more pages and bytes are kept than the bounds say: what was kept first goes first', () => {
  const byCount = new PageCache({ pagesMax: 2, bytesMax: 1_000 })
  for (const asked of ['a', 'b', 'c']) noteTwice(byCount, asked, page(10))
  assert.deepEqual(keptOf(byCount), ['b', 'c'])
  const byBytes = new PageCache({ pagesMax: 10, bytesMax: 100 })
  for (const asked of ['a', 'b', 'c']) noteTwice(byBytes, asked, page(40))
  assert.deepEqual(keptOf(byBytes), ['b', 'c'])
  noteTwice(byBytes, 'd', page(101))
  assert.deepEqual(keptOf(byBytes), [])
})

test('no more questions are remembered than the bound says', () => {
  const cache = new PageCache({ pagesMax: 2, bytesMax: 1_000 })
  for (const asked of ['a', 'b', 'c', 'a', 'b']) cache.note(asked, page(10))
  assert.deepEqual(keptOf(cache), [])
  cache.note('b', page(10))
  assert.deepEqual(keptOf(cache), ['b'])
})

test('with the next state every page is forgotten, and kept again as soon as it is made anew', () => {
  const cache = new PageCache()
  noteTwice(cache, 'a', page(10, 20))
  cache.clear()
  assert.equal(cache.kept('a'), null)
  cache.note('a', page(10, 30))
  assert.equal(cache.kept('a')?.limit, 30)
})

function keptOf(cache: PageCache): string[] {
  return ['a', 'b', 'c', 'd'].filter((asked) => cache.kept(asked) !== null)
}
