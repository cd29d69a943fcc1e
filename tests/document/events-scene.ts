/** An event of every type, of a measure that is made up: no authority changed anything. */

import assert from 'node:assert/strict'
import { consumeVersions } from '../../src/changes/version-consumer.ts'
import type { Json } from '../../src/contract/openapi/openapi-json.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { remindOfDeadlines } from '../../src/measures/reminders/closing-soon.ts'
import { reinstateMeasure, withdrawMeasure } from '../../src/measures/withdraw.ts'
import { settleAllFreshness } from '../../src/sources/freshness.ts'
import { eventTypes } from '../../src/values/vocabularies.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { sampleDefinition } from '../harness/ingestion.ts'
import { unobserved } from '../harness/observer.ts'
import { noLooking } from '../harness/register-scene.ts'
import type { InputRecord } from '../harness/sample-measures.ts'
import { startService, type TestService } from '../harness/service.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook } from '../harness/webhooks.ts'
import { bodyOf, shortened } from './recorded.ts'

const source = sampleDefinition({
  ...{ id: 'example-agency', prefix: 'example', name: 'Example agency', publisher: 'Example agency' },
  url: 'https://agency.example',
})

const premium: InputRecord = {
  local_id: 'premium',
  title: { nl: 'Voorbeeldpremie', fr: 'Prime exemple', en: 'Example premium' },
  url: 'https://agency.example/premium',
  status: 'open',
  instrument_type: 'grant',
  topics: ['investment'],
  application_window: { closes_at: '2026-03-20' },
  amount: { max: 10_000 },
  rules: [{ id: 'staff', field: 'company.employees', operator: 'at_most', value: 49 }],
}
const duplicate: InputRecord = { ...premium, local_id: 'premium-2', rules: [] }

/** What the source says of the premium, one reading after the other. */
const readings: InputRecord[] = [
  { amount: { max: 12_000 } },
  { application_window: { closes_at: '2026-03-25' } },
  { summary: { en: 'For investments of small and medium-sized enterprises.' } },
  { rules: [{ id: 'staff', field: 'company.employees', operator: 'at_most', value: 249 }] },
  { status: 'paused' },
  { status: 'open' },
]

export async function recordEvents(): Promise<Record<string, Json>> {
  const [embedded] = engines
  assert.ok(embedded !== undefined)
  const service = await startService(embedded, { definitions: [source] })
  try {
    await happen(service)
    const recorded: Record<string, Json> = { ping: await pingOf(service) }
    for (const type of eventTypes.filter((one) => one !== 'ping')) {
      service.clock.advance({ seconds: 1 })
      const answer = await service.get(`/v1/changes?type=${type}&limit=100`)
      const { data } = answer.json() as { data: { event: string }[] }
      const event = data.find((one) => one.event === type)
      assert.ok(event !== undefined, type)
      recorded[type] = shortened(event as unknown as Json)
    }
    return Object.fromEntries(eventTypes.map((type) => [type, recorded[type] ?? null]))
  } finally {
    await service.stop()
  }
}

async function happen(service: TestService): Promise<void> {
  const { means, clock, database, sources } = service
  const signal = new AbortController().signal
  const lists = new WatchedLists(unobserved, noLooking)
  const reevaluate = async (): Promise<void> => {
    using consumer = reevaluation({ database, clock, lists, lookups: means.lookups, looking: noLooking, signal })
    await consumeVersions(consumer, { database, clock, signal })
  }
  const publish = async (...items: InputRecord[]): Promise<void> => {
    clock.advance({ seconds: 1 })
    await service.publish(items, source.id)
    await reevaluate()
  }

  await publish(premium, duplicate)
  const list = await makeWatchlist(service, { name: 'Clients' })
  const company = { postcode: '9000', legal_form: 'BV', employees: 60, nace: ['10.71'] }
  assert.equal((await upload(service, list, [{ reference: 'bakery', company }])).status, 200)
  let said = premium
  for (const change of readings) {
    said = { ...said, ...change }
    await publish(said, duplicate)
  }
  await mergeMeasures(means, 'example:premium-2', 'example:premium')
  await withdrawMeasure(means, 'example:premium')
  await reevaluate()
  await reinstateMeasure(means, 'example:premium')
  await reevaluate()

  // By the clock alone: two weeks before the deadline.
  clock.advance({ days: 10 })
  await remindOfDeadlines({ ...means, daysBefore: [14, 3] }, null)
  await settleAllFreshness(database, clock.now())
  const outage = () => Promise.reject(new Error('the agency does not answer'))
  for (let failed = 0; failed < 3; failed += 1) {
    clock.advance({ seconds: 1 })
    sources.lists(source.id, { items: [said], before: outage })
    await ingest(means, [source.id])
  }
  await settleAllFreshness(database, clock.now())
  await publish(said, duplicate)
}

/** As it waits to be sent: what an endpoint gets of it, to the byte. */
async function pingOf(service: TestService): Promise<Json> {
  const { id } = await makeWebhook(service)
  const answer = await call(service.origin, 'POST', `/v1/webhooks/${id}/test`, { key: service.keys.enterprise })
  assert.equal(answer.status, 202)
  const { data } = bodyOf(answer) as { data: { delivery_id: string } }
  const row = await service.database.one<{ body: string }>('select body from webhook_delivery where id = $1', [
    data.delivery_id,
  ])
  return JSON.parse(row?.body ?? 'null')
}
