import assert from 'node:assert/strict'
import test from 'node:test'
import { Compile } from 'typebox/compile'
import { openAccess } from '../contract/access.ts'
import type { Call } from '../contract/call.ts'
import { listPlansRoute, type PlansNeeds } from './routes.ts'

function call(needs: PlansNeeds): Call<PlansNeeds> {
  return {
    requestId: 'req_x',
    now: 0,
    signal: new AbortController().signal,
    path: {},
    query: {},
    header: () => undefined,
    cookies: {},
    body: undefined,
    idempotency: null,
    get caller(): never {
      throw new Error('an open route has no caller')
    },
    needs,
    warn: () => undefined,
    asLines: false,
    answerLimit: null,
    counted: { evaluations: 0 },
    warnings: [],
  }
}

for (const cardPayment of [true, false])
  test(`GET /v1/plans, 200: the four plans, cheapest first, as its schema says, ${cardPayment ? 'with' : 'without'} card payment`, async () => {
    const { data } = await listPlansRoute.run(call({ cardPayment }))
    const schema = listPlansRoute.answers[200]?.schema
    assert.ok(schema !== undefined)
    const body = JSON.parse(JSON.stringify({ data }))
    assert.deepEqual(Compile(schema).Errors(body), [])
    assert.deepEqual(
      body.data.map((plan: { plan: string; purchasable: boolean }) => [plan.plan, plan.purchasable]),
      [
        ['developer', cardPayment],
        ['pro', cardPayment],
        ['business', cardPayment],
        ['enterprise', false],
      ],
    )
  })

test('GET /v1/plans is open, and its answer is a wrapper with an entity tag', () => {
  assert.deepEqual(
    [listPlansRoute.access, listPlansRoute.shape, listPlansRoute.etag, listPlansRoute.capability],
    [openAccess, 'wrapper', true, null],
  )
})
