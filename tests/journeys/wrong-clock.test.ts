/** What a process whose clock is ten years off leaves in the store: nothing of it lasts ten years, and nothing is taken for ten years old. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, deleteAccount } from '../../src/accounts/operations.ts'
import { withHold } from '../../src/billing/hold.ts'
import type { Provider } from '../../src/billing/provider/provider.ts'
import { runSource } from '../../src/ingestion/runs/run-source.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Row } from '../../src/platform/database/database.ts'
import { makeLinkToHandOver } from '../../src/sign_in/links/links.ts'
import { requestLink } from '../../src/sign_in/links/request-link.ts'
import { signInWithPassword } from '../../src/sign_in/passwords/password-sign-in.ts'
import { beginSession } from '../../src/sign_in/sessions.ts'
import { subjectDigest } from '../../src/sign_in/subjects.ts'
import { engines } from '../harness/databases.ts'
import { unobserved } from '../harness/observer.ts'
import { withClock, yearMs } from '../harness/wrong-clock.ts'

const digest = subjectDigest(Buffer.alloc(32, 7))
/** The longest that any of these lasts: a session by its cookie. */
const dayMs = 86_400_000
const isOfNow = (at: number): boolean => Math.abs(at - Date.now()) < dayMs

for (const engine of engines)
  for (const aheadMs of [10 * yearMs, -10 * yearMs])
    test(`${engine.name}: sessions, links, delays and deletions of a process whose clock is ${aheadMs / yearMs} years ahead are stamped by the store's clock`, async () => {
      await using store = await engine.open()
      const { database } = store
      const made = await createAccount(database, Date.now(), { email: 'a@x.example', plan: 'pro' })
      const gone = await createAccount(database, Date.now(), { email: 'b@x.example', plan: 'pro' })
      await withClock(aheadMs, async () => {
        const now = Date.now()
        await database.transaction((transaction) =>
          beginSession(transaction, database, now, { accountId: made.id, method: 'link', browser: '', replaces: null }),
        )
        await makeLinkToHandOver(database, now, made.id)
        await requestLink(database, now, { email: 'a@x.example', address: '203.0.113.1' }, digest)
        const attempt = {
          email: 'c@x.example',
          password: 'not the one',
          browser: '',
          address: '203.0.113.1',
          replaces: null,
        }
        await assert.rejects(signInWithPassword(database, { isOffered: true, digest }, now, attempt))
        await deleteAccount(database, now, gone.id)
      })
      for (const [table, columns] of [
        ['session', ['created_at', 'signed_in_at', 'seen_at']],
        ['sign_in_link', ['created_at', 'expires_at']],
        ['sign_in_delay', ['next_at']],
        ['link_request', ['since']],
        ['account where deleted_at is not null', ['deleted_at']],
        ['erased_account', ['deleted_at']],
      ] as const) {
        const rows = await database.all<Row & Record<string, number>>(`select ${columns.join(', ')} from ${table}`)
        assert.ok(rows.length > 0, table)
        for (const row of rows)
          for (const column of columns) assert.ok(isOfNow(Number(row[column])), `${table}.${column}: ${row[column]}`)
      }
    })

for (const engine of engines)
  test(`${engine.name}: a process whose clock is wrong begins no run and takes no runs of others for dead, and holds no account's payment`, async () => {
    await using store = await engine.open()
    const { database } = store
    const { id } = await createAccount(database, Date.now(), { email: 'a@x.example', plan: 'pro' })
    const means = { database, clock: systemClock } as Parameters<typeof runSource>[0]
    const billing = {
      database,
      clock: systemClock,
      observer: unobserved,
      provider: {} as Provider,
      baseUrl: 'http://x',
    }
    const told = { name: 'StoreError', fault: 'clock' }
    await withClock(10 * yearMs, async () => {
      await assert.rejects(runSource(means, 'city', {}), told)
      await assert.rejects(
        withHold(billing, id, async () => {}),
        told,
      )
    })
    assert.deepEqual(await database.all('select account_id from billing'), [])
  })
