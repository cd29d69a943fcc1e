import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input } from '../../../tests/harness/ingestion.ts'
import { Refusal } from '../../contract/refusals.ts'
import { switchSource } from '../../measures/publishing/switch-source.ts'
import { reinstateMeasure, withdrawMeasure } from '../../measures/withdraw.ts'
import type { Run } from '../../sources/source/source.ts'
import { ingest } from '../ingest.ts'
import { confirmHeldRun } from './confirm.ts'

/**
 * What a source lists, in words: `a` is the record a; `a*` with another title (each star one more); `a!` one with a
 * property that is no property; `?` one that cannot be attributed; `a..e` a to e; `of 9` announces nine records.
 */
type Listing = string

/** `created 2 changed 1`, what is left out is 0; `held` or `failed` before it. `seen` is checked against the sum. */
type Outcome = string

/** Every measure in the order of its local id: `a1` is version 1, `a2-` version 2 and withdrawn. */
type Catalogue = string

type Step = [lists: Listing, outcome: Outcome, catalogue: Catalogue] | [operator: { do: string }, catalogue: Catalogue]

const letters = 'abcdefghijklmnopqrstuvwxyz'

const scenarios: Record<string, Step[]> = {
  'a record is created, left alone while it does not change, and gets a version when it does': [
    ['a b', 'created 2', 'a1 b1'],
    ['a b', 'unchanged 2', 'a1 b1'],
    ['a* b', 'changed 1 unchanged 1', 'a2 b1'],
    ['a* b c', 'created 1 unchanged 2', 'a2 b1 c1'],
  ],
  'a record is withdrawn by the second succeeded run in a row that does not list it': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
    ['a', 'unchanged 1', 'a1 b2-'],
  ],
  'a record that is listed in between is not withdrawn': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a b', 'unchanged 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
  ],
  'a failed run in between neither counts as a miss nor ends one': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a of 9', 'failed', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
  ],
  'a withdrawn record that returns is reinstated under the same id, which counts as changed': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
    ['a b', 'changed 1 unchanged 1', 'a1 b3'],
    ['a b', 'unchanged 2', 'a1 b3'],
  ],
  'a withdrawn record that returns changed gets one version for both': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
    ['a b*', 'changed 1 unchanged 1', 'a1 b3'],
  ],
  'a rejected record keeps its measure as it is, and counts as listed': [
    ['a b', 'created 2', 'a1 b1'],
    ['a b!', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a b!', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a b!', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a b', 'unchanged 2', 'a1 b1'],
  ],
  'a rejected record does not bring a withdrawn measure back': [
    ['a b', 'created 2', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
    ['a b!', 'unchanged 1 rejected 1', 'a1 b2-'],
  ],
  'a record that cannot be attributed makes nobody missed': [
    ['a b', 'created 2', 'a1 b1'],
    ['a ?', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a ?', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a', 'unchanged 1', 'a1 b1'],
    ['a ?', 'unchanged 1 rejected 1', 'a1 b1'],
    ['a', 'unchanged 1 withdrawn 1', 'a1 b2-'],
  ],
  'of two records with one local id the second is rejected, whatever became of the first': [
    ['a a* b! b', 'created 1 rejected 3', 'a1'],
    ['a b', 'created 1 unchanged 1', 'a1 b1'],
  ],
  'a run that reads fewer records than announced fails and publishes nothing': [
    ['a b', 'created 2', 'a1 b1'],
    ['a* c of 3', 'failed', 'a1 b1'],
    ['a* c of 2', 'created 1 changed 1', 'a2 b1 c1'],
  ],
  'a run that reads none of a source that lists some fails; of an empty source it succeeds': [
    ['', '', ''],
    ['a', 'created 1', 'a1'],
    ['', 'failed', 'a1'],
  ],
  'a run that would withdraw more than 20 % and more than 10 is held, and publishes nothing else either': [
    ['a..t', 'created 20', versions('a..t', '1')],
    ['a..i', 'unchanged 9', versions('a..t', '1')],
    ['a*..i u', 'held', versions('a..t', '1')],
    ['a..t', 'unchanged 20', versions('a..t', '1')],
  ],
  'ten are withdrawn without asking, whatever their share': [
    ['a..k', 'created 11', versions('a..k', '1')],
    ['a', 'unchanged 1', versions('a..k', '1')],
    ['a', 'unchanged 1 withdrawn 10', `a1 ${versions('b..k', '2-')}`],
  ],
  'a held run is published exactly as it read when it is confirmed': [
    ['a..t', 'created 20', versions('a..t', '1')],
    ['a..i', 'unchanged 9', versions('a..t', '1')],
    ['a* b..i u', 'held', versions('a..t', '1')],
    [
      { do: 'confirm: created 1 changed 1 unchanged 8 withdrawn 11' },
      `a2 ${versions('b..i', '1')} ${versions('j..t', '2-')} u1`,
    ],
    ['a* b..i u', 'unchanged 10', `a2 ${versions('b..i', '1')} ${versions('j..t', '2-')} u1`],
  ],
  'of two held runs the newest is confirmed': [
    ['a..t', 'created 20', versions('a..t', '1')],
    ['a..i', 'unchanged 9', versions('a..t', '1')],
    ['a* b..i', 'held', versions('a..t', '1')],
    ['a b* c..i', 'held', versions('a..t', '1')],
    [{ do: 'confirm: changed 1 unchanged 8 withdrawn 11' }, `a1 b2 ${versions('c..i', '1')} ${versions('j..t', '2-')}`],
  ],
  'a held run that a later one overtook is not confirmed, a failed later one does not overtake it': [
    ['a..t', 'created 20', versions('a..t', '1')],
    ['a..i', 'unchanged 9', versions('a..t', '1')],
    ['a..i', 'held', versions('a..t', '1')],
    ['a of 3', 'failed', versions('a..t', '1')],
    ['a..t', 'unchanged 20', versions('a..t', '1')],
    [{ do: 'confirm: refused' }, versions('a..t', '1')],
  ],
  'without a held run there is nothing to confirm': [
    ['a', 'created 1', 'a1'],
    [{ do: 'confirm: refused' }, 'a1'],
  ],
  "an operator's withdrawal stands whatever the source lists, and its changes still make versions": [
    ['a b', 'created 2', 'a1 b1'],
    [{ do: 'withdraw a' }, 'a2- b1'],
    ['a b', 'unchanged 2', 'a2- b1'],
    ['a* b', 'changed 1 unchanged 1', 'a3- b1'],
    [{ do: 'reinstate a' }, 'a4 b1'],
    ['a* b', 'unchanged 2', 'a4 b1'],
  ],
  'what its source no longer lists stays withdrawn when the operator takes his word back': [
    ['a b', 'created 2', 'a1 b1'],
    [{ do: 'withdraw a' }, 'a2- b1'],
    ['b', 'unchanged 1', 'a2- b1'],
    ['b', 'unchanged 1', 'a2- b1'],
    [{ do: 'reinstate a' }, 'a2- b1'],
    ['a b', 'changed 1 unchanged 1', 'a3 b1'],
  ],
  'switching a source off withdraws its measures, and its next run after it is switched on reinstates what it lists': [
    ['a b c', 'created 3', 'a1 b1 c1'],
    [{ do: 'switch off' }, 'a2- b2- c2-'],
    [{ do: 'switch off' }, 'a2- b2- c2-'],
    [{ do: 'switch on' }, 'a2- b2- c2-'],
    ['a b*', 'changed 2', 'a3 b3 c2-'],
    ['a b*', 'unchanged 2', 'a3 b3 c2-'],
  ],
}

for (const engine of engines) {
  for (const [guarantee, steps] of Object.entries(scenarios)) {
    test(`${engine.name}: ${guarantee}`, () => play(engine, steps))
  }
}

async function play(engine: Engine, steps: Step[]): Promise<void> {
  await using store = await engine.open()
  const scene = await ingestionScene(store.database)
  for (const step of steps) {
    scene.clock.advance({ hours: 1 })
    const [what, ...expected] = step
    if (typeof what === 'string') {
      scene.sources.lists('alpha', listingOf(what))
      const [run] = await ingest(scene.means, ['alpha'])
      assert.ok(run)
      assert.equal(outcomeOf(run), expected[0], `${what}: ${run.error}`)
      checkArithmetic(run)
    } else await operate(scene, what.do)
    assert.equal(await catalogueOf(scene), expected.at(-1), typeof what === 'string' ? what : what.do)
  }
  await checkHistory(scene)
}

async function operate({ means }: IngestionScene, words: string): Promise<void> {
  if (words === 'switch off' || words === 'switch on') await switchSource(means, 'alpha', words === 'switch on')
  else if (words.startsWith('withdraw ')) await withdrawMeasure(means, `al:${words.slice(9)}`)
  else if (words.startsWith('reinstate ')) await reinstateMeasure(means, `al:${words.slice(10)}`)
  else if (words === 'confirm: refused') await assert.rejects(confirmHeldRun(means, 'alpha'), Refusal)
  else {
    const run = await confirmHeldRun(means, 'alpha')
    assert.equal(outcomeOf(run), words.slice('confirm: '.length))
    checkArithmetic(run)
  }
}

function outcomeOf(run: Run): string {
  const { created, changed, unchanged, withdrawn, rejected } = run
  if (run.status !== 'succeeded') {
    assert.deepEqual({ created, changed, unchanged, withdrawn }, { created: 0, changed: 0, unchanged: 0, withdrawn: 0 })
    assert.match(run.error ?? '', /it would have created \d+, changed \d+, left \d+ unchanged and withdrawn \d+$/)
    return run.status
  }
  assert.equal(run.error, null)
  return Object.entries({ created, changed, unchanged, withdrawn, rejected })
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${count}`)
    .join(' ')
}

function checkArithmetic(run: Run): void {
  if (run.status === 'succeeded') assert.equal(run.seen, run.created + run.changed + run.unchanged + run.rejected)
}

/** Versions count from 1 without a gap, each with its event, in the order of the feed. */
async function checkHistory({ database }: IngestionScene): Promise<void> {
  const versions = await database.all(
    `select v.measure_id, v.version, v.valid_from, v.event_id, v.type, e.seq, e.event, e.created_at, e.version as told
     from measure_version v left join change_event e on e.id = v.event_id order by v.measure_id, v.version`,
  )
  const newest = new Map<string, number>()
  for (const row of versions) {
    assert.deepEqual([row.type, row.valid_from, row.version], [row.event, row.created_at, row.told])
    const id = String(row.measure_id)
    assert.equal(row.version, (newest.get(id) ?? 0) + 1)
    newest.set(id, Number(row.version))
  }
  const measures = await database.all('select id, version, updated_at from measure order by id')
  assert.deepEqual(new Map(measures.map((row) => [row.id, row.version])), newest)
  const events = await database.all('select seq, created_at from change_event order by seq')
  events.forEach((event, index) => {
    assert.equal(event.seq, index + 1)
    assert.ok(Number(event.created_at) >= Number(events[index - 1]?.created_at ?? 0))
  })
}

async function catalogueOf({ database }: IngestionScene): Promise<string> {
  const rows = await database.all('select local_id, version, withdrawn_at from measure order by local_id')
  return rows.map((row) => `${row.local_id}${row.version}${row.withdrawn_at === null ? '' : '-'}`).join(' ')
}

function listingOf(words: Listing): { items: unknown[]; announced?: number } {
  const [list = '', announced] = words.split(/(?:^| )of /)
  const items = list
    .split(' ')
    .filter((word) => word !== '')
    .flatMap(spread)
    .map(itemOf)
  return announced === undefined ? { items } : { items, announced: Number(announced) }
}

/** `a..e` is a b c d e; a star on the first is the first's alone. */
function spread(word: string): string[] {
  const [from, to] = word.split('..')
  if (from === undefined || to === undefined) return [word]
  const start = letters.indexOf(from.charAt(0))
  return [from, ...letters.slice(start + 1, letters.indexOf(to) + 1)]
}

function itemOf(word: string): unknown {
  if (word === '?') return { title: 'A record without a local id' }
  const id = word.charAt(0)
  if (word.endsWith('!')) return input(id, { colour: 'green' })
  return input(id, { title: `Support ${word}` })
}

function versions(span: string, suffix: string): string {
  return spread(span)
    .map((id) => `${id}${suffix}`)
    .join(' ')
}
