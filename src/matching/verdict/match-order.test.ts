import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MatchStatus } from '../../values/vocabularies.ts'
import { byRank, type Ranked } from './match-order.ts'

const ranked = (status: MatchStatus, score: number, closesAt: number | null, id: string): Ranked => ({
  status,
  score,
  closesAt,
  id,
})

test('groups, then score, then the soonest deadline with none last, then id by code point', () => {
  const inOrder = [
    ranked('likely_eligible', 10, null, 'a:1'),
    ranked('needs_review', 90, 5, 'a:1'),
    ranked('possibly_eligible', 90, 6, 'a:0'),
    ranked('possibly_eligible', 90, 7, 'a:B'),
    ranked('needs_review', 90, 7, 'a:a'),
    ranked('possibly_eligible', 90, null, 'a:0'),
    ranked('possibly_eligible', 80, 1, 'a:0'),
    ranked('not_eligible', 99, 1, 'a:0'),
  ]
  for (let turn = 0; turn < inOrder.length; turn += 1) {
    const turned = [...inOrder.slice(turn), ...inOrder.slice(0, turn)]
    assert.deepEqual(turned.sort(byRank), inOrder)
  }
})
