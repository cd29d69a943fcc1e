import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movesBetween, type Ranked } from './judged.ts'

/** `a:80 b:70`: ids with their scores, best first. */
function list(text: string): Ranked[] {
  return text.split(' ').flatMap((one) => {
    const [id = '', score = '', status = 'possibly'] = one.split(':')
    return id === '' ? [] : [{ id, score: Number(score), status }]
  })
}

const rows: [before: string, after: string, moves: string, why: string][] = [
  ['a:80 b:70 c:60', 'a:80 b:70 c:60', '', 'nothing happened'],
  ['a:80 b:70 c:60', 'c:90 a:80 b:70', 'c up 2', 'those that it passed have not moved'],
  ['a:80 b:70 c:60', 'b:70 c:60 a:50', 'a down 2', 'nor have those that pass it'],
  ['a:80 b:70 c:60', 'b:70 c:60', '', 'what stands higher because one has left has not moved'],
  ['a:80 b:70', 'a:80 n:75 b:70', 'n new', 'what stands lower because one has come has not moved'],
  ['a:80 b:70 c:60', 'b:90 c:85', '', 'places are counted among those that stay'],
  ['a:80 b:70 c:60', 'c:90 b:85 a:80', 'c up 2', 'one that keeps its place has not moved, whatever its score'],
  ['a:80 b:70 c:60', 'c:60:likely a:80 b:70', 'c up 2', 'another status is a reason as well'],
  ['', 'a:80', 'a new', 'a list that was empty'],
  ['a:80', '', '', 'a list that is'],
]
for (const [before, after, expected, why] of rows) {
  test(`${before || 'nothing'} then ${after || 'nothing'}: ${expected || 'no move'}; ${why}`, () => {
    const moves = [...movesBetween(list(before), list(after))].map(([id, move]) =>
      move.kind === 'new' ? `${id} new` : `${id} ${move.kind} ${move.places}`,
    )
    assert.equal(moves.join(', '), expected)
  })
}
