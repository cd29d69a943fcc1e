/** What a store and a ledger tell a restore: whose life they are of, how far they reach, and what is said where they do not. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { noteBackup } from '../../src/backup/backup-store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { secretBox } from '../../src/webhooks/secret-box.ts'
import { emptyInstallation, type Installation, withFolder } from '../harness/backups.ts'
import { type Engine, engines } from '../harness/databases.ts'

type Done = {
  replaced: string
  told_until: string | null
  unreadable: string[]
  unopened_secrets: number
  honoured: Record<string, number>
}
type Key = { id: string }
type Scene = {
  origin: Installation
  account: { id: string }
  /** An installation without a store. */
  place(): Promise<Installation>
  file(name: string): string
  key(name: string): Promise<Key>
}

/** An installation with one account. */
async function scene(engine: Engine, work: (scene: Scene) => Promise<void>): Promise<void> {
  const places: Installation[] = []
  const place = async (): Promise<Installation> => {
    const made = await emptyInstallation(engine)
    places.push(made)
    return made
  }
  try {
    await withFolder(async (folder) => {
      const origin = await place()
      await origin.operator.done('migrate')
      const account = await origin.operator.done<{ id: string }>('accounts', 'create', '--email', 'a@x.example')
      const key = (name: string): Promise<Key> =>
        origin.operator.done('keys', 'create', '--account', account.id, '--mode', 'live', '--name', name)
      await work({ origin, account, place, key, file: (name) => path.join(folder, name) })
    })
  } finally {
    for (const { remove } of places) await remove()
  }
}

const isRevoked = async (database: Database, { id }: Key): Promise<boolean> =>
  (await database.one('select id from api_key where id = $1 and revoked_at is not null', [id])) !== null

const textOf = async (place: Installation, ...words: string[]): Promise<string> => {
  const { status, out } = await place.operator.command(...words)
  assert.equal(status, 0)
  return out
}

for (const engine of engines) {
  test(`${engine.name}: a restore into nothing, or over a store of nobody, says that nothing tells what happened since, and no 0 for it`, () =>
    scene(engine, async ({ origin, place, file }) => {
      await origin.operator.done('backup', '--to', file('backup'))
      const [nowhere, fresh] = [await place(), await place()]
      await fresh.operator.done('migrate')
      for (const each of [nowhere, fresh]) {
        const text = await textOf(each, 'restore', '--from', file('backup'))
        assert.match(text, /NOT KNOWN: who was erased, which keys were revoked, which companies were forgotten/)
        assert.doesNotMatch(text, /\b0\b/)
      }
      const done = await (await place()).operator.done<Done>('restore', '--from', file('backup'))
      assert.deepEqual([done.replaced, done.told_until], ['nothing', null])
    }))

  test(`${engine.name}: the store that the backup is of tells all of it; a restored one tells it of the lives before it`, () =>
    scene(engine, async ({ origin, place, file, key }) => {
      const [first, second] = [await key('first'), await key('second')]
      await origin.operator.done('backup', '--to', file('backup'))
      await origin.operator.done('keys', 'revoke', first.id)
      const words = ['restore', '--from', file('backup'), '--replace'] as const
      const same = await origin.operator.done<Done>(...words)
      assert.deepEqual([same.replaced, same.honoured.revoked], ['same_life', 1])
      assert.ok(same.told_until !== null)
      await origin.operator.done('keys', 'revoke', second.id)
      await origin.operator.done('backup', '--ledger', file('ledger'))
      const later = await origin.operator.done<Done>(...words)
      assert.deepEqual([later.replaced, later.honoured.revoked], ['later_life', 2])
      assert.equal(later.told_until, same.told_until)
      const byLedger = await (await place()).operator.done<Done>(...words, '--ledger', file('ledger'))
      assert.deepEqual([byLedger.replaced, byLedger.honoured.revoked], ['nothing', 2])
      assert.equal(byLedger.told_until, same.told_until)
      assert.match(await textOf(await place(), ...words, '--ledger', file('ledger')), /after then is NOT KNOWN/)
    }))

  test(`${engine.name}: a store of accounts that does not know what happened since is replaced by who says that he knows it`, () =>
    scene(engine, async ({ origin, place, file }) => {
      await origin.operator.done('backup', '--ledger', file('early'))
      await origin.operator.done('backup', '--to', file('backup'), '--ledger', file('ledger'))
      const other = await place()
      await other.operator.done('migrate')
      await other.operator.done('accounts', 'create', '--email', 'b@x.example')
      await other.operator.done('backup', '--ledger', file('others'))
      const words = ['restore', '--from', file('backup'), '--replace'] as const
      assert.equal(await other.operator.refused(...words), 'not_told')
      for (const ledger of ['early', 'others'])
        assert.equal(await other.operator.refused(...words, '--ledger', file(ledger)), 'ledger_does_not_reach', ledger)
      assert.equal(
        await (await place()).operator.refused('restore', '--from', file('backup'), '--ledger', file('early')),
        'ledger_does_not_reach',
      )
      const asked = await other.operator.done<Done>(...words, '--without-ledger')
      assert.deepEqual([asked.replaced, asked.told_until], ['another', null])
      // A copy of the store as it was before the backup.
      await origin.within((database) => database.run('delete from last_backup'))
      assert.equal(await origin.operator.refused(...words), 'not_told')
      const ledgers = ['--ledger', file('others'), '--ledger', file('ledger')]
      const before = await origin.operator.done<Done>(...words, ...ledgers)
      assert.equal(before.replaced, 'before_backup')
      assert.ok(before.told_until !== null)
    }))

  test(`${engine.name}: what of a store cannot be read is named, and the rest of it told all the same`, () =>
    scene(engine, async ({ origin, file, key }) => {
      const [first, second] = [await key('first'), await key('second')]
      await origin.operator.done('backup', '--to', file('backup'))
      await origin.operator.done('keys', 'revoke', first.id)
      await origin.within((database) => database.run('alter table match_usage rename column evaluations to others'))
      const words = ['restore', '--from', file('backup'), '--replace'] as const
      assert.equal(await origin.operator.refused(...words), 'store_unreadable')
      const counts = await origin.operator.done<Done>(...words, '--without-ledger')
      assert.deepEqual([counts.unreadable, counts.honoured.revoked], [['evaluations'], 1])
      assert.ok(counts.told_until !== null, 'that of the counts says nothing of revocations')
      await origin.operator.done('keys', 'revoke', second.id)
      await origin.operator.done('backup', '--ledger', file('ledger'))
      await origin.within((database) => database.run('alter table erased_account rename column deleted_at to others'))
      assert.equal(await origin.operator.refused(...words), 'store_unreadable')
      const withLedger = await origin.operator.done<Done>(...words, '--ledger', file('ledger'))
      assert.deepEqual([withLedger.unreadable, withLedger.honoured.revoked], [['erased'], 2])
      assert.match(withLedger.told_until ?? '', /^2/)
      await origin.within((database) => database.run('alter table api_key rename column revoked_at to others'))
      const text = await textOf(origin, ...words, '--without-ledger')
      assert.match(text, /NOT READ, or not to the end, of the store that was replaced: revoked\./)
      assert.ok(await origin.within((database) => isRevoked(database, first)), 'told by the lives before')
    }))

  test(`${engine.name}: a key that was revoked stays so over restores of backups that have it, that lack it, and that have it again`, () =>
    scene(engine, async ({ origin, place, file, key }) => {
      await origin.operator.done('backup', '--to', file('before'))
      const made = await key('made later')
      await origin.operator.done('backup', '--to', file('with'))
      await origin.operator.done('keys', 'revoke', made.id)
      await origin.operator.done('backup', '--ledger', file('ledger'))
      const lost = await place()
      await lost.operator.done('restore', '--from', file('before'), '--ledger', file('ledger'))
      assert.equal(await lost.within((database) => database.one('select id from api_key')), null)
      await lost.operator.done('backup', '--ledger', file('of the second life'))
      const again = await lost.operator.done<Done>('restore', '--from', file('with'), '--replace')
      assert.equal(again.honoured.revoked_before, 1)
      assert.ok(await lost.within((database) => isRevoked(database, made)))
      const further = await place()
      await further.operator.done('restore', '--from', file('with'), '--ledger', file('of the second life'))
      assert.ok(await further.within((database) => isRevoked(database, made)))
    }))

  test(`${engine.name}: of two backups that are taken at once the later is noted, whichever ends last`, () =>
    scene(engine, async ({ origin, file }) => {
      const noted = (): Promise<unknown> =>
        origin.within((database) =>
          database.one<{ taken_at: number }>('select taken_at from last_backup').then((row) => row?.taken_at),
        )
      const inAMinute = Date.now() + 60_000
      await origin.operator.done('backup', '--to', file('a'))
      assert.ok(Number(await noted()) < inAMinute)
      await origin.within(async (database) => {
        const later = Number(await noted()) + 1
        await noteBackup(database, later, 2)
        await noteBackup(database, later - 1, 1)
        assert.equal(await noted(), later)
        // What a wrong clock noted gives way.
        await noteBackup(database, inAMinute, 3)
        await noteBackup(database, later, 4)
        assert.equal(await noted(), later)
      })
    }))

  test(`${engine.name}: each secret of a backup is tried before anything is replaced, and a key that is lost has to be named so`, () =>
    scene(engine, async ({ origin, account, place, file }) => {
      const [now, before] = [Buffer.from(origin.environment.SECRET_KEY ?? '', 'base64'), randomBytes(32)]
      await origin.within(async (database) => {
        for (const [id, key] of [
          ['wh_new', now],
          ['wh_old', before],
        ] as const)
          await database.run(
            `insert into webhook (id, account_id, url, filters, secret, active, created_at, after_seq)
             values ($1, $2, 'https://x.example', '{}', $3, 1, 1, 0)`,
            [id, account.id, secretBox(key, null).seal('whsec_x')],
          )
      })
      await origin.operator.done('backup', '--to', file('backup'))
      const words = ['restore', '--from', file('backup'), '--json'] as const
      const [lost, kept] = [
        await place(),
        await emptyInstallation(engine, { SECRET_KEY_PREVIOUS: before.toString('base64') }),
      ]
      try {
        const { error } = JSON.parse((await lost.operator.command(...words)).out)
        assert.equal(error.code, 'wrong_secret_key')
        assert.deepEqual(error.details, { sealed: 2, unopened: 1 })
        assert.match(error.message, /encrypted with the one before it/)
        assert.equal((await kept.operator.done<Done>('restore', '--from', file('backup'))).unopened_secrets, 0)
      } finally {
        await kept.remove()
      }
      const done = await lost.operator.done<Done>('restore', '--from', file('backup'), '--without-secrets')
      assert.equal(done.unopened_secrets, 1)
    }))

  test(`${engine.name}: a ledger beside a backup is of the same life, and reaches as far as it says`, () =>
    scene(engine, async ({ origin, place, file }) => {
      await origin.operator.done('backup', '--to', file('backup'), '--ledger', file('ledger'))
      const head = JSON.parse(readFileSync(file('ledger'), 'utf8').split('\n')[0] ?? '')
      const done = await (await place()).operator.done<Done>(
        ...['restore', '--from', file('backup'), '--ledger', file('ledger')],
      )
      assert.equal(done.told_until, head.taken)
    }))
}
