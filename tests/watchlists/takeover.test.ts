/** Whole services on one store: who re-evaluates is killed (-9), and another goes on within 30 seconds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { processScene, record, type ServiceProcess } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const takeoverMs = 30_000
const companiesCount = 300

type MatchEvent = { event: string; data: { id: string; version: number; summary: { match_status: string } } }

for (const engine of engines) {
  test(`${engine.name}: two processes share a store, the one that re-evaluates is killed: the other tells within 30 s, and nobody twice`, async (context) => {
    await using scene = await processScene(engine)
    const { key } = await scene.customer('enterprise')
    const forSize = (size: string) => [record('aid', { status: 'continuous', company_sizes: [size] })]
    await scene.lists('city', forSize('large'))
    const services = [await scene.serve(), await scene.serve()]
    const [first] = services
    assert.ok(first)
    const send = (service: ServiceProcess, path: string, json: unknown): Promise<Answer> =>
      call(service.origin, 'POST', path, { key, json })
    const made = await send(first, '/v1/watchlists', { name: 'Clients' })
    const { id } = made.json().data as { id: string }
    const companies = Array.from({ length: companiesCount }, (_, index) => ({
      reference: `c${index}`,
      company: { postcode: '9000', employees: 20 },
    }))
    const upload = await send(first, `/v1/watchlists/${id}/companies`, { companies })
    assert.deepEqual(upload.json().data, { added: companiesCount, replaced: 0, rejected: [] })

    let living: ServiceProcess = first
    const told = async (): Promise<MatchEvent[]> => {
      const events: MatchEvent[] = []
      for (let cursor = ''; ; ) {
        const path = `/v1/changes?type=match.created,match.removed,match.status_changed&limit=500${cursor}`
        const page = (await living.get(path, { key })).json() as {
          data: MatchEvent[]
          pagination: { has_more: boolean; next_cursor: string }
        }
        events.push(...page.data)
        if (!page.pagination.has_more) return events
        cursor = `&cursor=${page.pagination.next_cursor}`
      }
    }
    const publish = async (size: string): Promise<number> => {
      await scene.lists('city', forSize(size))
      await scene.operator.done('ingest', 'city')
      return performance.now()
    }
    await publish('large')
    await publish('small')
    const database = await scene.database()
    const countTold = async (): Promise<number> => {
      const row = await database.one<{ told: number }>(
        `select count(*) as told from change_event where subject = 'match'`,
      )
      return row?.told ?? 0
    }
    await until('all are told', async () => (await countTold()) === companiesCount, 20_000)
    const lease = await database.counters.one<{ holder: string }>('select holder from held_lease where name = $1', [
      'job:watchlist-reevaluation',
    ])
    const pid = Number(lease?.holder.split(':')[1])
    const holder = services.find((service) => service.process.child.pid === pid)
    const other = services.find((service) => service !== holder)
    assert.ok(holder && other, `${lease?.holder} is one of the two`)
    living = other
    await holder.process.kill()
    const publishedAt = await publish('micro')
    await until('all are told again', async () => (await countTold()) >= 2 * companiesCount, takeoverMs)
    context.diagnostic(`told ${((performance.now() - publishedAt) / 1_000).toFixed(1)} s after the kill`)

    const events = await told()
    assert.equal(events.length, 2 * companiesCount)
    assert.equal(new Set(events.map(({ data }) => `${data.version} ${data.id}`)).size, 2 * companiesCount)
    for (const [index, { event, data }] of events.entries()) {
      const isCreated = index < companiesCount
      assert.equal(event, isCreated ? 'match.created' : 'match.removed')
      assert.equal(data.summary.match_status, isCreated ? 'likely_eligible' : 'not_eligible')
    }
  })
}
