/** A disk without room is told apart from a store that does not answer. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { migrationsFolder } from '../../../tests/harness/store-templates.ts'
import { migrationsIn } from './migrations.ts'
import { faultOf } from './postgres/faults.ts'
import { replaceSqlite } from './sqlite/replacing.ts'
import { DiskFull } from './store-error.ts'

test('sqlite: a store that does not fit its disk says so, and nothing takes the place of what was there', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-full-'))
  try {
    const replacing = replaceSqlite(folder, {
      ...{ migrations: migrationsFolder, upTo: (await migrationsIn(migrationsFolder)).length, tables: [] },
      judge: () => Promise.resolve(),
      fill: async (sql) => {
        // As if the disk ended there.
        await sql.all('pragma max_page_count = 1')
        await sql.run("insert into measure_record (id, record) values ('a', $1)", ['x'.repeat(1_000_000)])
      },
      settle: () => Promise.resolve(),
    })
    await assert.rejects(replacing, DiskFull)
    assert.ok(!existsSync(path.join(folder, 'store.db')) && !existsSync(path.join(folder, 'restoring')))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('postgres: what the server says of a full disk is understood', () => {
  const fault = new pg.DatabaseError('could not extend file', 0, 'error')
  fault.code = '53100'
  assert.ok(faultOf(fault) instanceof DiskFull)
})
