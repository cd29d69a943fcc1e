/** The one table of tables, held against the stores that the migrations make, and against the SQL of every capability. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { erasers } from '../../src/erasers.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { tables } from '../../src/tables.ts'
import { engines } from '../harness/databases.ts'
import { placesOf, readTree, withoutComments } from './source-tree.ts'

type TableName = keyof typeof tables
type StandingTable = { table: string; file: 'store' | 'counters' | 'behind' }

const isTable = (name: string): name is TableName => name in tables
const names = Object.keys(tables).filter(isTable).toSorted()

/** Statements that read tables of another capability: none but these, each with its reason. Nobody writes them. */
const readsOfOthers: [file: string, tables: TableName[], why: string][] = [
  ['src/accounts/store.ts', ['feed_head'], 'a plan tells of what comes after it, by the order of the feed'],
  [
    'src/backup/backup-store.ts',
    ['account', 'webhook'],
    'whose store it is, and whether anything in it is encrypted, decides what a restore asks for',
  ],
  [
    'src/billing/lasting-store.ts',
    ['account'],
    'in a restored store any account may have begun to pay since the backup',
  ],
  ['src/limits/lasting-store.ts', ['account'], 'counts of accounts that a restored store does not have are left out'],
  [
    'src/limits/store.ts',
    ['account', 'api_key', 'feed_head'],
    'one round trip decides key, account, plan, bucket and quota, and says the newest publication',
  ],
  ['src/limits/quota-mail/use-store.ts', ['account'], 'what accounts have used is read account after account'],
  ['src/mail/lasting-store.ts', ['account'], 'mails of accounts that a restored store does not have are left out'],
  [
    'src/measures/catalogue/catalogue-store.ts',
    ['feed_head'],
    'one reading gives the measures, and the publication and place of the feed of that state',
  ],
  [
    'src/sources/snapshot-store.ts',
    ['run', 'measure'],
    'sources are shown with their runs and counts, from memory, when nothing else answers',
  ],
  [
    'src/webhooks/lasting-store.ts',
    ['change_event'],
    'deliveries of events that a restored store does not have are left out',
  ],
]

for (const engine of engines) {
  test(`${engine.name}: the tables of a migrated store are those of the list, each in its file`, async () => {
    await using store = await engine.open()
    const standing = await tablesOf(store.database)
    const listed = names.map((table) => ({
      table,
      file: store.database.engine === 'sqlite' ? tables[table].sqliteFile : 'store',
    }))
    const byName = (a: StandingTable, b: StandingTable): number => (a.table < b.table ? -1 : 1)
    assert.deepEqual(
      standing.toSorted(byName),
      listed.toSorted(byName),
      'src/tables.ts: name the tables of the migrations',
    )
  })

  test(`${engine.name}: a table is personal exactly where its rows name an account`, async () => {
    await using store = await engine.open()
    for (const table of names) {
      const columns = await columnsOf(store.database, table)
      const { accountColumn } = tables[table]
      if (table === 'account') assert.equal(accountColumn, 'id')
      else assert.equal(accountColumn, columns.includes('account_id') ? 'account_id' : null, table)
    }
  })
}

test('what a deleted account leaves in a personal table is erased by one eraser, or goes with the account itself', () => {
  const withAccount: TableName[] = ['account', 'api_key', 'capability_gain']
  const personal = names.filter((table) => tables[table].accountColumn !== null)
  assert.deepEqual(
    [...withAccount, ...erasers.flatMap((eraser) => eraser.tables)].toSorted(),
    personal,
    'src/erasers.ts: one eraser for each personal table of src/tables.ts',
  )
})

async function tablesOf(database: Database): Promise<StandingTable[]> {
  if (database.engine === 'postgres') {
    const rows = await database.all<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    )
    return rows.map(({ name }) => ({ table: name, file: 'store' }))
  }
  const inFile = async (schema: string, file: StandingTable['file']): Promise<StandingTable[]> => {
    const rows = await database.all<{ name: string }>(
      `select name from ${schema}.sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    )
    return rows.map(({ name }) => ({ table: name, file }))
  }
  return [
    ...(await inFile('main', 'store')),
    ...(await inFile('counters', 'counters')),
    ...(await inFile('behind', 'behind')),
  ]
}

async function columnsOf(database: Database, table: TableName): Promise<string[]> {
  const rows = await database.all<{ name: string }>(
    database.engine === 'sqlite'
      ? 'select name from pragma_table_info($1)'
      : 'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1',
    [table],
  )
  return rows.map(({ name }) => name)
}

const texts = readTree()
const placeOf = placesOf(texts)
const code = [...texts].filter(([file]) => placeOf(file).kind !== 'test')

type Touch = { file: string; table: TableName; writes: boolean }

const written = /\b(?:insert into|update|delete from)\s+([a-z_]+)\b|\binsertMany\(\s*'([a-z_]+)'/g
const named = /\b(?:from|join|into|update)\s+([a-z_]+)\b|\binsertMany\(\s*'([a-z_]+)'/g

/** Which tables the SQL of a file names, and whether it writes them. */
function touchesIn(file: string, text: string): Touch[] {
  const bare = withoutComments(text)
  const found = (form: RegExp): Set<TableName> =>
    new Set([...bare.matchAll(form)].map(([, plain, many]) => plain ?? many ?? '').filter(isTable))
  const writes = found(written)
  return [...found(named)].map((table) => ({ file, table, writes: writes.has(table) }))
}

const touches = code
  .filter(([file]) => placeOf(file).kind === 'store' || placeOf(file).area === 'platform')
  .flatMap(([file, text]) => touchesIn(file, text))

test('a table belongs to a folder of src/, and its SQL writes it', () => {
  const areas = new Set(code.map(([file]) => placeOf(file).area))
  assert.deepEqual(
    names.filter((table) => !areas.has(tables[table].owner)),
    [],
  )
  const writtenByOwner = new Set(
    touches
      .filter(({ file, table, writes }) => writes && placeOf(file).area === tables[table].owner)
      .map(({ table }) => table),
  )
  // The old table of leases is read by releases before 0006 alone; the probes are written by one statement with a name.
  const unwritten: TableName[] = ['counter_probe', 'lease', 'write_probe']
  assert.deepEqual(
    names.filter((table) => !writtenByOwner.has(table)),
    unwritten,
  )
})

test('no capability writes a table of another, and only the named statements read one', () => {
  const ofOthers = touches.filter(({ file, table }) => placeOf(file).area !== tables[table].owner)
  assert.deepEqual(
    ofOthers.filter(({ writes }) => writes),
    [],
  )
  const read = ofOthers.map(({ file, table }) => `${file}: ${table}`).toSorted()
  assert.deepEqual(read, readsOfOthers.flatMap(([file, of]) => of.map((table) => `${file}: ${table}`)).toSorted())
})

test('SQL stands in stores and in the platform alone', () => {
  const statement =
    /['`]\s*(?:select\s[^'`]*\sfrom\s|insert into\s|update\s[^'`]*\sset\s|delete from\s|with\s[^'`]*\sas \()/
  assert.deepEqual(
    code
      .filter(([file]) => placeOf(file).kind !== 'store' && placeOf(file).area !== 'platform')
      .filter(([, text]) => statement.test(withoutComments(text)))
      .map(([file]) => file),
    [],
  )
})
