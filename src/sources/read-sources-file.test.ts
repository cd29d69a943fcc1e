import assert from 'node:assert/strict'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { settingsChecks } from '../ingestion/connectors/connectors.ts'
import { readSourcesFile } from './read-sources-file.ts'

const yaml = `sources:
  - id: alpha
    prefix: al
    name: Alpha
    publisher: Agency Alpha
    url: https://alpha.example
    connector: file
    language: nl
    government_level: region
    licence: { id: own, name: Own words, url: null }
    reuse_mode: facts_only
    settings: { path: alpha.ndjson }
`

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sources-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('JSON and YAML say the same, and relative paths start from the folder of the file', () =>
  inFolder(async (folder) => {
    const asYaml = path.join(folder, 'sources.yaml')
    await writeFile(asYaml, yaml)
    const read = await readSourcesFile(asYaml, settingsChecks)
    assert.equal(read.folder, folder)
    assert.equal(read.definitions[0]?.id, 'alpha')
    const asJson = path.join(folder, 'sources.json')
    await writeFile(asJson, JSON.stringify({ sources: read.definitions }))
    assert.deepEqual((await readSourcesFile(asJson, settingsChecks)).definitions, read.definitions)
  }))

const faults: [name: string, content: string | null, fault: RegExp][] = [
  ['sources.txt', yaml, /sources\.txt: its name must end in \.json, \.yaml or \.yml$/],
  ['sources.yaml', null, /sources\.yaml: there is no such file/],
  ['sources.json', '{"sources": [', /sources\.json: is not JSON/],
  ['sources.yaml', 'sources: [', /sources\.yaml: line \d+, column \d+: is not YAML/],
  ['sources.yaml', `${yaml}    id: beta\n`, /sources\.yaml: line \d+, column \d+: is not YAML: DUPLICATE_KEY$/],
  ['sources.yaml', yaml.replace('region', 'county'), /sources\.yaml: sources\[0\]\.government_level must be one of/],
  ['sources.yml', yaml.replace('path: alpha', 'folder: alpha'), /sources\.yml: sources\[0\]\.settings/],
  ['sources.json', '\u{feff}null', /sources\.json: must be an object with the list "sources"$/],
]

for (const [name, content, fault] of faults) {
  test(`a fault stops with one line that names the setting, the file and the place: ${String(fault)}`, () =>
    inFolder(async (folder) => {
      const file = path.join(folder, name)
      if (content !== null) await writeFile(file, content)
      await assert.rejects(readSourcesFile(file, settingsChecks), (error: Error) => {
        assert.match(error.message, fault)
        assert.match(error.message, /^SOURCES_FILE must be a JSON or YAML file .*, or "bundled"\. /)
        assert.equal(error.message.includes('\n'), false)
        return true
      })
    }))
}

test('the bundled list is without fault, and every curated path exists beside it', async () => {
  const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')
  const { definitions, folder } = await readSourcesFile(bundled, settingsChecks)
  assert.deepEqual(
    definitions.map(({ id, prefix }) => [id, prefix]),
    [
      ['eu-funding-tenders', 'eu'],
      ['belgium-curated', 'be'],
      ['flanders-ipdc', 'ipdc'],
      ['flanders-subsidie', 'subsidiepunt'],
    ],
    'write each source of catalogue/sources.yaml, with its prefix, in this list',
  )
  // What is switched off waits for something that the operator has to give.
  assert.deepEqual(
    definitions.filter(({ enabled }) => !enabled).map(({ id }) => id),
    ['flanders-ipdc', 'flanders-subsidie'],
  )
  for (const { connector, settings } of definitions) {
    if (connector === 'file' && typeof settings.path === 'string') await access(path.join(folder, settings.path))
  }
})
