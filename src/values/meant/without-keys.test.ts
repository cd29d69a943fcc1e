import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutKeys } from './without-keys.ts'

const live = `sm_live_${'aB3'.repeat(13)}x`
const rows: [text: string, told: string][] = [
  [live, 'sm_live_...'],
  [`source names "${live}", which is none`, 'source names "sm_live_...", which is none'],
  [`Bearer%20${live}`, 'Bearer%20sm_live_...'],
  [`a,${live.replace('live', 'test')},${live}`, 'a,sm_test_...,sm_live_...'],
  [live.toUpperCase(), 'SM_LIVE_...'],
  [live.slice(0, 20), 'sm_live_...'],
  [`whsec_${'aB3+/='.repeat(8)}`, 'whsec_...'],
  ['a key begins with sm_live_ or sm_test_', 'a key begins with sm_live_ or sm_test_'],
  ['region does not know "flandres"', 'region does not know "flandres"'],
]
for (const [text, told] of rows)
  test(`${text.slice(0, 50)} is told without a key`, () => assert.equal(withoutKeys(text), told))
