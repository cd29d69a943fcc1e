import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasSavedFlemishData,
  type IpdcJson,
  localIdOf,
  noFlemishData,
  savedText,
  version,
} from '../../../../tests/harness/ipdc-products.ts'
import { type IpdcVersion, readStreamPage, replaces } from './versions.ts'

const keepsWording = { keepsWording: true }

function pageOf(members: unknown, view: unknown = { relation: [] }) {
  return readStreamPage({ '@type': 'EventStream', view, member: members }, keepsWording)
}

function newestOf(members: readonly IpdcJson[]): Map<string, IpdcVersion> {
  const newest = new Map<string, IpdcVersion>()
  for (const read of pageOf(members)?.versions ?? []) {
    if (replaces(read, newest.get(read.localId))) newest.set(read.localId, read)
  }
  return newest
}

test('the version made last counts, in whatever order the stream gives them', () => {
  const [older, newer] = [version(1, 1, { naam: { nl: 'Oud' } }), version(1, 2, { naam: { nl: 'Nieuw' } })]
  for (const members of [
    [older, newer],
    [newer, older],
  ]) {
    const reading = newestOf(members).get(localIdOf(1))?.reading
    assert.deepEqual(reading?.kind === 'product' && reading.product.name, { nl: 'Nieuw' })
  }
})

test('versions that differ in less than a millisecond are told apart', () => {
  const at = (time: string, name: string): IpdcJson => version(1, 1, { generatedAtTime: time, naam: { nl: name } })
  const members = [at('2026-02-03T08:00:00.442000002Z', 'Nieuw'), at('2026-02-03T08:00:00.442000001Z', 'Oud')]
  const reading = newestOf(members).get(localIdOf(1))?.reading
  assert.deepEqual(reading?.kind === 'product' && reading.product.name, { nl: 'Nieuw' })
})

const unlisted: [what: string, more: IpdcJson][] = [
  ['gearchiveerd true', { gearchiveerd: true }],
  ['gearchiveerd "true", as the stream writes it', { gearchiveerd: 'true' }],
  ['a tombstone', { '@type': ['InstantieSnapshot', 'Tombstone'] }],
  ['a tombstone by its address', { '@type': 'https://www.w3.org/ns/activitystreams#Tombstone' }],
  ['a tombstone with nothing else', { '@type': 'Tombstone', naam: null, type: null }],
  ['a permit', { type: 'Toelating' }],
  ['a fee to pay', { type: 'https://productencatalogus.data.vlaanderen.be/id/concept/Type/FinancieleVerplichting' }],
  ['no type and no advantage', { type: undefined }],
]
for (const [what, more] of unlisted) {
  test(`${what} lists nothing, and takes the place of what was listed`, () => {
    const newest = newestOf([version(1, 1), version(1, 2, more)])
    assert.equal(newest.get(localIdOf(1))?.reading.kind, 'unlisted')
  })
}

const listed: [what: string, more: IpdcJson][] = [
  ['the type by its code', {}],
  [
    'the type by its address',
    { type: 'https://productencatalogus.data.vlaanderen.be/id/concept/Type/FinancieelVoordeel' },
  ],
  ['another type with an advantage', { type: 'AdviesBegeleiding', financieleVoordelen: [{ naam: { nl: 'Korting' } }] }],
  ['gearchiveerd "false"', { gearchiveerd: 'false' }],
  ['gearchiveerd absent', { gearchiveerd: undefined }],
]
for (const [what, more] of listed) {
  test(`${what} counts as support`, () => {
    assert.equal(newestOf([version(1, 1, more)]).get(localIdOf(1))?.reading.kind, 'product')
  })
}

const faulty: [more: IpdcJson, reason: string][] = [
  [{ generatedAtTime: 'gisteren' }, 'generatedAtTime: missing, or no timestamp'],
  [{ naam: 'Subsidie' }, 'naam: not texts by language'],
  [{ naam: { nl: 7 } }, 'naam.nl: not a text'],
  [{ gearchiveerd: 'misschien' }, 'gearchiveerd: neither true nor false'],
  [{ doelgroepen: [{}] }, 'doelgroepen: a member is not a code'],
  [{ voorwaarden: ['Wees goed'] }, 'voorwaarden: a member is not an object'],
  [{ eindeDienstVerlening: ['2026-01-01'] }, 'eindeDienstVerlening: not a text'],
]
for (const [more, reason] of faulty) {
  test(`${JSON.stringify(more)} is rejected, not left out: ${reason}`, () => {
    const [read] = pageOf([version(1, 1, more)])?.versions ?? []
    assert.deepEqual(read?.reading, { kind: 'fault', localId: localIdOf(1), reason })
  })
}

test('a member that names no product is counted, and is nobody', () => {
  const page = pageOf([version(1, 1), { naam: { nl: 'Zonder naam' } }, 'niets'])
  assert.deepEqual([page?.versions.length, page?.unnamed], [1, 2])
})

test('only relations to later versions lead on', () => {
  const relation = [
    { node: 'http://other.example/?pageNumber=0', '@type': 'LessThanOrEqualToRelation' },
    { node: 'http://other.example/?pageNumber=2', '@type': 'GreaterThanOrEqualToRelation' },
    { node: { '@id': 'http://other.example/?pageNumber=3' }, '@type': ['https://w3id.org/tree#GreaterThanRelation'] },
  ]
  assert.deepEqual(pageOf([], { relation })?.ahead, [
    'http://other.example/?pageNumber=2',
    'http://other.example/?pageNumber=3',
  ])
})

const noPages: [what: string, json: unknown][] = [
  ['a message', { message: 'no' }],
  ['a page without a view, which may have more', { member: [] }],
  [
    'a relation that leads on without saying where',
    { member: [], view: { relation: [{ '@type': 'GreaterThanRelation' }] } },
  ],
  ['a list', []],
  ['nothing', null],
]
for (const [what, json] of noPages) {
  test(`${what} is no page of the stream`, () => assert.equal(readStreamPage(json, keepsWording), null))
}

if (hasSavedFlemishData) {
  test('of the saved stream one product is listed support, its archived and its minimal ones are not', () => {
    const members = [0, 1, 2].flatMap((page) => {
      const json: { member: IpdcJson[] } = JSON.parse(
        savedText(`flanders-ipdc/ldes/instantiesnapshot-page-${page}.json`),
      )
      return json.member
    })
    const newest = newestOf(members)
    assert.deepEqual(
      [...newest].map(([localId, { reading }]) => [localId.slice(0, 8), reading.kind]),
      [
        ['c0d6bf9a', 'unlisted'],
        ['c17b67ac', 'unlisted'],
        ['c31c343e', 'product'],
        ['2e018424', 'unlisted'],
        ['ad3abd4f', 'unlisted'],
        ['645dcaec', 'unlisted'],
      ],
    )
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
