/** The largest bodies that the contract allows, and the worst that fit its 2 MB, against the whole service. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyBytesMax } from '../../src/contract/body/body.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService } from '../harness/service.ts'

const companies = 5_000

/** Every property of a request, many codes, and a place that is found: as much as 2 MB hold 5,000 times. */
const company = (number: number) => ({
  reference: `c${number}`,
  limit: 1,
  company: {
    postcode: '9000',
    employees: number,
    turnover_eur: 1_000_000,
    balance_total_eur: 2_000_000,
    legal_form: '610',
    nace: ['62010', '62020', '62030', '62090'],
    founded_on: '2019-05-01',
    joint_committees: ['200'],
  },
  project: { topics: ['innovation'], budget_eur: 50_000, planned_start: '2027-01-01' },
})

describe('large bodies', { timeout: 240_000 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: a bulk of 5,000 companies in 2 MB is answered whole, row for row`, async () => {
      const service = await startService(engine)
      try {
        await service.publish([input('flemish', { regions: ['flanders'], status: 'open' })])
        const post = (json: unknown) =>
          call(service.origin, 'POST', '/v1/match/bulk', { key: service.keys.enterprise, json })
        const json = { companies: Array.from({ length: companies }, (_, number) => company(number)) }
        const length = JSON.stringify(json).length
        assert.ok(length < bodyBytesMax && length > bodyBytesMax * 0.75, String(length))
        const answer = await post(json)
        assert.equal(answer.status, 200)
        const body = answer.json() as { data: { reference: string }[]; evaluated: number; rejected: number }
        assert.deepEqual([body.evaluated, body.rejected], [companies, 0])
        assert.deepEqual(
          body.data.map(({ reference }) => reference),
          json.companies.map(({ reference }) => reference),
        )
        const beyond = { companies: [...json.companies, { reference: 'one more' }] }
        const refused = await post(beyond)
        assert.deepEqual([refused.status, refused.error().details.requested], [403, String(companies + 1)])
      } finally {
        await service.stop()
      }
    })
  }
})
