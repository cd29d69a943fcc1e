import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfName, watchlistBounds } from './watchlist.ts'

test('the bounds are those of the contract', () => {
  const { listsMax, nameMax, mutedMax, uploadRowsMax, matchesMax, matchesDefault } = watchlistBounds
  assert.deepEqual(
    [listsMax, nameMax, mutedMax, uploadRowsMax, matchesMax, matchesDefault],
    [50, 200, 1_000, 1_000, 5_000, 500],
  )
})

const names: [what: string, name: string, isName: boolean][] = [
  ['one character', 'a', true],
  ['200 code points', '🙂'.repeat(200), true],
  ['201 code points', 'a'.repeat(201), false],
  ['nothing', '', false],
  ['a line break', 'a\nb', false],
  ['a control character of the upper range', 'a\u0085', false],
  ['half of a character', 'a\ud83d', false],
  ['spaces', ' ', true],
]
for (const [what, name, isName] of names)
  test(`a name of ${what} is ${isName ? 'a name' : 'none'}`, () => assert.equal(faultOfName(name) === null, isName))
