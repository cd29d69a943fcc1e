/** The screens of requests: `/dashboard/requests`, and one of them. */
import { listKeys } from '../../accounts/operations.ts'
import type { QueryValues } from '../../contract/call.ts'
import { cursorText, text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { queryText } from '../../pages/address.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { errorGroupsOf, recentRoutesOf } from '../../usage/figures/usage.ts'
import { outcomes } from '../../usage/outcome.ts'
import { filterOf, type RequestFilter } from '../../usage/requests/requests.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { ownRequest, ownRequests, pageLimits, type UsageNeeds } from '../own-usage.ts'
import { type Choices, lookedForView, requestsView, requestView } from './requests-view.ts'
import { requestWords } from './words.ts'

/** Empty values are what a form sends of what was not chosen. */
const chosen = (description: string) => text(200, { description }, 'allowed')
const query = {
  status: chosen('How it ended.'),
  code: chosen('Of the error.'),
  key: chosen('Id of the key.'),
  route: chosen('Pattern of the route.'),
  request_id: chosen('A request that is looked for.'),
  cursor: cursorText({ description: 'Where the page before ended.' }),
}
type Asked = QueryValues<typeof query>

function choicesOf({ status, code, key, route }: Asked): Choices {
  const outcome = outcomes.find((one) => one === status) ?? null
  return { status: outcome, code: code || null, key: key || null, route: route || null }
}

/** What cannot be is looked for like anything else: nothing is found, and the choices stand there to be changed. */
function filterBy({ status, code, key, route }: Choices): RequestFilter {
  return filterOf({ outcome: status, code, keyId: key, route })
}

async function listScreen(needs: UsageNeeds, who: SignedIn, asked: Asked): Promise<Screen> {
  const { language, accountId, at } = who
  const { database } = needs
  const choices = choicesOf(asked)
  const limit = pageLimits.default
  const [page, keys, groups, routes] = await Promise.all([
    ownRequests(needs, who, { limit, cursor: asked.cursor, filter: filterBy(choices) }),
    listKeys(database, accountId),
    errorGroupsOf(database, accountId, at),
    recentRoutesOf(database, accountId, at),
  ])
  return {
    title: shellWords[language].places.requests,
    about: requestWords[language].about,
    place: 'requests',
    body: requestsView({
      ...{ language, keys, groups, routes, choices, requests: page.rows, isFirst: asked.cursor === undefined },
      older: page.next === null ? null : `${places.requests}${queryText({ ...choices, cursor: page.next })}`,
    }),
  }
}

async function oneScreen(needs: UsageNeeds, who: SignedIn, requestId: string): Promise<Screen> {
  const { language, accountId } = who
  const words = requestWords[language]
  const asked = await ownRequest(needs, who, requestId)
  if (asked.found === null) {
    const body = lookedForView(requestId, asked.why, language)
    return { title: words.lookedFor, place: 'requests', status: 404, body }
  }
  const keys = await listKeys(needs.database, accountId)
  return { title: words.one, place: 'requests', body: requestView(asked.found, keys, language) }
}

export const requestScreens = <Needs extends ScreenNeeds & UsageNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path: places.requests,
    operation: 'requestsScreen',
    query,
    refuses: ['invalid_parameter', 'invalid_cursor'],
    run: ({ needs, caller, query: asked }) =>
      asked.request_id ? oneScreen(needs, caller, asked.request_id.trim()) : listScreen(needs, caller, asked),
  }),
  screenRoute<Needs, Record<never, never>>({
    path: `${places.requests}/{id}`,
    operation: 'requestScreen',
    pathParameters: ['id'],
    query: {},
    run: ({ needs, caller, path }) => oneScreen(needs, caller, path.id ?? ''),
  }),
]
