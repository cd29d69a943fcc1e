/** A store that has lost a part of itself, and a place that is somebody else's: what a start, a check-up and a restore say. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { emptyInstallation, type Installation, usedInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'

const embedded = engines[0] ?? assert.fail()
const postgres = engines.find(({ name }) => name === 'postgres')
const skip = postgres === undefined ? 'TEST_DATABASE_URL names no server' : false

type Failed = { error: { code: string; message: string } }
type Honoured = { honoured: Record<string, number> }

/** A used store, a backup of it, and a key that was revoked after that. */
async function scene(
  engine: (typeof engines)[number],
  work: (place: Installation, backup: string) => Promise<void>,
): Promise<void> {
  const origin = await usedInstallation(engine)
  try {
    await withFolder(async (folder) => {
      const backup = path.join(folder, 'backup')
      const { operator, accounts } = origin
      const made = await operator.done<{ id: string }>(
        ...['keys', 'create', '--account', accounts.enterprise, '--mode', 'live', '--name', 'revoked later'],
      )
      await operator.done('backup', '--to', backup)
      await operator.done('keys', 'revoke', made.id)
      await work(origin, backup)
    })
  } finally {
    await origin.remove()
  }
}

async function failed({ operator }: Installation, ...words: string[]): Promise<Failed['error']> {
  const { out, status } = await operator.command(...words, '--json')
  assert.notEqual(status, 0)
  return (JSON.parse(out) as Failed).error
}

function lose({ settings }: Installation, file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path.join(settings.dataDir, file + ending), { force: true })
}

for (const [file, isOfCounts] of [
  ['counters.db', true],
  ['behind.db', false],
] as const)
  test(`sqlite: without ${file} a store is not gone on with, however often it is started, until its operator says so`, () =>
    scene(embedded, async (place) => {
      lose(place, file)
      for (const words of [['doctor'], ['migrate'], ['doctor']]) {
        const { code, message } = await failed(place, ...words)
        assert.equal(code, 'wrong_store')
        assert.match(message, new RegExp(`${file.replace('.', '\\.')} beside store\\.db.*migrate --make-lost`))
      }
      assert.equal((await place.operator.done<{ applied: string[] }>('migrate', '--make-lost')).applied.length, 0)
      await place.operator.done('migrate')
      const counts = await place.within((database) => database.all('select requests from meter'))
      assert.equal(counts.length === 0, isOfCounts)
    }))

/** What a file of the engine begins with. */
const whole = Buffer.from('SQLite format 3\0')

for (const [what, breaks] of [
  ['is gone', (place: Installation) => lose(place, 'counters.db')],
  ['is empty', (place: Installation) => writeFileSync(path.join(place.settings.dataDir, 'counters.db'), '')],
  [
    'cannot be read',
    (place: Installation) => writeFileSync(path.join(place.settings.dataDir, 'counters.db'), randomBytes(9000)),
  ],
  [
    'is torn',
    (place: Installation) => {
      const torn = Buffer.concat([whole, randomBytes(8192)])
      torn.fill(0xff, 100, 4096)
      writeFileSync(path.join(place.settings.dataDir, 'counters.db'), torn)
    },
  ],
] as const)
  test(`sqlite: a restore over a store whose counters.db ${what} says that its counts are lost, and keeps to the rest`, () =>
    scene(embedded, async (place, backup) => {
      lose(place, 'counters.db')
      breaks(place)
      const { code, message } = await failed(place, 'restore', '--from', backup, '--replace')
      assert.equal(code, 'store_unreadable')
      assert.match(message, /counters\.db/)
      const { honoured } = await place.operator.done<Honoured>(
        ...['restore', '--from', backup, '--replace', '--without-ledger'],
      )
      assert.equal(honoured.revoked, 1)
    }))

test('sqlite: without the log of requests nothing is lost that a restore keeps to', () =>
  scene(embedded, async (place, backup) => {
    lose(place, 'behind.db')
    const { honoured } = await place.operator.done<Honoured>('restore', '--from', backup, '--replace')
    assert.equal(honoured.revoked, 1)
    assert.ok(existsSync(path.join(place.settings.dataDir, 'behind.db')))
  }))

async function onServer({ settings }: Installation, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl ?? assert.fail() })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test('postgres: a store that cannot be read is told so, and replaced by who knows what that means', { skip }, () =>
  scene(postgres ?? assert.fail(), async (place, backup) => {
    await onServer(place, 'alter table migration rename column digest to x')
    assert.equal((await failed(place, 'restore', '--from', backup, '--replace')).code, 'store_unreadable')
    await place.operator.done('restore', '--from', backup, '--replace', '--without-ledger')
    await place.operator.done('migrate')
  }),
)

test("postgres: tables of somebody else under the store's names are told, and left", { skip }, () =>
  scene(postgres ?? assert.fail(), async (_, backup) => {
    const place = await emptyInstallation(postgres ?? assert.fail())
    try {
      await onServer(place, 'create table account (theirs text)')
      const { code, message } = await failed(place, 'restore', '--from', backup, '--replace', '--without-ledger')
      assert.equal(code, 'place_taken')
      assert.match(message, /account/)
      await onServer(place, "insert into account (theirs) values ('still here')")
    } finally {
      await place.remove()
    }
  }),
)
