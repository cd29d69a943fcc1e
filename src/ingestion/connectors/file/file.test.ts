import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { readInputRecord } from '../../../measures/reading/read-input.ts'
import { referenceLookups } from '../../../measures/record/reference-lookups.ts'
import { ConnectorFailure, isReadFailure, type ReadItem } from '../connector.ts'
import { connectorsByName, settingsChecks } from '../connectors.ts'
import { fileConnector } from './file.ts'
import { lineBytesMax } from './lines.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-source-'))
})
after(() => rm(folder, { recursive: true }))

/** Reads what a source with this path in its settings holds. */
async function read(name: string, signal = new AbortController().signal): Promise<ReadItem[]> {
  const reading = fileConnector.read({
    settings: { path: name },
    source: { id: 'curated', language: 'nl', reuseMode: 'facts_only' },
    folder,
    signal,
    fetch: async () => assert.fail('a file source asks no network'),
    now: 0,
    progress() {},
    log: { info() {}, warn() {} },
  })
  const items: ReadItem[] = []
  for await (const item of reading.items) items.push(item)
  assert.equal(reading.announced(), null)
  return items
}

/** Writes a file of this content, and reads it. */
async function readFile(name: string, content: string | Buffer): Promise<ReadItem[]> {
  await writeFile(path.join(folder, name), content)
  return read(name)
}

const inputsOf = (items: ReadItem[]): unknown[] => items.flatMap((item) => (isReadFailure(item) ? [] : [item.input]))

const failsWith = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ConnectorFailure)
  assert.match(error.message, reason)
  return true
}

test('NDJSON: each record has its position and its line; empty lines and a last line without an end are no matter', async () => {
  const items = await readFile('lines.ndjson', '{"local_id":"a"}\n\n  \r\n{"local_id":"b"}\r\n{"local_id":"c"}')
  assert.deepEqual(items, [
    { position: 1, line: 1, file: null, input: { local_id: 'a' } },
    { position: 2, line: 4, file: null, input: { local_id: 'b' } },
    { position: 3, line: 5, file: null, input: { local_id: 'c' } },
  ])
})

test('NDJSON: a broken line is rejected with its line, and the rest goes on', async () => {
  const items = await readFile('broken.ndjson', '{"local_id":"a"}\n{"local_id":"b",\n{"local_id":"c"}\n')
  assert.deepEqual(inputsOf(items), [{ local_id: 'a' }, { local_id: 'c' }])
  const [failure] = items.filter(isReadFailure)
  assert.deepEqual([failure?.position, failure?.line, failure?.localId], [2, 2, null])
  assert.match(failure?.reason ?? '', /^the line is not JSON: /)
})

test('NDJSON: a property that stands twice rejects the line, which is still attributed to its measure', async () => {
  const items = await readFile(
    'twice.ndjson',
    '{"local_id":"a","title":"x","title":"y"}\n{"local_id":"a","local_id":"b"}\n{"local_id":"c","amount":{"min":1,"min":2}}\n',
  )
  assert.deepEqual(
    items.filter(isReadFailure).map(({ localId, reason }) => [localId, reason]),
    [
      ['a', 'title: given twice'],
      [null, 'local_id: given twice'],
      ['c', 'amount.min: given twice'],
    ],
  )
})

test('NDJSON: a line beyond the bound is rejected without being held, and the next one is read', async () => {
  const long = `{"local_id":"a","title":"${'x'.repeat(lineBytesMax)}"}`
  const items = await readFile('long.ndjson', `${long}\n{"local_id":"b"}\n`)
  assert.deepEqual(inputsOf(items), [{ local_id: 'b' }])
  const [failure] = items.filter(isReadFailure)
  assert.deepEqual([failure?.line, failure?.reason], [1, `the line is longer than ${lineBytesMax} bytes`])
})

test('NDJSON: a character that lies across two chunks of the file is read whole', async () => {
  // A stream hands out 64 KiB at a time; the first byte of the last é is the last of the first chunk.
  const padding = 'x'.repeat(65_536 - '{"t":""}'.length + 1)
  const [item] = await readFile('chunks.ndjson', `{"t":"${padding}é"}\n`)
  assert.ok(item !== undefined && !isReadFailure(item))
  assert.equal((item.input as { t: string }).t.at(-1), 'é')
})

test('a byte order mark before the first record is passed over, in every form', async () => {
  assert.equal(inputsOf(await readFile('mark.ndjson', '\ufeff{"local_id":"a"}\n')).length, 1)
  assert.equal(inputsOf(await readFile('mark.json', '\ufeff[{"local_id":"a"}]')).length, 1)
  assert.equal(inputsOf(await readFile('mark.yaml', '\ufeff- local_id: a\n')).length, 1)
})

test('a JSON array is read in its order, without lines', async () => {
  const items = await readFile('list.json', '[{"local_id":"a"}, 5, {"local_id":"b"}]')
  assert.deepEqual(items, [
    { position: 1, line: null, file: null, input: { local_id: 'a' } },
    { position: 2, line: null, file: null, input: 5 },
    { position: 3, line: null, file: null, input: { local_id: 'b' } },
  ])
})

test('a YAML list is read as plain JSON: dates stay texts, and an anchor can be used again', async () => {
  const text = [
    '- local_id: a',
    '  checked_at: 2026-11-20',
    '  title: { nl: Steun, fr: "Aide" }',
    '  issuer: &vlaio { id: vlaio }',
    '  description: |',
    '    Two',
    '    lines',
    '- local_id: b',
    '  issuer: *vlaio',
    '  amount: { min: 5000, rate_max: 0.5 }',
    '  status: no',
  ].join('\n')
  assert.deepEqual(inputsOf(await readFile('list.yaml', text)), [
    {
      local_id: 'a',
      checked_at: '2026-11-20',
      title: { nl: 'Steun', fr: 'Aide' },
      issuer: { id: 'vlaio' },
      description: 'Two\nlines\n',
    },
    { local_id: 'b', issuer: { id: 'vlaio' }, amount: { min: 5000, rate_max: 0.5 }, status: 'no' },
  ])
})

const refused: [what: string, name: string, content: string | Buffer, reason: RegExp][] = [
  [
    'NDJSON that is no UTF-8',
    'latin.ndjson',
    Buffer.from('{"a":1}\n{"title":"\xe9"}\n', 'latin1'),
    /^latin\.ndjson: line 2 is not UTF-8$/,
  ],
  ['JSON that is no UTF-8', 'latin.json', Buffer.from('[{"title":"\xe9"}]', 'latin1'), /^latin\.json is not UTF-8$/],
  ['JSON that is broken', 'broken.json', '[{"local_id":"a"},', /^broken\.json is not JSON: /],
  ['JSON that is no list', 'object.json', '{"local_id":"a"}', /^object\.json must hold a list of input records$/],
  [
    'JSON with a property given twice',
    'twice.json',
    '[{"local_id":"a","local_id":"b"}]',
    /^twice\.json: \[0\]\.local_id is given twice$/,
  ],
  ['JSON nested beyond measure', 'deep.json', '['.repeat(40) + ']'.repeat(40), /more than 32 levels deep$/],
  ['YAML that is broken', 'broken.yaml', '- local_id: a\n- title: [x\n', /^broken\.yaml is not YAML, line \d+: /],
  ['YAML that is no list', 'object.yaml', 'local_id: a\n', /^object\.yaml must hold a list of input records$/],
  [
    'YAML with a property given twice',
    'twice.yaml',
    '- local_id: a\n  local_id: b\n',
    /^twice\.yaml is not YAML, line 2: /,
  ],
  [
    'YAML with a tag of its own',
    'tag.yaml',
    '- local_id: !secret a\n',
    /^tag\.yaml is not YAML, line 1: Unresolved tag/,
  ],
  ['YAML with binary data', 'binary.yaml', '- local_id: !!binary aGk=\n', /^binary\.yaml: \[0\]\.local_id is neither/],
  [
    'YAML with a number without end',
    'infinite.yaml',
    '- amount: { min: .inf }\n',
    /^infinite\.yaml: \[0\]\.amount\.min is not a finite number$/,
  ],
  [
    'YAML of several documents',
    'several.yaml',
    '- local_id: a\n---\n- local_id: b\n',
    /^several\.yaml is not YAML, line 2: /,
  ],
  ['YAML that holds itself', 'circle.yaml', '- &a [*a]\n', /more than 32 levels deep$/],
  ['YAML that swells', 'swell.yaml', swelling(), /^swell\.yaml is not YAML: .*alias/],
  [
    'a file of another form',
    'records.csv',
    'local_id\na\n',
    /^records\.csv must end in one of \.ndjson, \.json, \.yaml, \.yml$/,
  ],
]
for (const [what, name, content, reason] of refused) {
  test(`${what} fails the reading with a clear reason`, async () => {
    await assert.rejects(readFile(name, content), failsWith(reason))
  })
}

/** Nine levels of ten aliases each. */
function swelling(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const members = Array(10)
      .fill(level === 0 ? 'x' : `*l${level - 1}`)
      .join(', ')
    return `- &l${level} [${members}]`
  })
  return `${levels.join('\n')}\n`
}

test('a path that leads nowhere fails the reading', async () => {
  await assert.rejects(
    read('missing.ndjson'),
    failsWith(/^missing\.ndjson cannot be read: there is no such file or folder$/),
  )
})

test('a folder is all its files of a known form, in the order of their names by code point', async () => {
  const inside = path.join(folder, 'catalogue')
  await mkdir(path.join(inside, 'nested'), { recursive: true })
  await writeFile(path.join(inside, 'b.yaml'), '- local_id: from-b\n')
  await writeFile(path.join(inside, 'a.json'), '[{"local_id":"from-a"}]')
  await writeFile(path.join(inside, 'Z.ndjson'), '{"local_id":"from-z"}\nbroken\n')
  await writeFile(path.join(inside, 'README.md'), 'not a record')
  await writeFile(path.join(inside, '.hidden.json'), 'not a record')
  const items = await read('catalogue')
  assert.deepEqual(
    items.map((item) => [item.position, item.line, item.file, isReadFailure(item) ? 'failure' : item.input]),
    [
      [1, 1, 'Z.ndjson', { local_id: 'from-z' }],
      [2, 2, 'Z.ndjson', 'failure'],
      [3, null, 'a.json', { local_id: 'from-a' }],
      [4, null, 'b.yaml', { local_id: 'from-b' }],
    ],
  )
})

test('a folder without a file of a known form fails the reading', async () => {
  await mkdir(path.join(folder, 'empty'), { recursive: true })
  await assert.rejects(read('empty'), failsWith(/^empty holds no file that ends in \.ndjson, \.json, \.yaml, \.yml$/))
})

test('an absolute path is taken as it is', async () => {
  await writeFile(path.join(folder, 'absolute.ndjson'), '{"local_id":"a"}\n')
  assert.equal((await read(path.join(folder, 'absolute.ndjson'))).length, 1)
})

test('a stopped reading hands out nothing more', async () => {
  const stop = new AbortController()
  stop.abort()
  await writeFile(path.join(folder, 'stopped.ndjson'), '{"local_id":"a"}\n')
  await assert.rejects(read('stopped.ndjson', stop.signal), failsWith(/^the run was stopped$/))
})

test('settings without a path, or with others, are refused by name', () => {
  const check = settingsChecks.get('file')
  assert.equal(check?.({}), 'settings.path is missing')
  assert.equal(check?.({ path: 'x', glob: '*' }), 'settings.glob is not a setting of this connector')
  assert.equal(check?.({ path: 'x' }), null)
})

test('every connector is found by its own name', () => {
  for (const [name, connector] of connectorsByName) assert.equal(connector.name, name)
  assert.deepEqual([...connectorsByName.keys()].sort(), [...settingsChecks.keys()].sort())
})

const guide = readFileSync(path.join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'sources.md'), 'utf8')

test('the example of docs/sources.md is an input record without a fault', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(guide) ?? []
  const read = readInputRecord(
    JSON.parse(example),
    {
      id: 'my-city',
      prefix: 'city',
      publisher: 'City of Example',
      url: 'https://city.example/support',
      language: 'nl',
      government_level: 'municipality',
      regions: ['flanders'],
      reuse_mode: 'facts_only',
      attribution: null,
      method: 'curated',
    },
    referenceLookups,
  )
  assert.ok('record' in read, JSON.stringify(read))
})

for (const [name, { settings }] of connectorsByName) {
  test(`docs/sources.md describes the connector ${name} and each of its settings`, () => {
    const [, chapter = ''] = guide.split(`\n## Connector \`${name}\``)
    const described = [...(chapter.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_]+)` \|/gm)].map(
      ([, setting]) => setting,
    )
    const { properties } = settings.schema as { properties?: object }
    assert.deepEqual(described.slice(0, Object.keys(properties ?? {}).length), Object.keys(properties ?? {}))
  })
}
