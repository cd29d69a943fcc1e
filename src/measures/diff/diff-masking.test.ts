import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullInput, resolvedOf, sampleSource } from '../../../tests/harness/sample-measures.ts'
import type { LicenceMode } from '../../values/vocabularies.ts'
import type { LicenceModes } from '../record/licence.ts'
import type { MeasureContent } from '../record/record.ts'
import { diffMeasures, maskDiff } from './diff.ts'

const modes = (mode: LicenceMode, fields: LicenceModes['fields'] = {}): LicenceModes => ({ default: mode, fields })

/** From a measure with nothing in these fields to one with all of them, so that every path can be seen. */
const before: MeasureContent = {
  record: resolvedOf(
    fullInput({
      summary: null,
      description: null,
      amount: null,
      state_aid: null,
      rules: [],
      application: null,
      conditions: [],
    }),
  ),
  status: 'open',
  closes_at: null,
  withdrawn_at: null,
  merged_from: [],
}
const after = { ...before, record: resolvedOf(fullInput({ application_window: { note: 'Nieuw.' }, legal_basis: [] })) }
const diff = diffMeasures(before, after, sampleSource)
const withheld = { from: null, to: null }

function maskedPaths(own: LicenceModes): string[] {
  const masked = maskDiff(diff, own)
  assert.deepEqual(Object.keys(masked), Object.keys(diff))
  return Object.keys(diff).filter((path) => {
    const change = masked[path]
    return change?.from === null && change.to === null
  })
}

test('a diff under open modes is shown as it is', () => {
  assert.deepEqual(maskDiff(diff, modes('open')), diff)
  assert.deepEqual(maskedPaths(modes('attribution')), [])
})

test('a source-wide link_only withholds summary, description, how to apply, conditions, notes and titles of the legal basis', () => {
  assert.deepEqual(maskedPaths(modes('link_only')), [
    'summary.nl',
    'summary.en',
    'description.nl',
    'application_window.note.nl',
    'application',
    'conditions',
    'legal_basis',
  ])
})

test('of an object that appears a source-wide link_only withholds the note, and the figures stand', () => {
  const masked = maskDiff(diff, modes('link_only'))
  const [amount, stateAid] = [masked.amount?.to, masked.state_aid?.to]
  assert.ok(typeof amount === 'object' && amount !== null && 'max' in amount)
  assert.deepEqual([amount.max, amount.note], [50_000.5, null])
  assert.deepEqual(stateAid, { regime: 'de_minimis', note: null })
})

for (const [field, paths] of [
  ['description', ['description.nl']],
  ['amount', ['amount']],
  ['state_aid', ['state_aid']],
  ['application', ['application']],
  ['conditions', ['conditions']],
  ['topics', []],
] as const) {
  test(`link_only on ${field} withholds ${paths.join(', ') || 'nothing'} and keeps the path`, () => {
    assert.deepEqual(maskedPaths(modes('open', { [field]: 'link_only' })), paths)
  })
}

test('of how to apply everything is withheld, days and links too, and the paths stay', () => {
  const changed = {
    'application.decision_days': { from: 90, to: 30 },
    'application.contact.email': { from: 'a@example.be', to: null },
  }
  const withheldAll = { 'application.decision_days': withheld, 'application.contact.email': withheld }
  assert.deepEqual(maskDiff(changed, modes('link_only')), withheldAll)
  assert.deepEqual(maskDiff(changed, modes('open', { application: 'link_only' })), withheldAll)
  assert.deepEqual(maskDiff(changed, modes('facts_only')), changed)
})

test('excerpts in a diff follow the mode of now', () => {
  assert.match(JSON.stringify(maskDiff(diff, modes('open')).rules), /start na aanvraag/)
  assert.doesNotMatch(JSON.stringify(maskDiff(diff, modes('facts_only')).rules), /start na aanvraag/)
  assert.deepEqual(maskDiff({ 'amount.note.nl': { from: 'a', to: 'b' } }, modes('link_only')), {
    'amount.note.nl': withheld,
  })
})
