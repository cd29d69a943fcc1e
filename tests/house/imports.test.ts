/** Who may import whom, and which files must be pure: the table of ARCHITECTURE.md, as a test. What no row allows is refused. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import {
  capabilities,
  circles,
  foundations,
  importFault,
  impurities,
  needlessPureModules,
  ownImports,
  placesOf,
  readTree,
} from './source-tree.ts'

const texts = readTree()
const placeOf = placesOf(texts)
const files = [...texts.keys()]

/**
 * What must stay pure, so that it cannot become otherwise unseen: everything under the folder (or the file), each with its
 * reason, but the named files, which read what the others make sense of. Other files are pure or not as they come; what
 * they may import follows from it.
 */
const promisedPure: [room: string, why: string, but?: string[]][] = [
  ['src/values/', 'words that everything else is built on'],
  ['src/platform/egress/addresses.ts', 'what is refused is refused by its bytes, whatever the moment'],
  ['src/platform/egress/allowed-hosts.ts', 'a host is allowed by its name alone'],
  ['src/webhooks/target-url.ts', 'a url is judged at creation without asking anybody'],
  ['src/accounts/api-key.ts', 'a key is told from a mistyped one without the store'],
  ['src/accounts/plans.ts', 'a plan has the same figures in every process'],
  ['src/limits/token-bucket.ts', 'a bucket is what time and requests make of it, in the store as in memory'],
  ['src/companies/filed-accounts/filing-list.ts', 'which filing is the last one follows from the list and the day'],
  ['src/companies/filed-accounts/filing-figures.ts', 'a filing has the same figures whenever it is read'],
  ['src/changes/event/', 'an event reads the same from the store, in a page and in a replay'],
  ['src/sources/source/', 'a list of sources means the same on every start'],
  ['src/sources/freshness-rule.ts', 'how fresh a source is follows from its runs and an instant'],
  ['src/sources/list-choice.ts', 'which list holds follows from what was asked and what is stored'],
  ['src/measures/record/', 'what is served of a record follows from the record and an instant, for every as_of'],
  ['src/measures/reading/', 'a record is taken or rejected alike by every run'],
  ['src/measures/rules/', 'what a rule asks follows from the record alone'],
  ['src/measures/diff/', 'a version differs from the one before by what both say'],
  ['src/situations/', 'what somebody typed means the same in every process'],
  ['src/search/', 'an answer of the index follows from what was put into it'],
  ['src/taxonomy/taxonomy.ts', 'vocabularies are the same in every process'],
  [
    'src/ingestion/connectors/eu-portal/',
    'a row that was saved reads as the portal gave it',
    ['eu-funding-tenders.ts', 'search.ts'],
  ],
  [
    'src/ingestion/connectors/ipdc/',
    'a product that was saved reads as the catalogue gave it',
    ['flanders-ipdc.ts', 'collection.ts', 'journal.ts', 'requests.ts', 'stream.ts'],
  ],
  ['src/ingestion/connectors/oslo/', 'an offer that was saved reads as its document gave it', ['flanders-subsidie.ts']],
  ['src/ingestion/connectors/clean-html.ts', "what is left of an authority's HTML is decided by its text"],
  ['src/ingestion/connectors/n-triples.ts', 'a graph is what its document says'],
  ['src/ingestion/runs/due.ts', 'when a source is due follows from its schedule and its runs'],
  ['src/ingestion/anomalies/', 'a run is held for what it would do, not for what the moment is like'],
  ['src/ingestion/duplicates.ts', 'what looks like one measure is told again the same until somebody merges'],
  ['src/matching/request/', 'facts follow from the request and the instant of the evaluation'],
  [
    'src/matching/verdict/',
    'a verdict follows from record and company, on every thread, and is repeated for questions',
  ],
  ['src/matching/evaluator/', 'the fast way to judge says what the plain one says'],
  ['src/matching/words/', 'an answer says the same of the same verdict, in a bulk as alone'],
  [
    'src/watchlists/portfolio/',
    'a company that is watched is judged as one that asks, whoever else is watched with it',
  ],
  [
    'src/watchlists/file/',
    'a file means the same whenever, wherever and by whomever it is read',
    ['company-file.ts', 'cells/table-reader.ts', 'cells/table-worker.ts'],
  ],
  ['src/mcp/protocol/', 'what a message is answered follows from it and its headers, on every connection'],
  ['src/webhooks/filters.ts', 'an event passes the filters of an endpoint or not, whoever asks when'],
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

test('no files import one another in a circle, also not for their types', () => assert.deepEqual(circles(texts), []))

test('what connects for a customer uses nothing of the project but words, and only webhooks use it', () => {
  const egress = 'src/platform/egress/'
  // The setting is read with all others.
  const mayRead = new Map([['src/platform/settings.ts', 'src/platform/egress/allowed-hosts.ts']])
  const faults: string[] = []
  for (const [file, text] of texts) {
    if (placeOf(file).kind === 'test') continue
    for (const target of ownImports(file, text)) {
      const leaves = file.startsWith(egress) && !target.startsWith(egress) && placeOf(target).area !== 'values'
      const { area } = placeOf(file)
      if (mayRead.get(file) === target) {
        mayRead.delete(file)
        continue
      }
      const isUser = file.startsWith(egress) || area === 'webhooks' || area === 'top'
      if (leaves || (target.startsWith(egress) && !isUser)) faults.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual([...mayRead], [], 'these import it no more; take them out of mayRead')
})

/** The files of src/search that others may import; what is behind them may change unseen (src/search/README.md). */
const searchEntrances = new Set(
  [
    ...[
      'search-index.ts',
      'query.ts',
      'texts.ts',
      'words/words.ts',
      'words/content.ts',
      'words/stems.ts',
      'words/joined/query-words.ts',
    ],
    ...['sets/bitset.ts', 'sets/halving.ts', 'sets/slices.ts'],
  ].map((name) => `src/search/${name}`),
)

test('search is entered through a few files, each of which somebody uses, and uses nothing of the project', () => {
  const inside = (file: string): boolean => file.startsWith('src/search/')
  const imports = [...texts]
    .filter(([file]) => placeOf(file).kind !== 'test')
    .flatMap(([file, text]) => ownImports(file, text).map((target) => ({ file, target })))
  const entering = imports.filter(({ file, target }) => !inside(file) && inside(target))
  const leaving = imports.filter(({ file, target }) => inside(file) && !inside(target))
  const climbing = entering.filter(({ target }) => !searchEntrances.has(target))
  assert.deepEqual([...leaving, ...climbing], [])
  const used = new Set(entering.map(({ target }) => target))
  assert.deepEqual(
    [...searchEntrances].filter((entrance) => !used.has(entrance)),
    [],
  )
})

test('a client of ours imports nothing of the project but its own folder, and the service nothing of a client', () => {
  const root = path.join(import.meta.dirname, '..', '..')
  const imported = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g
  const leaving = globSync('clients/*/**/*.{ts,mjs}', { cwd: root, exclude: ['**/node_modules', '**/dist'] }).flatMap(
    (name) => {
      const file = name.split(path.sep).join('/')
      const [own = ''] = /^clients\/[^/]+\//.exec(file) ?? []
      const targets = [...readFileSync(path.join(root, file), 'utf8').matchAll(imported)].map(([, target = '']) =>
        path.posix.join(path.posix.dirname(file), target),
      )
      return targets.filter((target) => !target.startsWith(own)).map((target) => `${file} -> ${target}`)
    },
  )
  assert.deepEqual(leaving, [])
  const entering = files.filter((file) =>
    [...(texts.get(file) ?? '').matchAll(imported)].some(([, target = '']) =>
      path.posix.join(path.posix.dirname(file), target).startsWith('clients/'),
    ),
  )
  assert.deepEqual(entering, [])
})

test('what promises to be pure reads no clock, randomness, database, network, environment or log, through no file', () => {
  const impure = impurities(texts)
  const faults = promisedPure.flatMap(([room, , but = []]) => {
    const inRoom = files.filter((file) => file.startsWith(room) && placeOf(file).kind !== 'test')
    const exempt = but.map((name) => `${room}${name}`)
    const needless = exempt.filter((file) => !impure.has(file)).map((file) => `${file} is pure, or not there any more`)
    if (inRoom.length === 0) return [`${room} is not there any more`]
    const broken = inRoom.filter((file) => !exempt.includes(file) && impure.has(file))
    return [...needless, ...broken.map((file) => `${file} ${impure.get(file)}`)]
  })
  assert.deepEqual(faults, [])
})

test('a module that pure files may take is taken by one', () =>
  assert.deepEqual(needlessPureModules(texts), [], 'take these out of pureModules and purePlatform in source-tree.ts'))

test('the environment is read in main.ts alone, the clock in platform/clock.ts alone', () => {
  const naming = (name: RegExp): string[] =>
    files.filter((file) => placeOf(file).kind !== 'test' && name.test(texts.get(file) ?? ''))
  assert.deepEqual(naming(/process\.env\b/), ['src/main.ts'])
  assert.deepEqual(naming(/\bDate\.now\(|Temporal\.Now/), ['src/platform/clock.ts'])
})
