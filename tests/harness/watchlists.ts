/** Watchlists for tests: made over the wire, or in the store where a test needs an id that it knows beforehand. */
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import type { Instant } from '../../src/values/brussels.ts'
import type { WatchlistOptions } from '../../src/watchlists/watchlist.ts'
import { insertWatchlist } from '../../src/watchlists/watchlist-store.ts'
import { type Answer, call } from './http.ts'
import type { TestService } from './service.ts'

/** Of the right form. */
export const sampleWatchlistId = 'wl_01KJSAMPLE0000000000000000'

/** Puts a list of that id into the store for the account on the plan enterprise, unless it is there. */
export async function putSampleWatchlist({ database, accounts, clock }: TestService): Promise<void> {
  const held = await database.all('select id from watchlist where id = $1', [sampleWatchlistId])
  if (held.length > 0) return
  await makeList(database, accounts.enterprise, clock.now(), { name: 'Sample' }, sampleWatchlistId)
}

/** Puts a list without companies into the store; answers its id. */
export async function makeList(
  database: Database,
  accountId: string,
  now: Instant,
  options: Partial<WatchlistOptions> = {},
  id = newId('wl', now),
): Promise<string> {
  await insertWatchlist(database, {
    ...{ name: 'Clients', language: 'en', minSeverity: 'low', mutedSubsidies: [], ...options },
    ...{ id, accountId, companies: 0, nextPlace: 1, revision: 0, createdAt: now, updatedAt: now },
  })
  return id
}

export type SentOptions = { name?: unknown; language?: unknown; min_severity?: unknown; muted_subsidies?: unknown }

/** Makes a list and answers its id. */
export async function makeWatchlist(
  { origin, keys }: TestService,
  options: SentOptions = {},
  key = keys.enterprise,
): Promise<string> {
  const answer = await call(origin, 'POST', '/v1/watchlists', { key, json: { name: 'Clients', ...options } })
  if (answer.status !== 201) throw new Error(`no watchlist was made: ${answer.body}`)
  return (answer.json() as { data: { id: string } }).data.id
}

/** Sends companies to a list. */
export function upload(
  { origin, keys }: TestService,
  id: string,
  companies: readonly unknown[],
  options: { key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const path = `/v1/watchlists/${id}/companies`
  return call(origin, 'POST', path, { key: keys.enterprise, ...options, json: { companies } })
}
