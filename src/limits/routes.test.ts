import assert from 'node:assert/strict'
import test from 'node:test'
import { Compile } from 'typebox/compile'
import { engines } from '../../tests/harness/databases.ts'
import { createAccount } from '../accounts/operations.ts'
import { planObject, plans } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import type { Call } from '../contract/call.ts'
import { reserveEvaluations } from './operations.ts'
import { type KeyNeeds, showKeyRoute } from './routes.ts'

const now = Date.UTC(2026, 10, 20)

for (const engine of engines)
  for (const keyMode of ['live', 'test'] as const)
    test(`${engine.name}: GET /v1/key, 200: a ${keyMode} key, the plan, and what the account has used this month`, async () => {
      await using store = await engine.open()
      const { id: accountId } = await createAccount(store.database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
      const lastMonth = Date.UTC(2026, 9, 31)
      await store.database.transaction((transaction) => reserveEvaluations(transaction, accountId, 'pro', 9, lastMonth))
      await store.database.transaction((transaction) => reserveEvaluations(transaction, accountId, 'pro', 7, now))
      const call: Call<KeyNeeds> = {
        requestId: 'req_x',
        now,
        signal: new AbortController().signal,
        path: {},
        query: {},
        header: () => undefined,
        cookies: {},
        body: undefined,
        idempotency: null,
        caller: { accountId, keyId: 'key_x', plan: 'pro', requestsThisMonth: 42, keyMode, at: now },
        needs: { database: store.database, cardPayment: true },
        warn: () => undefined,
        asLines: false,
        answerLimit: null,
        counted: { evaluations: 0 },
        warnings: [],
      }
      const { data } = await showKeyRoute.run(call)
      assert.deepEqual(data, {
        live: keyMode === 'live',
        plan: planObject(plans.pro, true),
        requests_this_month: 42,
        match_evaluations_this_month: 7,
      })
      const schema = showKeyRoute.answers[200]?.schema
      assert.ok(schema !== undefined)
      assert.deepEqual(Compile(schema).Errors({ data, meta: { request_id: 'req_x', warnings: [] } }), [])
    })

test('GET /v1/key needs a key and no capability', () =>
  assert.deepEqual([showKeyRoute.access, showKeyRoute.capability, showKeyRoute.shape], [keyedAccess, null, 'one']))
