import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFilling } from './first-fill.ts'
import type { Run, SourceEntry } from './source/source.ts'

type Past = 'none' | 'running' | 'succeeded' | 'failed' | 'interrupted' | 'held'
/** What is said of a source: how its newest run ended, and what is unusual about it. */
type Row = { past: Past; schedule?: string | null; enabled?: boolean; createdAt?: number }

const rows: [what: string, sources: readonly Row[], filling: boolean][] = [
  ['a store without sources is not filled yet', [], true],
  ['nothing was read yet', [{ past: 'none' }], true],
  ['one was read, another is being read', [{ past: 'succeeded' }, { past: 'running' }], true],
  ['one was read, another waits', [{ past: 'succeeded' }, { past: 'none' }], true],
  ['a run whose process died is made again', [{ past: 'interrupted' }], true],
  ['each was read', [{ past: 'succeeded' }, { past: 'succeeded' }], false],
  ['a source that fails is not waited for', [{ past: 'succeeded' }, { past: 'failed' }], false],
  ['nor is one that is held', [{ past: 'held' }], false],
  ['nor one that runs by hand only', [{ past: 'succeeded' }, { past: 'none', schedule: null }], false],
  ['nor one that is switched off', [{ past: 'succeeded' }, { past: 'none', enabled: false }], false],
  ['nor one that came later', [{ past: 'succeeded' }, { past: 'running', createdAt: 2 }], false],
]

for (const [what, sources, filling] of rows)
  test(`the first fill ${filling ? 'is under way' : 'is over'}: ${what}`, () => {
    assert.equal(isFilling({ entries: sources.map(entryOf) }), filling)
  })

function entryOf({ past, schedule = '0 4 * * *', enabled = true, createdAt = 1 }: Row): SourceEntry {
  const failed = past === 'failed' || past === 'interrupted'
  const run = { status: failed ? 'failed' : past, error: past === 'interrupted' ? 'interrupted' : null } as Run
  const source = { enabled, createdAt, definition: { schedule } } as SourceEntry['source']
  return { source, measures: 0, runs: past === 'none' ? [] : [run] }
}
