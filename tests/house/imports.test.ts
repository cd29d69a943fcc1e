/** Who may import whom: the table of ARCHITECTURE.md, as a test. An import that no row allows is refused. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** Capabilities in order: a later one may use an earlier one, never the reverse. */
const capabilities = [
  'accounts',
  'limits',
  'changes',
  'sources',
  'measures',
  'taxonomy',
  'ingestion',
  'matching',
  'watchlists',
  'webhooks',
  'export',
  'mcp',
  'health',
  'docs',
  'operator',
]

type Kind = 'values' | 'reference' | 'contract' | 'platform' | 'core' | 'store' | 'operation' | 'edge' | 'top' | 'test'
type Place = { file: string; area: string; kind: Kind }

function placeOf(file: string): Place {
  const parts = file.split('/')
  const area = parts[0] === 'src' ? (parts.length === 2 ? 'top' : (parts[1] ?? '')) : (parts[0] ?? '')
  return { file, area, kind: kindOf(file, area, parts) }
}

function kindOf(file: string, area: string, parts: string[]): Kind {
  if (file.endsWith('.test.ts') || area === 'tests' || area === 'bench') return 'test'
  if (area === 'top') return 'top'
  if (area === 'values' || area === 'reference' || area === 'contract' || area === 'platform') return area
  if (parts[2] === 'core') return 'core'
  if (/^store(\.|$)|^.*-store\.ts$/.test(parts[2] ?? '')) return 'store'
  if (/routes\.ts$|\.job\.ts$|^tools\.ts$/.test(file)) return 'edge'
  return 'operation'
}

const isCapability = (area: string): boolean => capabilities.includes(area)
const isEarlier = (from: string, to: string): boolean => capabilities.indexOf(to) < capabilities.indexOf(from)

/** Why the import is not allowed; null when it is. */
function fault(from: Place, to: Place): string | null {
  if (to.kind === 'top') return 'main.ts and app.ts are imported by no one'
  if (to.kind === 'test') return 'tests are imported by tests only'
  switch (from.kind) {
    case 'values':
      return to.area === 'values' ? null : 'values/ imports nothing of ours but values/'
    case 'reference':
      return ['values', 'reference'].includes(to.area) ? null : 'reference/ imports values/ only'
    case 'contract':
      return ['values', 'contract'].includes(to.area) ? null : 'contract/ imports values/ only'
    case 'platform':
      return ['values', 'contract', 'platform'].includes(to.area) ? null : 'platform/ knows no capability'
    case 'core':
      if (['values', 'reference'].includes(to.area)) return null
      return to.kind === 'core' && (to.area === from.area || isEarlier(from.area, to.area))
        ? null
        : 'core/ imports core/ of its own or an earlier capability, values/ and reference/'
    case 'store':
      if (['values', 'reference'].includes(to.area) || to.file.startsWith('src/platform/database/')) return null
      return to.area === from.area && ['core', 'store'].includes(to.kind)
        ? null
        : 'a store imports its own core/ and the database'
    case 'operation':
    case 'edge':
      if (['values', 'reference', 'contract', 'platform'].includes(to.area)) return null
      if (!isCapability(to.area)) return 'not a capability'
      if (to.area === from.area) return from.kind === 'edge' && to.kind === 'store' ? 'an edge imports no store' : null
      if (!isEarlier(from.area, to.area)) return 'a capability imports earlier ones only'
      if (to.kind === 'store') return 'a store is imported by its own capability only'
      return to.kind === 'edge' ? 'an edge is imported by app.ts only' : null
    default:
      return null
  }
}

/** Statements that read tables of another capability: none but these, each with its reason. */
const readsTablesOfOthers = new Map<string, string>([
  ['src/limits/store.ts', 'one round trip decides key, account, plan, bucket and quota'],
  [
    'src/measures/catalogue-store.ts',
    'one reading gives the measures, and the publication and place of the feed of that state',
  ],
  [
    'src/sources/snapshot-store.ts',
    'sources are shown with their runs and counts, from memory, when nothing else answers',
  ],
])

/** Which capability owns a table. */
const tableOwners: Record<string, string> = {
  store_identity: 'platform',
  lease: 'platform',
  held_lease: 'platform',
  migration: 'platform',
  counter_probe: 'platform',
  write_probe: 'platform',
  last_start: 'sources',
  account: 'accounts',
  api_key: 'accounts',
  meter: 'limits',
  match_usage: 'limits',
  idempotency_key: 'limits',
  source: 'sources',
  run: 'ingestion',
  rejected_record: 'ingestion',
  held_record: 'ingestion',
  run_sign: 'ingestion',
  measure: 'measures',
  measure_version: 'measures',
  measure_record: 'measures',
  reminder: 'measures',
  link_check: 'measures',
  preparation: 'measures',
  prepared_measure: 'measures',
  feed_head: 'changes',
  event_kind: 'changes',
  change_event: 'changes',
  prepared_event: 'changes',
}

const files = globSync(['src/**/*.ts'], { cwd: root }).map((file) => file.split(path.sep).join('/'))
const importForm = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(importForm)].map((match) => match[1] ?? match[2] ?? '')
}

test('every folder of src/ is a place that the table knows', () => {
  const known = new Set(['top', 'values', 'reference', 'contract', 'platform', ...capabilities])
  assert.deepEqual(
    [...new Set(files.map((file) => placeOf(file).area))].filter((area) => !known.has(area)),
    [],
  )
})

test('no file imports what its kind may not', () => {
  const faults: string[] = []
  for (const file of files) {
    const from = placeOf(file)
    if (from.kind === 'top' || from.kind === 'test') continue
    for (const target of importsOf(file).filter((name) => name.startsWith('.'))) {
      const to = path.posix.join(path.posix.dirname(file), target)
      const reason = fault(from, placeOf(to))
      if (reason !== null) faults.push(`${file} -> ${to}: ${reason}`)
    }
  }
  assert.deepEqual(faults, [])
})

test('a core reads no clock, randomness, database, network, environment or log', () => {
  const forbidden =
    /\bDate\.now\b|\bnew Date\(\)|Math\.random|process\.env|Temporal\.Now|node:(?:fs|net|http|https|sqlite|dns|child_process|timers)\b|\bconsole\./
  const faults = files.filter(
    (file) => placeOf(file).kind === 'core' && forbidden.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(faults, [])
})

test('the environment is read in main.ts alone, the clock in platform/clock.ts alone', () => {
  const readsEnvironment = files.filter(
    (file) => placeOf(file).kind !== 'test' && /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(
    readsEnvironment.filter((file) => file !== 'src/main.ts'),
    [],
  )
  const readsClock = files.filter(
    (file) =>
      placeOf(file).kind !== 'test' && /\bDate\.now\(|Temporal\.Now/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  assert.deepEqual(
    readsClock.filter((file) => file !== 'src/platform/clock.ts'),
    [],
  )
})

test('every table of the migrations has an owner, and no other has', () => {
  const made = globSync('migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^create table (?:if not exists )?([a-z_]+)/gm)].map(
      ([, table]) => table ?? '',
    ),
  )
  // The one table that the runner of the migrations makes itself.
  assert.deepEqual(Object.keys(tableOwners).toSorted(), ['migration', ...made].toSorted())
})

test('no store reads or writes a table of another capability, but the named ones', () => {
  const statement = /\b(?:from|join|into|update)\s+([a-z_]+)\b/g
  const faults: string[] = []
  for (const file of files.filter((candidate) => ['store', 'platform'].includes(placeOf(candidate).kind))) {
    for (const match of readFileSync(path.join(root, file), 'utf8').matchAll(statement)) {
      const owner = tableOwners[match[1] ?? '']
      if (owner !== undefined && owner !== placeOf(file).area && !readsTablesOfOthers.has(file)) {
        faults.push(`${file}: ${match[1]} belongs to ${owner}`)
      }
    }
  }
  assert.deepEqual(faults, [])
})
