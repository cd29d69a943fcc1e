/** The screens of webhooks: `/dashboard/webhooks`. */
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { Fields } from '../../pages/form-fields.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { listSources } from '../../sources/registry.ts'
import { listWatchlists } from '../../watchlists/lists.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { type FilterPreview, previewFilters } from '../../webhooks/fan-out/preview-filters.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type DashboardWebhookNeeds, ownWebhooks, type ShownWebhook, valueIn } from '../webhooks-here.ts'
import { deliveryScreens, endpointScreens } from './endpoint-screens-routes.ts'
import { endpointsView, type NewEndpoint, newEndpointView, newPath } from './endpoints-view.ts'
import type { ChosenFilters } from './filters-view.ts'
import { onPlan, secretScreen } from './screens.ts'
import { webhookWords } from './words.ts'

const listQuery = { done: text(40, { description: 'What was just done.' }, 'allowed') }

const nothingChosen: ChosenFilters = {
  event_types: [],
  sources: [],
  regions: [],
  topics: [],
  subsidy_ids: [],
  watchlists: [],
}

function chosenIn(form: Fields): ChosenFilters {
  const ids = (form.one('subsidy_ids') ?? '').split(/[\s,]+/).filter((id) => id !== '')
  const { all } = form
  return {
    ...{ event_types: all('event_types'), sources: all('sources'), regions: all('regions'), topics: all('topics') },
    ...{ subsidy_ids: ids, watchlists: all('watchlists') },
  }
}

async function newScreen(
  { database }: DashboardWebhookNeeds,
  { accountId, language }: SignedIn,
  shown: Partial<Pick<NewEndpoint, 'url' | 'chosen' | 'fault' | 'preview'>> = {},
): Promise<Screen> {
  const [sources, lists] = await Promise.all([listSources(database), listWatchlists(database, accountId)])
  const { url = 'https://', chosen = nothingChosen, fault = null, preview = null } = shown
  const choices = {
    sources: sources
      .filter(({ enabled }) => enabled)
      .map(({ definition: { id, name } }) => ({ value: id, label: name })),
    watchlists: valueIn<{ id: string; name: string }[]>(lists).map(({ id, name }) => ({ value: id, label: name })),
  }
  return {
    title: webhookWords[language].makeTitle,
    place: 'webhooks',
    status: fault === null ? 200 : 422,
    body: newEndpointView({ language, url, chosen, choices, fault, preview }),
  }
}

function faultIn(refusal: unknown): NewEndpoint['fault'] {
  if (!(refusal instanceof Refusal)) return null
  const { code, message, details } = refusal
  if (code === 'plan_required') return { of: 'full', message }
  if (code === 'source_not_found' || code === 'watchlist_not_found') return { of: 'filters', message }
  if (code !== 'invalid_parameter') return null
  return { of: details.parameter === 'url' ? 'url' : 'filters', message }
}

const listRoute = <Needs extends ScreenNeeds & DashboardWebhookNeeds>(): RouteRecord<Needs> =>
  screenRoute<Needs, typeof listQuery>({
    path: places.webhooks,
    operation: 'webhooksScreen',
    query: listQuery,
    run: ({ needs, caller: who, query }) =>
      onPlan(who, async ({ accountId, plan }) => ({
        title: shellWords[who.language].places.webhooks,
        place: 'webhooks',
        body: endpointsView({
          ...{ language: who.language, plan, webhooks: await ownWebhooks(needs, accountId) },
          isRemoved: query.done === 'removed',
        }),
      })),
  })

const newRoutes = <Needs extends ScreenNeeds & DashboardWebhookNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: newPath,
    operation: 'newWebhookScreen',
    query: {},
    run: ({ needs, caller: who }) => onPlan(who, () => newScreen(needs, who)),
  }),
  actionRoute<Needs>({
    path: newPath,
    operation: 'makeWebhook',
    backTo: () => newPath,
    run: ({ needs, caller: who, now }, form) =>
      onPlan(who, async (caller) => {
        const [url, chosen] = [form.one('url') ?? '', chosenIn(form)]
        try {
          if (form.one('do') === 'preview') {
            const preview: FilterPreview = await previewFilters(needs.database, caller.accountId, chosen, now)
            return await newScreen(needs, who, { url, chosen, preview })
          }
          const made = await createWebhook(needs, { url, filters: chosen }, { caller, now, idempotency: null })
          return secretScreen(valueIn<ShownWebhook>(made), webhookWords[who.language].madeTitle, who.language)
        } catch (refusal) {
          const fault = faultIn(refusal)
          if (fault === null) throw refusal
          return newScreen(needs, who, { url, chosen, fault })
        }
      }),
  }),
]

export const webhookScreens = <Needs extends ScreenNeeds & DashboardWebhookNeeds>(): RouteRecord<Needs>[] => [
  listRoute<Needs>(),
  ...newRoutes<Needs>(),
  ...endpointScreens<Needs>(),
  ...deliveryScreens<Needs>(),
]
