import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MatchStatus, Severity, Status } from '../values/vocabularies.ts'
import { faultOfName, matchSeverity, watchlistBounds } from './watchlist.ts'

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

const changes: [before: MatchStatus | null, after: MatchStatus | null, status: Status, severity: Severity][] = [
  [null, 'needs_review', 'closed', 'high'],
  ['not_eligible', 'needs_review', 'closed', 'high'],
  ['needs_review', 'not_eligible', 'closed', 'high'],
  ['needs_review', null, 'closed', 'high'],
  ['likely_eligible', 'needs_review', 'closed', 'high'],
  ['possibly_eligible', 'likely_eligible', 'unknown', 'high'],
  ['possibly_eligible', 'needs_review', 'open', 'medium'],
  ['possibly_eligible', 'needs_review', 'continuous', 'medium'],
  ['needs_review', 'possibly_eligible', 'forthcoming', 'medium'],
  ['possibly_eligible', 'needs_review', 'closed', 'low'],
  ['possibly_eligible', 'needs_review', 'paused', 'low'],
  ['needs_review', 'possibly_eligible', 'unknown', 'low'],
]
for (const [before, after, status, severity] of changes)
  test(`a match that goes from ${before} to ${after} of a measure that is ${status} is of severity ${severity}`, () =>
    assert.equal(matchSeverity(before, after, status), severity))
