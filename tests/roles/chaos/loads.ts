/** What customers ask for meanwhile, each answer judged by what may be known of it at that time. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, call } from '../../harness/http.ts'
import type { FeedReader } from './feed-reader.ts'
import type { Ground } from './ground.ts'

export type Customer = { account: string; key: string }

/** Measures read one by one, also with the tag of what was read before: never older than an event that was read. */
export function measureReader(ground: Ground, reader: FeedReader, { key }: Customer): () => Promise<void> {
  const { ask, draw, wrong, note } = ground
  const { newest } = reader
  const summaries = new Map<string, string>()
  const tags = new Map<string, { tag: string; version: number }>()
  const subjects = [...newest.keys()]
  return async () => {
    const id = draw.oneOf(subjects)
    const least = newest.get(id) ?? 0
    const known = draw.happens(0.3) ? tags.get(id) : undefined
    const headers = known === undefined ? {} : { 'if-none-match': known.tag }
    const answer = await ask('GET', `/v1/subsidies/${id}?lang=en`, { key, headers })
    if (answer?.status === 304) {
      note('unchanged')
      // What is behind says so in a body, and a 304 has none.
      if (known === undefined) wrong.push(`${id} is unchanged, and nothing was known of it`)
      return
    }
    if (answer?.status !== 200) return
    const { data, meta } = answer.json() as { data: Record<string, unknown>; meta: { warnings?: { code: string }[] } }
    const version = Number(data.version)
    const isBehind = meta.warnings?.some(({ code }) => code === 'catalogue_behind') === true
    if (version < least && !isBehind) wrong.push(`${id} is answered as of ${version} after event ${least}`)
    if (known !== undefined && known.version === version) wrong.push(`${id} version ${version} is sent to who has it`)
    const summary = JSON.stringify(data.summary)
    const before = summaries.get(`${id} ${version}`) ?? summary
    summaries.set(`${id} ${version}`, before)
    if (before !== summary) wrong.push(`${id} version ${version} is ${before} and ${summary}`)
    tags.set(id, { tag: answer.headers.etag ?? '', version })
  }
}

/** Lists, searches, sources, exports and assistants' calls. */
export function otherReader(ground: Ground, measures: number, { key }: Customer): () => Promise<void> {
  const { ask, draw, wrong, note } = ground
  const rows = (answer: Answer): unknown[] => answer.json().data as unknown[]
  const wholeList = (answer: Answer): boolean => rows(answer).length === 5
  const kinds: readonly [
    what: string,
    method: string,
    target: string,
    json: unknown,
    isRight: (answer: Answer) => boolean,
  ][] = [
    ['list', 'GET', '/v1/subsidies?limit=5&sort=deadline', undefined, wholeList],
    ['search', 'GET', '/v1/subsidies?q=support&limit=5', undefined, wholeList],
    ['sources', 'GET', '/v1/sources', undefined, (answer) => rows(answer).length === 1],
    [
      ...(['export', 'GET', '/v1/export/subsidies.ndjson', undefined] as const),
      ({ body, headers }) => {
        const lines = body.toString().split('\n').filter(Boolean)
        for (const line of lines) JSON.parse(line)
        return lines.length === measures && headers['x-record-count'] === String(measures)
      },
    ],
    [
      ...(['mcp', 'POST', '/mcp'] as const),
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sources', arguments: {} } },
      (answer) => {
        const { id, result } = answer.json() as { id: unknown; result?: { isError?: boolean } }
        return id === 1 && result !== undefined
      },
    ],
  ]
  return async () => {
    const [what, method, target, json, isRight] = draw.oneOf(kinds)
    const answer = await ask(method, target, { key, ...(json === undefined ? {} : { json }) })
    if (answer?.status !== 200) return
    note(what)
    if (!isRight(answer)) wrong.push(`${what}: ${answer.body.toString().slice(0, 300)}`)
  }
}

/** Matches of a company, each done once however often it has to be asked: what they count is exact. */
export function matcher(
  { insist, note, draw }: Ground,
  { key }: Customer,
): { ask(): Promise<void>; readonly done: number } {
  let done = 0
  let asked = 0
  return {
    get done() {
      return done
    },
    async ask() {
      asked += 1
      const isBulk = draw.happens(0.3)
      const company = { postcode: '9000', employees: 20 }
      const json = isBulk ? { companies: ['a', 'b', 'c'].map((reference) => ({ reference, company })) } : { company }
      const headers = { 'idempotency-key': `match ${asked}` }
      await insist('POST', isBulk ? '/v1/match/bulk' : '/v1/match', { key, headers, json }, [200])
      note(isBulk ? 'bulk match' : 'match')
      done += isBulk ? 3 : 1
    },
  }
}

/** Keys made and revoked: from the revocation on, everywhere and at once, nobody is let in by one. */
export function keyHolder({ ask, wrong, note, installation }: Ground): () => Promise<void> {
  const { origin, scene } = installation
  let round = 0
  return async () => {
    round += 1
    // Each from an address of its own: one address may send twenty unknown keys a minute, and is then refused for that.
    const localAddress = `127.0.${Math.floor(round / 200) + 1}.${(round % 200) + 1}`
    const made = await scene.customer('pro').catch(() => null)
    if (made === null) return
    await ask('GET', '/v1/key', { key: made.key })
    const revoked = await scene.operator.command('keys', 'revoke', made.keyId, '--json').catch(() => null)
    if (revoked?.status !== 0) return
    note('revoked')
    const after = await Promise.all(
      Array.from({ length: 4 }, () =>
        call(origin, 'GET', '/v1/key', { key: made.key, localAddress }).catch(() => null),
      ),
    )
    for (const answer of after)
      if (answer !== null && answer.status !== 401 && answer.status < 500)
        wrong.push(`a revoked key is answered ${answer.status}`)
  }
}

/** Endpoints made and deleted, each once. */
export function endpointMaker({ insist, note }: Ground, url: string, { key }: Customer): () => Promise<void> {
  let made = 0
  return async () => {
    made += 1
    const headers = { 'idempotency-key': `endpoint ${made}` }
    const json = { url: `${url}?of=${made}`, filters: { event_types: ['subsidy.merged'] } }
    const answer = await insist('POST', '/v1/webhooks', { key, headers, json }, [201])
    const { id } = answer.json().data as { id: string }
    await insist('DELETE', `/v1/webhooks/${id}`, { key }, [200, 404])
    note('endpoint made and deleted')
  }
}

/** An account that has few requests left: never more than those are answered. */
export function spender({ ask, installation }: Ground, { account, key }: Customer, quota: number, left: number) {
  let admitted = 0
  let unknown = 0
  const spend = async (): Promise<Answer | null> => {
    const answer = await ask('GET', '/v1/key', { key })
    if (answer?.status === 200) admitted += 1
    else if (answer?.status !== 429) unknown += 1
    return answer
  }
  return {
    spend,
    /** Until nothing is left, then compared with what was counted. */
    async end(month: string): Promise<{ admitted: number; unknown: number; used: number }> {
      for (let asked = 0; asked < 2 * left; asked += 1) {
        const answer = await spend()
        if (answer?.headers['x-quota-remaining'] === '0') break
        await wait(30)
      }
      const database = await installation.scene.database()
      const counted = await database.counters.one<{ requests: number }>(
        'select requests from meter where account_id = $1 and month = $2',
        [account, month],
      )
      return { admitted, unknown, used: Number(counted?.requests) - (quota - left) }
    },
  }
}
