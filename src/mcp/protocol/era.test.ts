import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Era, eraOf, legacyFault, revisionFor } from './era.ts'

const withMeta = (version?: unknown) => ({ _meta: { 'io.modelcontextprotocol/protocolVersion': version } })

const rows: [header: string | undefined, named: unknown, era: Era][] = [
  [undefined, undefined, 'legacy'],
  ['2025-03-26', undefined, 'legacy'],
  ['2025-11-25', '2025-06-18', 'legacy'],
  ['2026-07-27', undefined, 'legacy'],
  ['2026-07-28', undefined, 'modern'],
  ['2026-07-28', '2025-11-25', 'modern'],
  ['2027-02-28', undefined, 'modern'],
  ['9999-12-31', undefined, 'modern'],
  // No day of the calendar.
  ['2027-02-29', undefined, 'legacy'],
  ['2026-13-01', undefined, 'legacy'],
  ['2026-07-28 ', undefined, 'legacy'],
  ['20260728', undefined, 'legacy'],
  ['draft', undefined, 'legacy'],
  [undefined, '2026-07-28', 'modern'],
  [undefined, '2024-11-05', 'modern'],
  [undefined, 'draft', 'modern'],
  ['2025-11-25', '2026-07-28', 'modern'],
  [undefined, 7, 'legacy'],
  [undefined, null, 'legacy'],
]
for (const [version, named, era] of rows) {
  test(`a message under ${version ?? 'no header'} whose _meta names ${JSON.stringify(named) ?? 'nothing'} is ${era}`, () => {
    const headers = { version, method: undefined, name: undefined }
    assert.equal(eraOf(headers, named === undefined ? {} : withMeta(named)), era)
  })
}

test('a legacy request under a header that names no legacy revision is told those that there are', () => {
  for (const version of [undefined, '2025-03-26', '2025-06-18', '2025-11-25'])
    assert.equal(legacyFault(version, false), null)
  for (const version of ['', '2024-11-05', '2026-07-28']) {
    assert.match(legacyFault(version, false)?.message ?? '', /2025-11-25, 2026-07-28/)
  }
})

test('in a batch a header of either era will do', () => {
  for (const version of [undefined, '2025-03-26', '2026-07-28']) assert.equal(legacyFault(version, true), null)
  for (const version of ['2024-11-05', '2027-01-01']) assert.notEqual(legacyFault(version, true), null)
})

test('what is no legacy revision is answered with the newest', () => {
  for (const protocolVersion of ['2025-03-26', '2025-06-18', '2025-11-25'])
    assert.equal(revisionFor({ protocolVersion }), protocolVersion)
  for (const params of [{}, { protocolVersion: 7 }, { protocolVersion: '2026-07-28' }, { protocolVersion: '1' }])
    assert.equal(revisionFor(params), '2025-11-25')
})
