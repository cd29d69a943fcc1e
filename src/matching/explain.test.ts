import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { type FollowedScene, happenings, withFollowed } from '../../tests/harness/followed.ts'
import { input } from '../../tests/harness/ingestion.ts'
import { noLooking } from '../../tests/harness/register-scene.ts'
import { createAccount } from '../accounts/operations.ts'
import type { Caller } from '../contract/call.ts'
import { evaluationsThisMonth } from '../limits/operations.ts'
import type { Database } from '../platform/database/database.ts'
import { explain } from './explain.ts'

/** The store, on which something happens between judging and counting. */
function withBetween(database: Database, happen: () => Promise<unknown>): Database {
  const requestTransaction: Database['requestTransaction'] = async (work) => {
    await happen()
    return database.requestTransaction(work)
  }
  return Object.create(database, { requestTransaction: { value: requestTransaction } })
}

async function callerOn({ database, clock }: FollowedScene): Promise<Caller> {
  const { id } = await createAccount(database, clock.now(), { email: 'a@example.org', plan: 'pro' })
  return { accountId: id, keyId: 'key_1', plan: 'pro', requestsThisMonth: 1, keyMode: 'test', at: clock.now() }
}

for (const engine of engines) {
  for (const { name, happen } of happenings) {
    test(`${engine.name}: ${name} between making an explanation and counting it: it is given as it was made, and counted once`, async () => {
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
        const call = {
          ...{ input: { id: 'al:read' }, caller, counted, now: clock.now() },
          ...{ requestId: 'req_1', warnings: [], answerLimit: null },
          signal: new AbortController().signal,
        }
        const { parts } = await explain({ database: between, catalogue, matcher, ...noLooking }, call)
        const { match } = JSON.parse(Buffer.concat(parts).toString()) as { match: { subsidy: Record<string, unknown> } }
        const { id, title } = match.subsidy
        assert.deepEqual({ id, title }, { id: 'al:read', title: 'Support read' })
        assert.equal(await evaluationsThisMonth(database, caller.accountId, caller.at), 1)
      })
    })
  }
}
