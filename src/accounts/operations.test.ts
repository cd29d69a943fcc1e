import assert from 'node:assert/strict'
import test from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import type { PlanId } from '../values/vocabularies.ts'
import { digestOf, isWellFormedKey } from './api-key.ts'
import {
  countAccounts,
  createAccount,
  createKey,
  listAccounts,
  listKeys,
  revokeKey,
  setPlan,
  showAccount,
} from './operations.ts'

const now = Date.UTC(2026, 10, 20, 9)

function refusedAs(code: RefusalCode): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.code === code
}

for (const engine of engines) {
  test(`${engine.name}: an account is made with and without a plan, and is found by id and by e-mail in any case`, async () => {
    await using store = await engine.open()
    const jan = await createAccount(store.database, now, { email: 'Jan@Voorbeeld.be', plan: 'pro' })
    const an = await createAccount(store.database, now + 1, { email: 'an@voorbeeld.be' })
    assert.match(jan.id, /^acc_/)
    const alike = { emailVerified: true, language: 'en', isOperator: false } as const
    assert.deepEqual(await listAccounts(store.database), [
      { ...alike, id: jan.id, email: 'Jan@Voorbeeld.be', plan: 'pro', planBy: 'operator', createdAt: now },
      { ...alike, id: an.id, email: 'an@voorbeeld.be', plan: null, planBy: null, createdAt: now + 1 },
    ])
    assert.equal(await countAccounts(store.database), 2)
    assert.deepEqual(await showAccount(store.database, jan.id), jan)
    assert.deepEqual(await showAccount(store.database, 'JAN@voorbeeld.BE'), jan)
    await assert.rejects(showAccount(store.database, 'acc_unknown'), refusedAs('not_found'))
  })

  test(`${engine.name}: an e-mail address belongs to one account, case ignored, also of two made at once`, async () => {
    await using store = await engine.open()
    const made = await Promise.allSettled(
      ['jan@voorbeeld.be', 'JAN@voorbeeld.be', 'Jan@Voorbeeld.be'].map((email) =>
        createAccount(store.database, now, { email }),
      ),
    )
    assert.equal(made.filter((each) => each.status === 'fulfilled').length, 1)
    for (const each of made) if (each.status === 'rejected') assert.ok(refusedAs('conflict')(each.reason))
    assert.equal((await listAccounts(store.database)).length, 1)
    await assert.rejects(createAccount(store.database, now, { email: 'jan' }), refusedAs('invalid_body'))
  })

  test(`${engine.name}: a key is shown once, and only its digest and first characters are stored`, async () => {
    await using store = await engine.open()
    const { id: account } = await createAccount(store.database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    const created = await createKey(store.database, now, { account, mode: 'test', name: 'Boekhouding' })
    assert.deepEqual(Object.keys(created), ['id', 'key', 'mode', 'prefix'])
    assert.equal(isWellFormedKey(created.key), true)
    assert.equal(created.prefix, created.key.slice(0, 12))
    const row = await store.database.one('select * from api_key where id = $1', [created.id])
    assert.equal(row?.digest, digestOf(created.key))
    assert.equal(Object.values(row ?? {}).includes(created.key), false)
    assert.deepEqual(await listKeys(store.database, account), [
      {
        id: created.id,
        accountId: account,
        prefix: created.prefix,
        mode: 'test',
        name: 'Boekhouding',
        createdAt: now,
        revokedAt: null,
      },
    ])
  })

  const allowances: [plan: PlanId | null, keys: number][] = [
    [null, 2],
    ['developer', 2],
    ['pro', 3],
    ['business', 5],
  ]
  for (const [plan, allowed] of allowances)
    test(`${engine.name}: ${plan ?? 'without a plan'} an account holds ${allowed} keys, revoked ones not counted, also when all are asked for at once`, async () => {
      await using store = await engine.open()
      const { database } = store
      const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan })
      const create = () => createKey(database, now, { account, mode: 'live', name: 'x' })
      const made = await Promise.allSettled(Array.from({ length: allowed + 3 }, create))
      assert.equal(made.filter((each) => each.status === 'fulfilled').length, allowed)
      for (const each of made) if (each.status === 'rejected') assert.ok(refusedAs('conflict')(each.reason))
      const [first] = await listKeys(database, account)
      await revokeKey(database, now, { keyId: first?.id ?? '' })
      await create()
      await assert.rejects(create(), refusedAs('conflict'))
    })

  test(`${engine.name}: a smaller plan revokes no key, and gives a new one only when there is room`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    const create = () => createKey(database, now, { account, mode: 'live', name: 'x' })
    const keys = [await create(), await create(), await create()]
    assert.equal((await setPlan(database, now, account, 'developer')).plan, 'developer')
    assert.equal((await listKeys(database, account)).filter((key) => key.revokedAt === null).length, 3)
    await revokeKey(database, now, { keyId: keys[0]?.id ?? '' })
    await assert.rejects(create(), refusedAs('conflict'))
    await revokeKey(database, now, { keyId: keys[1]?.id ?? '' })
    await create()
  })

  test(`${engine.name}: a revoked key stays revoked as it was first, and another account's is like none`, async () => {
    await using store = await engine.open()
    const { database } = store
    const jan = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    const an = await createAccount(database, now, { email: 'an@voorbeeld.be', plan: 'pro' })
    const { id: keyId } = await createKey(database, now, { account: jan.id, mode: 'live', name: 'x' })
    await assert.rejects(revokeKey(database, now, { keyId, accountId: an.id }), refusedAs('not_found'))
    await assert.rejects(revokeKey(database, now, { keyId: 'key_unknown' }), refusedAs('not_found'))
    assert.equal((await revokeKey(database, now + 5, { keyId, accountId: jan.id })).revokedAt, now + 5)
    assert.equal((await revokeKey(database, now + 9, { keyId })).revokedAt, now + 5)
  })

  const names: [name: string, what: string][] = [
    ['', 'an empty one'],
    ['x'.repeat(101), 'one of 101 characters'],
    ['a\nb', 'one with a line break'],
    ['a\ud800', 'one with half a character'],
  ]
  for (const [name, what] of names)
    test(`${engine.name}: a key is refused a name that cannot be: ${what}`, async () => {
      await using store = await engine.open()
      const { id: account } = await createAccount(store.database, now, { email: 'jan@voorbeeld.be' })
      await assert.rejects(createKey(store.database, now, { account, mode: 'live', name }), refusedAs('invalid_body'))
      assert.deepEqual(await listKeys(store.database, account), [])
    })

  test(`${engine.name}: what names no account is not_found, for its plan and its keys alike`, async () => {
    await using store = await engine.open()
    const { database } = store
    await assert.rejects(setPlan(database, now, 'nobody@voorbeeld.be', 'pro'), refusedAs('not_found'))
    await assert.rejects(
      createKey(database, now, { account: 'acc_x', mode: 'live', name: 'x' }),
      refusedAs('not_found'),
    )
    await assert.rejects(listKeys(database, 'acc_x'), refusedAs('not_found'))
  })
}
