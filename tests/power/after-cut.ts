/** A folder as a power cut left it: what a service that starts there has to find. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkUp } from '../../src/health/check-up.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openSqlite } from '../../src/platform/database/sqlite/sqlite.ts'
import { embeddedSecretKey } from '../../src/platform/secret-key.ts'
import { migrationsFolder } from '../harness/store-templates.ts'
import type { Claim, Count } from './claims.ts'
import type { Fate, Kept } from './disk.ts'

const storeFiles = ['store.db', 'counters.db', 'behind.db']

/** Writes what a disk kept under another folder. What was shared memory is nobody's any more, and holds anything. */
export function putBack(kept: Kept, from: string, to: string, chance: () => number): void {
  mkdirSync(to, { recursive: true })
  for (const [name, bytes] of kept) {
    const place = path.join(to, path.relative(from, name))
    if (bytes === null) mkdirSync(place, { recursive: true })
    else if (name.endsWith('-shm')) writeFileSync(place, Buffer.from(bytes.map(() => Math.floor(chance() * 256))))
    else writeFileSync(place, bytes)
  }
}

/** What is wrong there, in words. */
export async function faultsIn(folder: string, expected: { claims: Claim[]; requests: Count }): Promise<string[]> {
  const faults: string[] = []
  const look = async (what: string, work: () => Promise<unknown> | unknown): Promise<void> => {
    try {
      await work()
    } catch (fault) {
      faults.push(`${what}: ${fault instanceof Error ? fault.message.split('\n').slice(0, 4).join(' ') : fault}`)
    }
  }
  await look('a service starts there', async () => {
    embeddedSecretKey(folder)
    const database = await openSqlite({ folder })
    try {
      await migrate(database, { folder: migrationsFolder })
      for (const { what, check } of expected.claims) await look(what, () => check({ database, folder }))
      await look('requests are counted', () => areCounted(database, expected.requests))
      await look('the check-up', () => findsNoFault(database))
      await look('mails', () => areWhole(database, folder))
    } finally {
      await database.close()
    }
    for (const name of storeFiles) await look(name, () => isSound(path.join(folder, name)))
  })
  return faults
}

function isSound(file: string): void {
  const store = new DatabaseSync(file)
  try {
    assert.deepEqual(
      store
        .prepare('pragma integrity_check')
        .all()
        .map((row) => ({ ...row })),
      [{ integrity_check: 'ok' }],
    )
    assert.deepEqual(store.prepare('pragma foreign_key_check').all(), [])
  } finally {
    store.close()
  }
}

async function areCounted(database: Database, { fewest, most }: Count): Promise<void> {
  const row = await database.counters.one<{ n: number | null }>('select sum(requests) as n from meter', [])
  const counted = Number(row?.n ?? 0)
  assert.ok(counted >= fewest && counted <= most, `${counted}, where ${fewest} to ${most} were made`)
}

async function findsNoFault(database: Database): Promise<void> {
  const findings = await checkUp({ database, lookups: referenceLookups }, Date.now())
  assert.deepEqual(
    findings.filter(({ level }) => level === 'fault').map(({ check, message }) => `${check}: ${message}`),
    [],
  )
}

/** What was sent into a file is there, from its first line to its last. */
async function areWhole(database: Database, folder: string): Promise<void> {
  const sent = await database.all<{ id: string }>("select id from mail where state = 'sent'")
  const names = await readdir(path.join(folder, 'mail')).catch((): string[] => [])
  for (const { id } of sent) assert.ok(names.includes(`${id}.eml`), `${id} was sent, and is not there`)
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const text = await readFile(path.join(folder, 'mail', name), 'utf8')
    assert.ok(/^[A-Z][\w-]+: /.test(text) && /--\r\n\s*$/.test(text) && !text.includes('\0'), `${name} is torn`)
  }
}

/** A way in which a disk forgets, by chance; `last`: the place in the log of the cut. */
export function someFate(chance: () => number, last: number): { name: string; fate: Fate } {
  const kind = chance()
  if (kind < 0.3) return { name: 'all is lost that was not synced', fate: () => 'lost' }
  if (kind < 0.4) return { name: 'nothing is lost', fate: () => 'kept' }
  if (kind < 0.55) {
    const first = last * chance()
    return { name: `all is lost from ${Math.floor(first)} on`, fate: (index) => (index < first ? 'kept' : 'lost') }
  }
  if (kind < 0.65) return { name: 'names are lost', fate: (_, of) => (of === 'name' ? 'lost' : 'kept') }
  if (kind < 0.75) return { name: 'bytes are lost', fate: (_, of) => (of === 'bytes' ? 'lost' : 'kept') }
  const shares = new Map<object, [kept: number, torn: number]>()
  return {
    name: 'some is lost of each',
    fate: (_, of, file) => {
      const [kept, torn] = shares.get(file) ?? [chance(), chance()]
      shares.set(file, [kept, torn])
      if (of === 'bytes' && chance() < torn / 2) return 'torn'
      return chance() < kept ? 'kept' : 'lost'
    },
  }
}
