/** What a restore does not take back, and what keeps it from being made. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { digestOf } from '../../src/accounts/api-key.ts'
import { admit } from '../../src/limits/store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { claimLease } from '../../src/platform/leases.ts'
import { emptyInstallation, usedInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'
import { operatorOn } from '../harness/operator.ts'
import { numberOf } from '../harness/register-files.ts'

type Used = Awaited<ReturnType<typeof usedInstallation>>
/** An enterprise that is forgotten after the backup; one that is not there was before it. */
const forgotten = numberOf(9_999_997)

type Honoured = { honoured: Record<string, number> }

/** A backup of a used store, then what happens to the store after it, and the ledger of then. */
async function scene(
  engine: (typeof engines)[number],
  work: (scene: {
    origin: Used
    backup: string
    ledger: string
    folder: string
    revokedKey: string
    erased: string
  }) => Promise<void>,
): Promise<void> {
  const origin = await usedInstallation(engine)
  try {
    await withFolder(async (folder) => {
      const [backup, ledger] = [path.join(folder, 'backup'), path.join(folder, 'ledger')]
      const { operator, accounts, keys } = origin
      const made = await operator.done<{ id: string; key: string }>(
        ...['keys', 'create', '--account', accounts.enterprise, '--mode', 'live', '--name', 'revoked later'],
      )
      await origin.within((database) => admit(database, digestOf(keys.enterprise), null))
      await operator.done('backup', '--to', backup)
      await operator.done('keys', 'revoke', made.id)
      await operator.done('accounts', 'delete', accounts.pro)
      await operator.done('companies', 'forget', forgotten)
      await origin.within(async (database) => {
        for (let count = 0; count < 2; count += 1) await admit(database, digestOf(keys.enterprise), null)
        const now = Date.now()
        await database.run('update match_usage set evaluations = 40 where account_id = $1', [accounts.enterprise])
        await database.run("update mail set state = 'sent', ended_at = $1, due_at = null where id = 'mail_1'", [now])
        await database.run(
          `insert into mail (id, account_id, kind, cause, parameters, created_at, state, ended_at, due_at)
           values ('mail_2', $1, 'quota', 'b', '{}', $2, 'sent', $2, null)`,
          [accounts.enterprise, now],
        )
        await database.run(
          "update webhook_delivery set status = 'delivered', delivered_at = $1, due_at = null where id = 'whd_waits'",
          [now],
        )
      })
      await operator.done('backup', '--ledger', ledger)
      await work({ origin, backup, ledger, folder, revokedKey: made.key, erased: accounts.pro })
    })
  } finally {
    await origin.remove()
  }
}

async function kept(database: Database, { accounts, keys }: Used, revokedKey: string) {
  const revoked = await admit(database, digestOf(revokedKey), null)
  const erased = await admit(database, digestOf(keys.pro), null)
  const standing = await database.one('select email, deleted_at is not null as gone from account where id = $1', [
    accounts.pro,
  ])
  const requests = await database.one<{ requests: number }>(
    'select max(requests) as requests from meter where account_id = $1',
    [accounts.enterprise],
  )
  const usage = await database.one('select max(evaluations) as evaluations from match_usage where account_id = $1', [
    accounts.enterprise,
  ])
  const mails = await database.all("select id, state, due_at from mail where kind <> 'security' order by id")
  const delivery = await database.one("select status, due_at from webhook_delivery where id = 'whd_waits'")
  const numbers = await database.all('select enterprise_number from forgotten_company order by enterprise_number')
  return {
    forgotten: numbers.map((row) => row.enterprise_number),
    ...{ revoked: revoked.outcome, erased: erased.outcome, standing: { ...standing }, requests: requests?.requests },
    ...{ evaluations: usage?.evaluations, mails: mails.map((row) => ({ ...row })), delivery: { ...delivery } },
  }
}

const allKept = {
  forgotten: ['0999999922', forgotten].sort(),
  ...{
    revoked: 'unauthorized',
    erased: 'unauthorized',
    standing: { email: '', gone: 1 },
    requests: 3,
    evaluations: 40,
  },
  mails: [
    { id: 'mail_1', state: 'sent', due_at: null },
    { id: 'mail_2', state: 'sent', due_at: null },
  ],
  delivery: { status: 'delivered', due_at: null },
}
const nothingElse = { revoked_before: 0, ending: 0 }
const allHonoured = {
  erased: 1,
  revoked: 1,
  forgotten: 1,
  requests: 1,
  evaluations: 1,
  mailed: 2,
  delivered: 1,
  ...nothingElse,
}

for (const engine of engines) {
  test(`${engine.name}: the ledger of another life of the store is kept when one of this life takes its name`, () =>
    scene(engine, async ({ ledger, folder }) => {
      const before = readFileSync(ledger, 'utf8')
      const fresh = await emptyInstallation(engine)
      try {
        await fresh.operator.done('migrate')
        for (let turn = 0; turn < 2; turn += 1) await fresh.operator.done('backup', '--ledger', ledger)
      } finally {
        await fresh.remove()
      }
      assert.notEqual(readFileSync(ledger, 'utf8'), before)
      const kept = readdirSync(folder).filter((name) => name.startsWith('ledger.'))
      assert.equal(kept.length, 1)
      assert.equal(readFileSync(path.join(folder, kept[0] ?? ''), 'utf8'), before)
    }))

  test(`${engine.name}: what the replaced store tells of erasures, revocations, counts and what was sent, holds`, () =>
    scene(engine, async ({ origin, backup, revokedKey }) => {
      const { honoured } = await origin.operator.done<Honoured>('restore', '--from', backup, '--replace')
      assert.deepEqual(honoured, allHonoured)
      assert.deepEqual(await origin.within((database) => kept(database, origin, revokedKey)), allKept)
    }))

  test(`${engine.name}: what a ledger tells of them holds where the store is lost, and a second restore finds it so`, () =>
    scene(engine, async ({ origin, backup, ledger, revokedKey }) => {
      const place = await emptyInstallation(engine)
      try {
        const words = ['restore', '--from', backup, '--ledger', ledger]
        assert.deepEqual((await place.operator.done<Honoured>(...words)).honoured, allHonoured)
        assert.deepEqual(await place.within((database) => kept(database, origin, revokedKey)), allKept)
        const plain = await place.operator.done<Honoured>('restore', '--from', backup, '--replace')
        assert.deepEqual(plain.honoured.erased, 1)
        assert.deepEqual(await place.within((database) => kept(database, origin, revokedKey)), allKept)
      } finally {
        await place.remove()
      }
    }))

  test(`${engine.name}: without either, the backup holds as it is`, () =>
    scene(engine, async ({ origin, backup, revokedKey }) => {
      const place = await emptyInstallation(engine)
      try {
        const { honoured } = await place.operator.done<Honoured>('restore', '--from', backup)
        assert.deepEqual([...new Set(Object.values(honoured))], [0])
        const { revoked, delivery } = await place.within((database) => kept(database, origin, revokedKey))
        assert.deepEqual([revoked, delivery.status], ['admitted', 'pending'])
      } finally {
        await place.remove()
      }
    }))

  test(`${engine.name}: a store with accounts is replaced when its operator says so, and one in use never`, () =>
    scene(engine, async ({ origin, backup, erased }) => {
      const { operator, settings } = origin
      assert.equal(await operator.refused('restore', '--from', backup), 'store_exists')
      const user = await openDatabase(settings)
      try {
        await claimLease(user, { now: () => Date.now() }, 'schedule', 'a-machine:42:x')
        const { out } = await operator.command('restore', '--from', backup, '--replace', '--json')
        const { error } = JSON.parse(out)
        assert.equal(error.code, 'store_in_use')
        assert.match(error.message, /a-machine:42:x/)
        assert.deepEqual(
          await user
            .one('select count(*) as gone from erased_account where id = $1', [erased])
            .then((row) => row?.gone),
          1,
        )
      } finally {
        await user.run("update account set language = 'nl'")
        await user.counters.run('delete from held_lease')
        await user.close()
      }
      await operator.done('restore', '--from', backup, '--replace')
    }))

  test(`${engine.name}: a backup with secrets is restored with their key alone, which may be the one before`, () =>
    scene(engine, async ({ origin, backup }) => {
      const own = origin.environment.SECRET_KEY ?? ''
      const other = randomBytes(32).toString('base64')
      const restoredWith = async (keys: Record<string, string>): Promise<string> => {
        const place = await emptyInstallation(engine)
        try {
          const { SECRET_KEY: _, ...rest } = place.environment
          const { out } = await operatorOn({ ...rest, ...keys }).command('restore', '--from', backup, '--json')
          const document = JSON.parse(out)
          return document.error?.code ?? 'restored'
        } finally {
          await place.remove()
        }
      }
      assert.equal(await restoredWith({ SECRET_KEY: other }), 'wrong_secret_key')
      assert.equal(await restoredWith({}), 'wrong_secret_key')
      assert.equal(await restoredWith({ SECRET_KEY: other, SECRET_KEY_PREVIOUS: own }), 'restored')
      assert.equal(await restoredWith({ SECRET_KEY: own }), 'restored')
    }))

  test(`${engine.name}: a ledger that is cut, changed or none is refused, and nothing is touched`, () =>
    scene(engine, async ({ origin, backup, ledger, folder }) => {
      const text = readFileSync(ledger, 'utf8')
      const wrong = path.join(folder, 'wrong')
      const lines = text.split('\n')
      const texts = [
        '',
        text.slice(0, -5),
        lines.slice(0, -2).join('\n'),
        text.replace('"revoked"', '"erased"'),
        text.replace('"revoked"', '"other"'),
        [lines[0], ...lines.slice(2)].join('\n'),
        `${text}["erased","acc_x",1]\n`,
        text.replace(`${lines[1]}\n`, 'null\n'),
        [...lines.slice(0, -2), 'null', ''].join('\n'),
        `${text}${' '.repeat(100_000)}`,
        `${'{'.repeat(100_000)}`,
        readFileSync(backup, 'latin1'),
      ]
      for (const [place, each] of texts.entries()) {
        writeFileSync(wrong, each)
        assert.equal(
          await origin.operator.refused('restore', '--from', backup, '--replace', '--ledger', wrong),
          'not_a_whole_ledger',
          String(place),
        )
      }
      writeFileSync(wrong, text.replace('"version":1', '"version":2'))
      assert.equal(
        await origin.operator.refused('restore', '--from', backup, '--replace', '--ledger', wrong),
        'ledger_newer',
      )
      const none = path.join(folder, 'none')
      assert.equal(
        await origin.operator.refused('restore', '--from', backup, '--replace', '--ledger', none),
        'no_such_file',
      )
      const gone = await origin.within((database) => database.one('select count(*) as gone from erased_account'))
      assert.equal(gone?.gone, 2)
    }))
}

test('sqlite: a store that cannot be read is replaced with a ledger, or by who says that there is none', () =>
  scene(engines[0] ?? assert.fail(), async ({ origin, backup, ledger, revokedKey }) => {
    const file = path.join(origin.settings.dataDir, 'store.db')
    const breakIt = (): void => {
      writeFileSync(file, randomBytes(8192))
      truncateSync(file, 5000)
    }
    const asked = (...words: string[]) => origin.operator.command('restore', '--from', backup, '--json', ...words)
    breakIt()
    for (const words of [['--replace'], ['--ledger', ledger], ['--without-ledger']]) {
      const { out } = await asked(...words)
      assert.equal(JSON.parse(out).error.code, 'store_unreadable', words.join(' '))
    }
    assert.equal((await asked('--replace', '--ledger', ledger)).status, 0)
    assert.deepEqual(await origin.within((database) => kept(database, origin, revokedKey)), allKept)
    breakIt()
    assert.equal((await asked('--replace', '--without-ledger')).status, 0)
    const { revoked } = await origin.within((database) => kept(database, origin, revokedKey))
    assert.equal(revoked, 'admitted')
  }))

test('sqlite: where the file of the store alone is gone, what is left of it is not thrown away without a word', () =>
  scene(engines[0] ?? assert.fail(), async ({ origin, backup, ledger, revokedKey }) => {
    rmSync(path.join(origin.settings.dataDir, 'store.db'))
    assert.equal(await origin.operator.refused('restore', '--from', backup), 'store_unreadable')
    await origin.operator.done('restore', '--from', backup, '--replace', '--ledger', ledger)
    assert.deepEqual(await origin.within((database) => kept(database, origin, revokedKey)), allKept)
  }))
