import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { type FollowedScene, happenings, withFollowed } from '../../tests/harness/followed.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { createAccount } from '../accounts/operations.ts'
import type { Caller } from '../contract/route.ts'
import { evaluationsThisMonth } from '../limits/operations.ts'
import type { Database } from '../platform/database/database.ts'
import { explain } from './explain.ts'

/** The store, on which something happens after what is answered was paid for. */
function withBetween(database: Database, happen: () => Promise<unknown>): Database {
  const answeredTransaction: Database['answeredTransaction'] = (work, answer) =>
    database.answeredTransaction(work, async (result) => {
      await happen()
      return answer(result)
    })
  return Object.create(database, { answeredTransaction: { value: answeredTransaction } })
}

async function callerOn({ database, clock }: FollowedScene): Promise<Caller> {
  const { id } = await createAccount(database, clock.now(), { email: 'a@example.org', plan: 'pro' })
  return { accountId: id, keyId: 'key_1', plan: 'pro', requestsThisMonth: 1, keyMode: 'test', at: clock.now() }
}

/** What is answered about `al:read` when that happens before it is. */
const answered: Record<string, { id: string; title: string }> = {
  'a change in place': { id: 'al:read', title: 'Changed' },
  'a swap': { id: 'al:read', title: 'Support read' },
  'a merge': { id: 'al:other', title: 'Support other' },
  'a withdrawal': { id: 'al:read', title: 'Support read' },
}

for (const engine of engines) {
  for (const { name, happen } of happenings) {
    test(`${engine.name}: ${name} between paying for an explanation and giving it: it is given, and paid for once`, async () => {
      await using store = await engine.open()
      await withFollowed(store.database, async (scene) => {
        const { followed: catalogue, matcher, publish, clock, database } = scene
        await publish([input('read', { status: 'open' }), input('other', { status: 'open' })])
        await catalogue.catchUp()
        const caller = await callerOn(scene)
        const between = withBetween(database, async () => {
          await happen(scene)
          await catalogue.catchUp()
        })
        const counted = { evaluations: 0 }
        const call = { input: { id: 'al:read' }, caller, counted, now: clock.now(), requestId: 'req_1', warnings: [] }
        const { match } = await explain({ database: between, catalogue, matcher }, call)
        const { id, title } = match.subsidy as { id: string; title: string }
        assert.deepEqual({ id, title }, answered[name])
        assert.equal(await evaluationsThisMonth(database, caller.accountId, caller.at), 1)
      })
    })
  }
}
