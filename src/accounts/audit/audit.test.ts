import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { createAccount } from '../operations.ts'
import { setLanguage, setOperator } from '../profile.ts'
import { listAudit } from './audit.ts'

const now = Date.UTC(2026, 10, 23, 12)

for (const engine of engines) {
  test(`${engine.name}: making an account and what its owner or the operator changes of it is noted, by whom, once`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id } = await createAccount(database, now, { email: 'jan@voorbeeld.example', plan: 'pro' })
    const session = { kind: 'session' } as const
    for (const isOperator of [true, true, false, false]) await setOperator(database, now, id, isOperator)
    for (const language of ['nl', 'nl'] as const)
      await setLanguage(database, now, { accountId: id, language, actor: session })
    const deeds = await listAudit(database, id, { limit: 10 })
    assert.deepEqual(
      deeds
        .map(({ action, actor, about }) => ({ action, actor, ...about }))
        .toSorted((a, b) => (a.action < b.action ? -1 : 1)),
      [
        { action: 'account_created', actor: 'operator', plan: 'pro' },
        { action: 'language_changed', actor: 'session', before: 'en', after: 'nl' },
        { action: 'operator_made', actor: 'operator' },
        { action: 'operator_unmade', actor: 'operator' },
      ],
    )
  })

  test(`${engine.name}: an account that is not made, because another has its address, leaves no deed`, async () => {
    await using store = await engine.open()
    const { database } = store
    const email = 'jan@voorbeeld.example'
    const { id } = await createAccount(database, now, { email })
    await assert.rejects(createAccount(database, now, { email }), /already/)
    assert.equal((await database.all('select id from audit_entry')).length, 1)
    assert.equal((await listAudit(database, id, { limit: 10 })).length, 1)
  })
}
