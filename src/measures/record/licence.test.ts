import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LicenceMode } from '../../values/vocabularies.ts'
import type { LicenceModes } from './licence.ts'
import { licenceModes, servesExcerpts, servesTexts, servesWhole, textFields } from './licence.ts'

const modes = (mode: LicenceMode, fields: LicenceModes['fields'] = {}): LicenceModes => ({ default: mode, fields })

test("a field's own mode goes before its source's", () => {
  const own = licenceModes({ reuse_mode: 'link_only' }, { description: 'open', summary: 'facts_only' })
  assert.equal(servesTexts(own, 'description'), true)
  assert.equal(servesTexts(own, 'summary'), true)
  assert.equal(servesTexts(own, 'conditions'), false)
})

for (const mode of ['open', 'attribution', 'facts_only'] as const) {
  test(`${mode} serves every text`, () => {
    for (const field of textFields) assert.equal(servesTexts(modes(mode), field), true)
  })
}

test('excerpts, the authority’s own wording, are served under open and attribution alone', () => {
  assert.deepEqual(
    (['open', 'attribution', 'facts_only', 'link_only'] as const).map((mode) => servesExcerpts(modes(mode), 'rules')),
    [true, true, false, false],
  )
})

test('a figure is withheld only where the record itself says so of its field', () => {
  assert.equal(servesWhole(modes('link_only'), 'amount'), true)
  assert.equal(servesWhole(modes('open', { amount: 'link_only' }), 'amount'), false)
})
