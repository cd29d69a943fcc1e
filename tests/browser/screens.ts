/**
 * The screens of the dashboard that are looked at in a browser: every screen as an account with everything has it, in each
 * language, and as one has it that has nothing yet, not even a plan. A screen without parameters in its path is a row by itself.
 */
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { setOperator } from '../../src/accounts/profile.ts'
import { pageRoutes } from '../../src/app.ts'
import { screenAccess } from '../../src/dashboard/frame/access.ts'
import { type Language, languages } from '../../src/values/vocabularies.ts'
import type { TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { until } from '../harness/started-process.ts'
import { makeWatchlist, upload } from '../harness/watchlists.ts'
import { makeWebhook, putDeliveries } from '../harness/webhooks.ts'
import type { Row } from './pages.ts'

const screens = pageRoutes.filter(({ method, access }) => method === 'GET' && access.entrance === screenAccess.entrance)

type Filled = {
  id: string
  cookie: string
  keyId: string
  watchlistId: string
  webhookId: string
  deliveryId: string
  requestId: string
}

/** An account with something of everything: keys, lists, endpoints with deliveries, requests that were refused. */
async function filledAccount(service: TestService, language: Language): Promise<Filled> {
  const { database, clock } = service
  const { id } = await createAccount(database, clock.now(), {
    ...{ email: `een.heel.lange.naam.van.iemand+${language}@voorbeeld.example`, plan: 'enterprise', language },
  })
  await setOperator(database, clock.now(), id, true)
  const made = await createKey(database, clock.now(), {
    account: id,
    mode: 'live',
    name: 'Boekhoudpakket <b>van</b> kantoor',
  })
  const watchlistId = await makeWatchlist(service, { name: 'Klanten van <i>kantoor</i> Gent', language }, made.key)
  const company = { postcode: '9000', employees: 12, nace: ['62.01'] }
  await upload(
    service,
    watchlistId,
    [
      { reference: 'klant-1', company },
      { reference: 'klant-2', company: { postcode: '1000' } },
    ],
    { key: made.key },
  )
  const webhook = await makeWebhook(
    service,
    { url: 'https://ontvanger.voorbeeld.example/een/lang/pad/naar/het/eindpunt' },
    made.key,
  )
  const deliveries = await putDeliveries(database, webhook.id, id, [
    { created_at: clock.now() - 5_000 },
    { created_at: clock.now() - 4_000, status: 'failed', attempts: 6, last_status: 500, delivered_at: null },
  ])
  const [deliveryId = ''] = deliveries
  let requestId = ''
  for (const path of ['/v1/subsidies?limit=1', '/v1/subsidies?region=nowhere', '/v1/subsidies/none'])
    requestId = (await service.get(path, { key: made.key })).headers['x-request-id'] ?? ''
  await until('its requests are taken down', async () => {
    const row = await database.one('select sum(requests) as requests from usage_day where account_id = $1', [id])
    return Number(row?.requests) >= 6
  })
  clock.advance({ seconds: 2 })
  const { cookie } = await signedInTo(service, id)
  return { id, cookie, keyId: made.id, watchlistId, webhookId: webhook.id, deliveryId, requestId }
}

/** Screens with parameters in their path, as an account with everything has them; a new one is to be added here. */
const withIds: Record<string, (of: Filled) => string> = {
  '/dashboard/keys/{id}/revoke': ({ keyId }) => `/dashboard/keys/${keyId}/revoke`,
  '/dashboard/requests/{id}': ({ requestId }) => `/dashboard/requests/${requestId}`,
  '/dashboard/webhooks/{id}': ({ webhookId }) => `/dashboard/webhooks/${webhookId}`,
  '/dashboard/webhooks/{id}/rotate': ({ webhookId }) => `/dashboard/webhooks/${webhookId}/rotate`,
  '/dashboard/webhooks/{id}/delete': ({ webhookId }) => `/dashboard/webhooks/${webhookId}/delete`,
  '/dashboard/webhooks/{id}/deliveries/{delivery}': ({ webhookId, deliveryId }) =>
    `/dashboard/webhooks/${webhookId}/deliveries/${deliveryId}`,
  '/dashboard/watchlists/{id}': ({ watchlistId }) => `/dashboard/watchlists/${watchlistId}`,
  '/dashboard/watchlists/{id}/file': ({ watchlistId }) => `/dashboard/watchlists/${watchlistId}/file`,
  '/dashboard/watchlists/{id}/numbers': ({ watchlistId }) => `/dashboard/watchlists/${watchlistId}/numbers`,
  '/dashboard/watchlists/{id}/establishments': ({ watchlistId }) =>
    `/dashboard/watchlists/${watchlistId}/establishments`,
  '/dashboard/watchlists/{id}/matches': ({ watchlistId }) => `/dashboard/watchlists/${watchlistId}/matches`,
  '/dashboard/watchlists/{id}/report': ({ watchlistId }) =>
    `/dashboard/watchlists/${watchlistId}/report?reference=klant-1`,
  '/dashboard/watchlists/{id}/remove': ({ watchlistId }) =>
    `/dashboard/watchlists/${watchlistId}/remove?reference=klant-1`,
  '/dashboard/watchlists/{id}/delete': ({ watchlistId }) => `/dashboard/watchlists/${watchlistId}/delete`,
  '/dashboard/operator/accounts/{id}': ({ id }) => `/dashboard/operator/accounts/${id}`,
}

/** What an account without a plan is told that it lacks. */
const needsPlan = /^\/dashboard\/(?:webhooks|watchlists|matcher)(?:\/|$)/

/** Downloads, and no screens. */
const noScreens = ['/dashboard/account/export', '/dashboard/usage.csv', '/dashboard/watchlists/{id}/matches.csv']

/** Screens of which no row is: each would go unseen. */
export const screensWithoutRow = screens
  .map(({ path }) => path)
  .filter((path) => path.includes('{') && withIds[path] === undefined && !noScreens.includes(path))

/** Paths of `noScreens` that are no route any more, or have a row. */
export const needlessNoScreens = noScreens.filter(
  (path) => withIds[path] !== undefined || screens.every((screen) => screen.path !== path),
)

export async function screenRows(service: TestService): Promise<Row[]> {
  const rows: Row[] = []
  const shown = screens.map(({ path }) => path).filter((path) => !noScreens.includes(path))
  for (const language of languages) {
    const filled = await filledAccount(service, language)
    const cookie = filled.cookie
    const row = (name: string, path: string, status = 200): void =>
      void rows.push({ name: `${name}, ${language}`, of: 'full', path, language, status, cookie })
    for (const path of shown) row(path, withIds[path]?.(filled) ?? path)
    // Nobody is known where there is no screen: it speaks the language of the browser.
    if (language === 'en') row('a screen that does not exist', '/dashboard/no-such-screen', 404)
  }
  const { id } = await createAccount(service.database, service.clock.now(), {
    email: 'nieuw@voorbeeld.example',
    language: 'nl',
  })
  const { cookie } = await signedInTo(service, id)
  for (const path of shown.filter((one) => !one.includes('{') && !one.includes('/operator')))
    rows.push({
      name: `${path}, with nothing yet`,
      of: 'full',
      path,
      language: 'nl',
      status: needsPlan.test(path) ? 403 : 200,
      cookie,
    })
  return rows
}
