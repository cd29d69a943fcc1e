/** Every route of the service against the suites that every route of its kind must pass, however its store came to be. */
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { plans } from '../../src/accounts/plans.ts'
import { routes } from '../../src/app.ts'
import { openAccess } from '../../src/contract/access.ts'
import { RawBody } from '../../src/contract/body/body-kinds.ts'
import { input } from '../harness/ingestion.ts'
import { loadSampleRegister, sampleBakery } from '../harness/sample-register.ts'
import type { TestService } from '../harness/service.ts'
import { putSampleWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { putSampleWebhook, sampleUrl, sampleWebhookId } from '../harness/webhooks.ts'
import { type KeyedRoute, keyedRouteSuite } from './keyed-route.ts'
import { openRouteSuite } from './open-route.ts'
import type { MeteredService } from './service.ts'

/** A service whose store has what the routes need to find, and a key of an account of its own. */
export type ServiceOfEveryRoute = { running: TestService; keyToHurry: string }

/** Fills the store of a service that was just started with what the routes need to find. */
export async function withEveryRoute(running: TestService): Promise<ServiceOfEveryRoute> {
  await running.publish([input('a'), input('b')])
  await loadSampleRegister(running)
  await putSampleWatchlist(running)
  await putSampleWebhook(running)
  const { database, clock } = running
  const { id } = await createAccount(database, clock.now(), { email: 'hurried@example.org', plan: 'developer' })
  const { key: keyToHurry } = await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })
  const used = [plans.business.monthlyRequests, running.accounts.business]
  await running.get('/v1/key', { key: running.keys.business })
  await database.counters.run('update meter set requests = $1 where account_id = $2', used)
  return { running, keyToHurry }
}

const example: Record<string, string> = { id: 'al:a', version: '1', reference: 'a', number: sampleBakery }
/** By the folder of a path: the id of what is there. */
const exampleIds: Record<string, string> = {
  sources: 'alpha',
  watchlists: sampleWatchlistId,
  webhooks: sampleWebhookId,
}
const pathOf = (path: string): string => {
  const id = exampleIds[path.split('/')[2] ?? ''] ?? example.id
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => ({ ...example, id })[name] ?? '')
}

/** A body for each route that reads one: a request with it succeeds. */
const bodies: Record<string, unknown> = {
  'POST /v1/match': { company: { postcode: '9000' } },
  'POST /v1/watchlists': { name: 'Clients' },
  'PATCH /v1/watchlists/{id}': { name: 'Clients' },
  'POST /v1/watchlists/{id}/companies': { companies: [{ reference: 'a', company: { postcode: '9000' } }] },
  'POST /v1/webhooks': { url: sampleUrl },
  'POST /mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  'POST /v1/match/bulk': { companies: [{ reference: 'a', company: { postcode: '9000' } }] },
}

/** Declares the suites of every route; the service is asked for when they run. */
export function everyRouteSuite(of: () => ServiceOfEveryRoute): void {
  const service = (): MeteredService => {
    const { running, keyToHurry } = of()
    return {
      origin: running.origin,
      key: running.keys.enterprise,
      unknownKey: running.unknownKey,
      keyWithoutPlan: running.keys.none,
      keyOfSmallestPlan: running.keys.developer,
      keyToHurry,
      keyUsedUp: running.keys.business,
      passMinute: () => running.clock.advance({ seconds: 60 }),
    }
  }
  /** What a request of that route needs to find, where what it does is done once. */
  const preparations: Record<string, () => Promise<unknown>> = {
    'DELETE /v1/watchlists/{id}': () => putSampleWatchlist(of().running),
    'DELETE /v1/webhooks/{id}': () => putSampleWebhook(of().running),
    'DELETE /v1/watchlists/{id}/companies/{reference}': async () => {
      await putSampleWatchlist(of().running)
      await upload(of().running, sampleWatchlistId, [{ reference: 'a', company: {} }])
    },
  }
  /** What the requests of every other route find. */
  const prepareSamples = async (): Promise<void> => {
    await putSampleWatchlist(of().running)
    await putSampleWebhook(of().running)
  }

  for (const record of routes) {
    const path = pathOf(record.path)
    const name = `${record.method} ${record.path}`
    if (record.access === openAccess) {
      openRouteSuite({ path }, service)
      continue
    }
    if (record.body !== null && bodies[name] === undefined) throw new Error(`${name} needs a body here`)
    const { capability } = record
    const lacking = capability === null || plans.developer.capabilities[capability] ? null : capability
    const hasLines = record.answers[200]?.lines !== undefined
    const prepare = preparations[name] ?? prepareSamples
    const takesBytes = record.body instanceof RawBody
    const keyed: KeyedRoute = {
      ...{ method: record.method, path, lacking, allow: allowOf(record.path), prepare, hasLines, takesBytes },
    }
    keyedRouteSuite(record.body === null ? keyed : { ...keyed, json: bodies[name] }, service)
  }
}

/** The methods of a path as `Allow` lists them. */
function allowOf(path: string): string {
  const methods = routes.filter((record) => record.path === path).map(({ method }) => method)
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
}
