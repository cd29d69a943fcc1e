/** Who may import whom, and which files must be pure: the table of ARCHITECTURE.md, as a test. What no row allows is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capabilities, foundations, importFault, impurities, ownImports, placesOf, readTree } from './source-tree.ts'

const texts = readTree()
const placeOf = placesOf(texts)
const files = [...texts.keys()]

/**
 * What must stay pure, so that it cannot become otherwise unseen: everything under the folder, each with its reason. Other
 * files are pure or not as they come; what they may import follows from it.
 */
const promisedPure: [room: string, why: string][] = [
  ['src/values/', 'words that everything else is built on'],
  ['src/accounts/core/', 'a key is told from a mistyped one without the store'],
  ['src/limits/core/', 'a bucket is what time and requests make of it, in the store as in memory'],
  ['src/changes/core/', 'an event reads the same from the store, in a page and in a replay'],
  ['src/sources/core/', 'a list of sources means the same on every start'],
  ['src/measures/core/', 'what is served of a record follows from the record and an instant, for every as_of'],
  ['src/taxonomy/core/', 'vocabularies are the same in every process'],
  ['src/ingestion/core/', 'a record read from saved rows is the record read from the authority'],
  ['src/matching/core/', 'a verdict follows from record and company, on every thread, and is repeated for questions'],
]

test('every folder of src/ is a place that the table knows', () => {
  const known = new Set<string>(['top', ...foundations, ...capabilities])
  assert.deepEqual(
    [...new Set(files.map((file) => placeOf(file).area))].filter((area) => !known.has(area)),
    [],
  )
})

test('no file imports what its kind may not', () => {
  const faults: string[] = []
  for (const [file, text] of texts) {
    for (const target of ownImports(file, text)) {
      const reason = importFault(placeOf(file), placeOf(target))
      if (reason !== null) faults.push(`${file} -> ${target}: ${reason}`)
    }
  }
  assert.deepEqual(faults, [])
})

test('what promises to be pure reads no clock, randomness, database, network, environment or log, through no file', () => {
  const impure = impurities(texts)
  const faults = promisedPure.flatMap(([room]) => {
    const inRoom = files.filter((file) => file.startsWith(room) && placeOf(file).kind !== 'test')
    if (inRoom.length === 0) return [`${room} is not there any more`]
    return inRoom.flatMap((file) => (impure.has(file) ? [`${file} ${impure.get(file)}`] : []))
  })
  assert.deepEqual(faults, [])
})

test('the environment is read in main.ts alone, the clock in platform/clock.ts alone', () => {
  const naming = (name: RegExp): string[] =>
    files.filter((file) => placeOf(file).kind !== 'test' && name.test(texts.get(file) ?? ''))
  assert.deepEqual(naming(/process\.env\b/), ['src/main.ts'])
  assert.deepEqual(naming(/\bDate\.now\(|Temporal\.Now/), ['src/platform/clock.ts'])
})
