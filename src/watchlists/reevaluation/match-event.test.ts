import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MatchStatus, Severity, Status } from '../../values/vocabularies.ts'
import { changeSeverity, changeType } from './match-event.ts'

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
    assert.equal(changeSeverity({ before, after }, status), severity))

const types: [before: MatchStatus | null, after: MatchStatus | null, type: ReturnType<typeof changeType>][] = [
  [null, 'possibly_eligible', 'match.created'],
  ['not_eligible', 'needs_review', 'match.created'],
  ['needs_review', 'not_eligible', 'match.removed'],
  ['likely_eligible', null, 'match.removed'],
  ['likely_eligible', 'possibly_eligible', 'match.status_changed'],
  ['needs_review', 'needs_review', null],
  ['not_eligible', null, null],
  [null, 'not_eligible', null],
  [null, null, null],
]
for (const [before, after, type] of types)
  test(`a verdict that goes from ${before} to ${after} is told as ${type ?? 'nothing'}`, () =>
    assert.equal(changeType({ before, after }), type))
