/**
 * A stand-in for the service and a clock that jumps from wait to wait, so that months of `follow` pass in a second. The Python
 * client has the same in `tests/clients/python/programs/follow_month.py`.
 */
import { mock } from 'node:test'
import { MemoryStore, SubsidiesClient } from '../../clients/typescript/src/subsidy-measures-client.ts'
import type { FollowWait } from '../../clients/typescript/src/sync/pace.ts'

export type Scene = {
  /** Requests a month; null: no limit. */
  limit: number | null
  everySeconds: number | null
  /** How many measures change each day at 06:00. */
  changesADay: number
  /** What else the account uses: so many requests a day, at its beginning. */
  ownADay: number
  days: number
}

export type FollowedMonth = {
  /** Looks at the feed that were answered, and all requests that were counted, of the client's. */
  looks: number
  counted: number
  /** Answers that `onAnswer` was told. */
  told: number
  refused: number
  /** Requests that are left to the account when it ends; null without a limit. */
  left: number | null
  waits: [seconds: number, reason: string][]
  measures: number
}

/** 1 January, which has 31 days, as February has 28. */
export const beginning = Date.UTC(2027, 0, 1)
const day = 86_400

/** Follows for so many days, and says what that came to. */
export async function followMonth(scene: Scene): Promise<FollowedMonth> {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: beginning })
  mock.method(Math, 'random', () => 0.5)
  try {
    return await followed(scene)
  } finally {
    mock.restoreAll()
    mock.timers.reset()
  }
}

async function followed({ limit, everySeconds, changesADay, ownADay, days }: Scene): Promise<FollowedMonth> {
  const seen: FollowedMonth = { looks: 0, counted: 0, told: 0, refused: 0, left: null, waits: [], measures: 0 }
  const service = standIn({ limit, changesADay, ownADay }, seen)
  const client = new SubsidiesClient({
    key: 'sm_test_0',
    baseUrl: 'http://service.example',
    fetch: service.fetch,
    onAnswer: () => {
      seen.told += 1
    },
  })
  const store = new MemoryStore()
  const stop = new AbortController()
  const end = new Error('The days are over.')
  const onWait = ({ seconds, reason }: FollowWait): void => {
    seen.waits.push([seconds, reason])
    if (Date.now() + seconds * 1_000 >= beginning + days * day * 1_000) stop.abort(end)
    else setImmediate(() => mock.timers.tick(seconds * 1_000))
  }
  const options = { onWait, signal: stop.signal, everySeconds: everySeconds ?? undefined }
  try {
    for await (const result of client.follow(store, options)) seen.measures = result.measures
  } catch (failure) {
    if (failure !== end) throw failure
  }
  seen.left = service.left()
  return seen
}

function standIn(
  { limit, changesADay, ownADay }: Pick<Scene, 'limit' | 'changesADay' | 'ownADay'>,
  seen: FollowedMonth,
): { fetch: typeof fetch; left(): number | null } {
  let month = -1
  let used = 0
  const dayNumber = (): number => Math.floor((Date.now() - beginning) / (day * 1_000))
  const changesSoFar = (): number => changesADay * (Math.floor((Date.now() - beginning) / 1_000 / day - 0.25) + 1)
  let ownDay = -1
  /** What the account itself has used meanwhile is counted before. */
  const pass = (): void => {
    const now = new Date()
    if (now.getUTCMonth() !== month) {
      month = now.getUTCMonth()
      used = 0
    }
    if (dayNumber() > ownDay) {
      ownDay = dayNumber()
      used = Math.min(limit ?? Number.POSITIVE_INFINITY, used + ownADay)
    }
  }
  const record = (id: string, version: number) => ({
    ...{ id, version, withdrawn_at: null, related: { excludes: [], merged_from: [] } },
  })
  const meta = { request_id: 'req_1', warnings: [] }
  const answerTo = (url: URL): [status: number, body: unknown] => {
    const { pathname, searchParams } = url
    if (pathname.startsWith('/v1/export')) return refused(403, 'plan_required')
    if (pathname === '/v1/subsidies') return [200, { data: [], pagination: { has_more: false, limit: 100 }, meta }]
    const changes = changesSoFar()
    if (pathname.startsWith('/v1/subsidies/')) {
      const id = decodeURIComponent(pathname.slice('/v1/subsidies/'.length))
      return [200, { data: record(id, changes), meta }]
    }
    seen.looks += 1
    const from = Number(searchParams.get('cursor') ?? changes)
    const data = Array.from({ length: changes - from }, (_, index) => ({
      id: `chg_${from + index}`,
      event: 'subsidy.content_changed',
      data: {
        ...{ subject: 'subsidy', subsidy_id: `be:m${from + index}`, version: changes },
        ...{ categories: ['subsidy.content_changed'], diff: {} },
      },
    }))
    return [200, { data, pagination: { has_more: false, next_cursor: String(changes), limit: 100 }, meta }]
  }
  return {
    left: () => (limit === null ? null : limit - used),
    async fetch(address) {
      pass()
      const now = new Date()
      const reset = Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1_000)
      const isUsed = limit !== null && used >= limit
      if (isUsed) seen.refused += 1
      else {
        used += 1
        seen.counted += 1
      }
      const [status, body] = isUsed ? refused(429, 'quota_exceeded') : answerTo(new URL(String(address)))
      const headers = new Headers({ 'RateLimit-Reset': String(reset) })
      if (isUsed) headers.set('Retry-After', String(reset))
      if (limit !== null) {
        for (const name of ['RateLimit', 'X-Quota']) {
          headers.set(`${name}-Limit`, String(limit))
          headers.set(`${name}-Remaining`, String(limit - used))
        }
      }
      return new Response(JSON.stringify(body), { status, headers })
    },
  }
}

const refused = (status: number, code: string): [number, unknown] => [
  status,
  { error: { code, message: `It is ${code}.`, request_id: 'req_1', details: {} } },
]
