/** Pages of a list that changes while it is read: rows whose sort value stays are neither lost nor repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const steady = 23
const pageSizes = [1, 2, 5, 7]

/** Every third has no deadline and every deadline is shared, so that ties and nulls meet page boundaries. */
function record(name: string, index: number, changes: Record<string, unknown> = {}) {
  return input(name, {
    title: { en: `Support ${String.fromCharCode(97 + (index % 5))}`, nl: `Steun ${'zyxwv'[index % 5]}` },
    ...(index % 3 === 0 ? {} : { application_window: { closes_at: `2026-0${4 + (index % 4)}-15` } }),
    ...changes,
  })
}
const base = Array.from({ length: steady }, (_, index) => record(`m${index}`, index))
const passing = (round: number) => Array.from({ length: 4 }, (_, index) => record(`p${round}-${index}`, index + round))

const sorts = [
  'sort=deadline',
  'sort=updated',
  'sort=title&lang=en',
  'sort=title&lang=nl',
  'sort=title&lang=fr',
  'q=support',
]

type Page = { data: { id: string }[]; pagination: { has_more: boolean; next_cursor?: string } }

async function pageOf(service: TestService, query: string): Promise<Page> {
  const answer = await service.get(`/v1/subsidies?${query}`)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Page
}

for (const engine of engines) {
  for (const sort of sorts) {
    test(`${engine.name}: ${sort}: rows that stay are listed once each while others come and go between pages`, async () => {
      const service = await startService(engine)
      try {
        await service.publish([...base, ...passing(0)])
        for (const limit of pageSizes) {
          const seen: string[] = []
          let cursor = ''
          for (let pages = 0; pages < 200; pages += 1) {
            const page = await pageOf(service, `${sort}&limit=${limit}${cursor}`)
            seen.push(...page.data.map(({ id }) => id))
            if (!page.pagination.has_more) break
            cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor ?? '')}`
            // Others appear, and those of two rounds before are withdrawn: their rows leave the list.
            if (pages % 3 === 0) await service.publish([...base, ...passing(pages + 1)])
          }
          const stayed = seen.filter((id) => id.startsWith('al:m'))
          assert.equal(new Set(stayed).size, stayed.length, `limit ${limit}: none twice`)
          assert.equal(stayed.length, steady, `limit ${limit}: none lost`)
        }
      } finally {
        await service.stop()
      }
    })
  }

  test(`${engine.name}: a cursor whose row has gone, or has moved, still says where to go on`, async () => {
    const service = await startService(engine)
    try {
      await service.publish(base)
      const whole = (await pageOf(service, 'sort=title&limit=100')).data.map(({ id }) => id)
      const first = await pageOf(service, 'sort=title&limit=10')
      const last = first.data.at(-1)?.id.slice(3)
      const rest = base.filter(({ local_id }) => local_id !== last)
      await service.publish(rest)
      await service.publish(rest)
      const next = await pageOf(
        service,
        `sort=title&limit=100&cursor=${encodeURIComponent(first.pagination.next_cursor ?? '')}`,
      )
      assert.deepEqual(
        next.data.map(({ id }) => id),
        whole.slice(10),
      )
    } finally {
      await service.stop()
    }
  })
}
