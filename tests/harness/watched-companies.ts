/** Companies of watchlists at the wire: a service with a list of a few, and what tests ask and say of it again and again. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import type { Engine } from './databases.ts'
import { type Answer, type CallOptions, call } from './http.ts'
import { input } from './ingestion.ts'
import { startService, type TestService } from './service.ts'
import { putSampleWatchlist, sampleWatchlistId, upload } from './watchlists.ts'

export type Uploaded = {
  data: {
    added: number
    replaced: number
    rejected: { index: number; reference: string | null; code: string; message: string; details: { field: string } }[]
  }
  meta: { request_id: string; warnings: { code: string; message: string }[] }
}
export type CompanyRow = Record<string, unknown> & { reference: string; added_at: string; updated_at: string }

/** What came of an upload that was taken. */
export const uploaded = (answer: Answer): Uploaded => {
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Uploaded
}
/** The body but for what is another in every answer. */
export const bodyOf = (answer: Answer): string => answer.body.toString().replace(/req_[0-9A-Z]+/, '')

/** Measures whose conditions can be answered; one of them is withdrawn, one merged into another. */
export const records = [
  input('asking', {
    status: 'open',
    conditions: [
      { id: 'first', text: { nl: 'Het is de eerste aanvraag.', fr: "C'est la première demande." } },
      { id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
      { id: 'judged', text: 'Projecten worden gerangschikt.', kind: 'assessment' },
    ],
  }),
  input('leaving', { conditions: [{ id: 'first', text: 'Het is de eerste aanvraag.' }] }),
  input('double', { conditions: [{ id: 'first', text: 'Het is de eerste aanvraag.' }] }),
]

export const fine = { postcode: '9000', employees: 8 }

export const row = (reference: string, company: unknown = fine) => ({ reference, company })

/** A running service and what is asked of it; begun before the tests of the file, and stopped after them. */
export type CompaniesScene = {
  readonly service: TestService
  send(method: string, path: string, options?: CallOptions): Promise<Answer>
  companies(id: string, key?: string): Promise<CompanyRow[]>
  references(id: string, key?: string): Promise<string[]>
  list(id: string, key?: string): Promise<Record<string, unknown>>
  evaluations(key: string): Promise<number>
  /** An account that has nothing yet. */
  newcomer(plan?: PlanId): Promise<{ account: string; key: string }>
  /** Has the store say that a list holds so many, without their rows. */
  claim(id: string, count: number): Promise<number>
}

export function companiesScene(engine: Engine): CompaniesScene {
  let service: TestService
  before(async () => {
    service = await startService(engine)
    await service.publish(records)
    await withdrawMeasure(service.means, 'al:leaving')
    await mergeMeasures(service.means, 'al:double', 'al:asking')
    await putSampleWatchlist(service)
    await upload(
      service,
      sampleWatchlistId,
      ['b', 'A', 'a', '～', '🙂', 'é', 'a/b'].map((name) => row(name)),
    )
  })
  after(() => service.stop())

  const send = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    call(service.origin, method, path, { key: service.keys.enterprise, ...options })
  const companies = async (id: string, key = service.keys.enterprise): Promise<CompanyRow[]> => {
    const answer = await send('GET', `/v1/watchlists/${id}/companies`, { key })
    assert.equal(answer.status, 200, answer.body.toString())
    return answer.json().data as CompanyRow[]
  }
  const references = async (id: string, key?: string): Promise<string[]> =>
    (await companies(id, key)).map(({ reference }) => reference)
  const list = async (id: string, key = service.keys.enterprise): Promise<Record<string, unknown>> =>
    (await send('GET', `/v1/watchlists/${id}`, { key })).json().data as Record<string, unknown>
  const evaluations = async (key: string): Promise<number> => {
    const { data } = (await send('GET', '/v1/key', { key })).json() as { data: Record<string, number> }
    return Number(data.match_evaluations_this_month)
  }
  async function newcomer(plan: PlanId = 'business'): Promise<{ account: string; key: string }> {
    const { database, clock } = service
    const email = `newcomer-${clock.now()}@example.org`
    const { id } = await createAccount(database, clock.now(), { email, plan })
    return { account: id, key: (await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })).key }
  }
  const claim = (id: string, count: number): Promise<number> =>
    service.database.run('update watchlist set companies = $2, next_place = $2 + 1 where id = $1', [id, count])
  return {
    get service() {
      return service
    },
    send,
    companies,
    references,
    list,
    evaluations,
    newcomer,
    claim,
  }
}
