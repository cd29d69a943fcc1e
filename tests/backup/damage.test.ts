/** A file that is not, byte for byte, a backup of this release or an earlier one makes no store. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { writeContent } from '../../src/backup/file/content.ts'
import { type BackupHeader, headerBlock, headerBytes, headerIn } from '../../src/backup/file/header.ts'
import { verifiedBackup } from '../../src/backup/file/open-backup.ts'
import { migrate, migrationsIn, migrationsOf } from '../../src/platform/database/migrations.ts'
import { columnsOf, linesOf } from '../../src/platform/database/rows.ts'
import { emptyInstallation, type Installation, usedInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'
import { chance } from '../harness/random-measures.ts'
import { projectRoot } from '../harness/started-process.ts'
import { migrationsFolder } from '../harness/store-templates.ts'

const embedded = engines[0] ?? assert.fail()
let origin: Installation
let whole: Buffer
before(async () => {
  origin = await usedInstallation(embedded)
  await withFolder(async (folder) => {
    await origin.operator.done('backup', '--to', path.join(folder, 'backup'))
    whole = readFileSync(path.join(folder, 'backup'))
  })
})
after(() => origin.remove())

const headerOf = (): BackupHeader => headerIn(whole.subarray(0, headerBytes)) ?? assert.fail()
const withHeader = (changes: Partial<BackupHeader>): Buffer =>
  Buffer.concat([headerBlock({ ...headerOf(), ...changes }), whole.subarray(headerBytes)])

async function codeOf(file: string, bytes: Uint8Array): Promise<string> {
  writeFileSync(file, bytes)
  return verifiedBackup(file).then(
    () => 'whole',
    (fault: unknown) => (fault as { code?: string }).code ?? String(fault),
  )
}

test('a backup of which any bit is another, that is cut anywhere, or longer, is refused', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'damaged')
    const random = chance(16)
    assert.equal(await codeOf(file, whole), 'whole')
    for (let trial = 0; trial < 300; trial += 1) {
      // As often in the first line, the rest of the block, and the content.
      const [from, to] =
        (
          [
            [0, 5_000],
            [0, headerBytes],
            [headerBytes, whole.length],
          ] as const
        )[trial % 3] ?? assert.fail()
      const at = from + Math.floor(random() * (to - from))
      const bit = 1 << Math.floor(random() * 8)
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(at) ^ bit, at)
      assert.equal(await codeOf(file, flipped), 'not_a_whole_backup', `bit ${bit} at ${at}`)
      assert.equal(await codeOf(file, whole.subarray(0, at)), 'not_a_whole_backup', `cut at ${at}`)
    }
    assert.equal(await codeOf(file, Buffer.concat([whole, Buffer.from([0])])), 'not_a_whole_backup')
    assert.equal(await codeOf(file, Buffer.alloc(0)), 'not_a_whole_backup')
  }))

test('a header that does not tell of its content is refused, however right its digest is', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'wrong')
    const { content, tables } = headerOf()
    const fewer = tables.map((each) => (each.table === 'account' ? { ...each, rows: each.rows - 1 } : each))
    for (const changes of [
      { content: { ...content, sha256: 'a'.repeat(64) } },
      { content: { ...content, bytes: content.bytes - 1 } },
      { tables: fewer },
      { tables: tables.slice(1) },
    ])
      assert.equal(await codeOf(file, withHeader(changes)), 'not_a_whole_backup', JSON.stringify(changes).slice(0, 60))
  }))

for (const engine of engines)
  test(`${engine.name}: a damaged backup, a newer one and one of another schema leave nothing where they were to go`, () =>
    withFolder(async (folder) => {
      const place = await emptyInstallation(engine)
      try {
        const file = path.join(folder, 'refused')
        const { migrations } = headerOf()
        const files: [code: string, bytes: Uint8Array][] = [
          ['not_a_whole_backup', whole.subarray(0, -1)],
          ['not_a_whole_backup', Buffer.from('{"format":"subsidies-backup"}')],
          ['backup_newer', withHeader({ version: 2 })],
          [
            'backup_newer',
            withHeader({ migrations: [...migrations, { number: 99, name: '0099-later.sql', digest: 'a' }] }),
          ],
          [
            'backup_of_another_schema',
            withHeader({ migrations: migrations.map((each) => ({ ...each, digest: 'b' })) }),
          ],
        ]
        for (const [code, bytes] of files) {
          writeFileSync(file, bytes)
          assert.equal(await place.operator.refused('restore', '--from', file), code)
          assert.equal(await place.operator.refused('accounts', 'list'), 'no_store')
        }
        if (place.settings.databaseUrl === null) assert.ok(!existsSync(path.join(place.settings.dataDir, 'store.db')))
      } finally {
        await place.remove()
      }
    }))

/** A backup as an earlier release wrote it: its tables, at its last migration. */
async function backupOfRelease(from: Installation, upTo: number, file: string): Promise<void> {
  await from.within(async (database) => {
    await migrate(database, { folder: migrationsFolder, upTo })
    await database.run(
      "insert into account (id, email, email_folded, plan, created_at) values ('acc_1', 'A@x.example', 'a@x.example', 'pro', 1)",
    )
    const held = headerOf().tables.map(({ table }) => table)
    const handle = await open(file, 'w')
    const tables: { table: string; rows: number }[] = []
    const header = await database.wholeSnapshot(async (state) => {
      const text = async function* (): AsyncGenerator<string> {
        for (const table of held) {
          const columns = await columnsOf(state, database.engine, table)
          if (columns.length === 0) continue
          yield `${JSON.stringify({ table, columns })}\n`
          let rows = 0
          for await (const lines of linesOf(state, database.engine, table, columns)) {
            if (lines.length > 0) yield `${lines.join('\n')}\n`
            rows += lines.length
          }
          tables.push({ table, rows })
        }
      }
      const content = await writeContent(handle, text())
      return { ...headerOf(), sealed: 0, migrations: await migrationsOf(state), tables, content }
    })
    await handle.write(headerBlock(header), 0, headerBytes, 0)
    await handle.close()
  })
}

for (const engine of engines)
  test(`${engine.name}: a backup of an earlier release is restored, and brought to this one's schema`, () =>
    withFolder(async (folder) => {
      const newest = (await migrationsIn(migrationsFolder)).length
      for (const upTo of [2, 10, 13, newest - 1]) {
        const [old, place] = [await emptyInstallation(engine), await emptyInstallation(engine)]
        try {
          const file = path.join(folder, String(upTo))
          await backupOfRelease(old, upTo, file)
          await place.operator.done('restore', '--from', file)
          await place.within(async (database) => {
            assert.equal((await migrationsOf(database)).length, newest)
            const row = await database.one('select id, email, plan, plan_by, email_verified from account')
            // 0013 says of accounts of before who gave their plan; those after it say it themselves.
            const planBy = upTo < 13 ? 'operator' : null
            assert.deepEqual(
              { ...row },
              { id: 'acc_1', email: 'A@x.example', plan: 'pro', plan_by: planBy, email_verified: 1 },
            )
            const consumers = await database.all('select name from feed_consumer order by name')
            assert.deepEqual(
              consumers.map(({ name }) => name),
              ['watchlists', 'webhooks'],
            )
          })
        } finally {
          await old.remove()
          await place.remove()
        }
      }
    }))

test('a backup that does not fit its disk says so, and leaves nothing', () =>
  withFolder(async (folder) => {
    const place = await emptyInstallation(embedded)
    try {
      await place.operator.done('migrate')
      // What cannot be compressed, three times as much as fits.
      const texts = Array.from({ length: 30 }, (_, number) => [String(number), randomBytes(100_000).toString('base64')])
      await place.within((database) => database.insertMany('measure_record', ['id', 'record'], texts))
      const file = path.join(folder, 'x')
      const limited = 'ulimit -f 2000; exec "$0" src/begin.mjs backup --json --to "$1"'
      const child = promisify(execFile)('sh', ['-c', limited, process.execPath, file], {
        cwd: projectRoot,
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...place.environment },
      })
      const { stdout } = (await child.catch((fault: unknown) => fault)) as { stdout: string }
      assert.equal(JSON.parse(stdout).error.code, 'disk_full')
      assert.deepEqual(readdirSync(folder), [])
    } finally {
      await place.remove()
    }
  }))
