import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDue, readDefinitions } from './definition.ts'

const connectors = new Map([
  ['file', (settings: Record<string, unknown>) => (settings.path === undefined ? 'settings.path is missing' : null)],
  ['portal', () => null],
])

const entry = {
  id: 'alpha',
  prefix: 'al',
  name: 'Alpha',
  publisher: 'Agency Alpha',
  url: 'https://alpha.example',
  connector: 'portal',
  language: 'nl',
  government_level: 'region',
  regions: ['flanders'],
  licence: { id: 'cc0', name: 'CC0', url: null },
  reuse_mode: 'open',
  attribution: null,
  expected_every_hours: 24,
  schedule: '0 */6 * * *',
  enabled: true,
  settings: {},
}

function faultOf(document: unknown): string | null {
  const read = readDefinitions(document, connectors)
  return 'fault' in read ? read.fault : null
}

test('a complete entry is taken as it stands', () => {
  assert.deepEqual(readDefinitions({ sources: [entry] }, connectors), { definitions: [entry] })
})

test('what an entry may leave out means: no region, no line, no rhythm, by hand, switched on, no settings', () => {
  const { regions, attribution, expected_every_hours, schedule, enabled, settings, ...required } = entry
  const read = readDefinitions({ sources: [{ ...required, regions: null }] }, connectors)
  assert.deepEqual(read, {
    definitions: [
      {
        ...required,
        regions: [],
        attribution: null,
        expected_every_hours: null,
        schedule: null,
        enabled: true,
        settings: {},
      },
    ],
  })
})

const faults: [change: Record<string, unknown>, fault: RegExp][] = [
  [{ id: undefined }, /^sources\[0\]\.id is missing: it must be letters, digits/],
  [{ id: 'al pha' }, /^sources\[0\]\.id must be letters, digits/],
  [{ id: 7 }, /^sources\[0\]\.id must be letters, digits/],
  [{ prefix: 'a:b' }, /^sources\[0\]\.prefix must be letters, digits/],
  [{ url: 'ftp://alpha.example' }, /^sources\[0\]\.url must be an http or https address$/],
  [{ url: 'https://' }, /^sources\[0\]\.url must be an http or https address$/],
  [{ connector: 'rss' }, /^sources\[0\]\.connector must be one of file, portal$/],
  [{ connector: 'file' }, /^sources\[0\]\.settings\.path is missing$/],
  [{ language: 'es' }, /^sources\[0\]\.language must be one of nl, fr, en, de$/],
  [{ government_level: 'regional' }, /^sources\[0\]\.government_level must be one of eu, federal/],
  [{ regions: ['flanders', 'flanders'] }, /^sources\[0\]\.regions must be a list of/],
  [{ regions: 'flanders' }, /^sources\[0\]\.regions must be a list of/],
  [{ licence: { id: 'cc0', name: 'CC0' } }, /^sources\[0\]\.licence must be \{ id, name, url \}/],
  [{ reuse_mode: 'free' }, /^sources\[0\]\.reuse_mode must be one of open, attribution, facts_only, link_only$/],
  [{ expected_every_hours: 0 }, /^sources\[0\]\.expected_every_hours must be a number above 0, or null$/],
  [{ expected_every_hours: '24' }, /^sources\[0\]\.expected_every_hours must be a number above 0, or null$/],
  [{ schedule: '* * * * * *' }, /^sources\[0\]\.schedule must be a cron line of five fields/],
  [{ schedule: '61 * * * *' }, /^sources\[0\]\.schedule must be a cron line of five fields/],
  [{ schedule: '0 0 31 2 *' }, /^sources\[0\]\.schedule must be a cron line of five fields/],
  [{ schedule: '@daily' }, /^sources\[0\]\.schedule must be a cron line of five fields/],
  [{ enabled: 'yes' }, /^sources\[0\]\.enabled must be true or false$/],
  [{ settings: [] }, /^sources\[0\]\.settings must be an object$/],
  [{ colour: 'green' }, /^sources\[0\]\.colour is not a property of a source; accepted are id, prefix/],
]

for (const [change, fault] of faults) {
  test(`an entry with ${JSON.stringify(change)} is refused with its place and what is accepted`, () => {
    assert.match(faultOf({ sources: [{ ...entry, ...change }] }) ?? '', fault)
  })
}

test('ids and prefixes name one source each', () => {
  const other = { ...entry, id: 'beta', prefix: 'be' }
  assert.equal(faultOf({ sources: [entry, other] }), null)
  assert.match(faultOf({ sources: [entry, { ...other, id: 'alpha' }] }) ?? '', /^sources\[1\]\.id "alpha" is already/)
  assert.match(faultOf({ sources: [entry, { ...other, prefix: 'al' }] }) ?? '', /^sources\[1\]\.prefix "al" is already/)
})

test('the document is an object with the list of sources alone', () => {
  assert.match(faultOf([entry]) ?? '', /must be an object with the list "sources"/)
  assert.match(faultOf({ sources: {} }) ?? '', /^sources must be a list$/)
  assert.match(faultOf({ sources: [], version: 1 }) ?? '', /^version is not known/)
  assert.match(faultOf({ sources: [null] }) ?? '', /^sources\[0\] must be an object$/)
})

const schedules: [schedule: string, after: string, next: string][] = [
  ['0 */6 * * *', '2026-03-03T09:00:00Z', '2026-03-03T11:00:00Z'],
  ['0 6 * * 1', '2026-03-03T09:00:00Z', '2026-03-09T05:00:00Z'],
  // 29 March 2026: 02:00 to 03:00 does not exist in Brussels.
  ['30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
  // 25 October 2026: 02:30 comes twice, and the line once.
  ['30 2 * * *', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
  ['30 2 * * *', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
]

for (const [schedule, after, next] of schedules) {
  test(`by the wall clock of Brussels "${schedule}" comes next after ${after} at ${next}`, () => {
    assert.equal(nextDue(schedule, Date.parse(after)), Date.parse(next))
  })
}
