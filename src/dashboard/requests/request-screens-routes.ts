/** The screens of requests: `/dashboard/requests`, and one of them. */

import type { ApiKey } from '../../accounts/account.ts'
import { listKeys } from '../../accounts/operations.ts'
import type { QueryValues } from '../../contract/call.ts'
import { cursorText, text } from '../../contract/parameters.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { fixOf } from '../../docs/errors/fix.ts'
import { queryText } from '../../pages/address.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { filterForm } from '../../pages/parts/filter-form.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { type ErrorGroup, errorGroupsOf, recentRoutesOf } from '../../usage/figures/usage.ts'
import { type Outcome, outcomeOf, outcomes } from '../../usage/outcome.ts'
import { type FoundRequest, filterOf, type RequestFilter, type ShownRequest } from '../../usage/requests/requests.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { dayText, millisecondsText, numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { ownRequest, ownRequests, pageLimits, type UsageNeeds } from '../own-usage.ts'
import { usageWords } from '../usage/words.ts'
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

type Choices = { status: Outcome | null; code: string | null; key: string | null; route: string | null }

type RequestsShown = {
  language: Language
  keys: readonly ApiKey[]
  groups: readonly ErrorGroup[]
  /** That were asked in the last days. */
  routes: readonly string[]
  choices: Choices
  requests: readonly ShownRequest[]
  /** Whether it is the first page. */
  isFirst: boolean
  /** Address of the next page; null: this is the last. */
  older: string | null
}

const tones: Record<Outcome, Tone> = { answered: 'likely', refused: 'look', faulty: 'look', failed: 'bad' }

function requestsView(shown: RequestsShown): Html {
  const { language, groups, requests, older, isFirst, choices } = shown
  const words = requestWords[language]
  return html`<p class="lead">${words.lead}</p>
    ${groups.length === 0 ? null : panel(words.groups, groupsTable(groups, language))}
    ${panel(words.find, findForm('', language))}
    ${panel(
      words.list,
      html`${filters(shown)}
        ${requests.length === 0 ? nothing(language, Object.values(choices).some((one) => one !== null) || !isFirst) : requestsTable(shown)}
        ${older === null ? null : html`<p><a href=${older}>${words.older}</a></p>`}`,
    )}
`
}

function nothing(language: Language, isNarrowed: boolean): Html {
  const words = requestWords[language]
  if (isNarrowed) return notice('calm', words.nothingSo, html`<p><a href=${places.requests}>${words.all}</a></p>`)
  return notice('calm', words.nothing, html`<p>${words.nothingNext} <a href=${places.keys}>${words.toKeys}</a></p>`)
}

function filters({ language, keys, groups, routes, choices }: RequestsShown): Html {
  const words = requestWords[language]
  const same = (value: string): { value: string; label: string } => ({ value, label: value })
  /** What is chosen stands among the options, also where nothing has it any more. */
  const withChosen = (values: readonly string[], one: string | null): readonly string[] =>
    one === null || values.includes(one) ? values : [...values, one]
  return filterForm(
    places.requests,
    [
      {
        ...{ name: 'status', label: words.outcome, all: words.any, chosen: choices.status },
        options: outcomes.map((outcome) => ({ value: outcome, label: usageWords[language].outcomes[outcome] })),
      },
      {
        ...{ name: 'key', label: words.key, all: words.any, chosen: choices.key },
        options: keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
      },
      {
        ...{ name: 'route', label: words.route, all: words.any, chosen: choices.route },
        options: withChosen(routes, choices.route).map(same),
      },
      {
        ...{ name: 'code', label: words.error, all: words.any, chosen: choices.code },
        options: withChosen([...new Set(groups.map(({ code }) => code))].toSorted(), choices.code).map(same),
      },
    ],
    words.show,
  )
}

function requestsTable({ requests, keys, language }: RequestsShown): Html {
  const words = requestWords[language]
  return table({
    caption: words.list,
    columns: [
      ...[words.at, words.request, words.status].map((heading) => ({ heading })),
      { heading: words.duration, isFigure: true },
      { heading: words.key },
    ],
    rows: requests.map((request) => [
      toTheSecond(request.at, language),
      // The id under the route: a column of its own would be wider than the panel.
      html`<code>${request.method} ${request.route}</code><br /><a href=${`${places.requests}/${request.requestId}`}><code class="whole">${request.requestId}</code></a>`,
      statusChip(request, language),
      millisecondsText(request.durationMs, language),
      keyName(request.keyId, keys, language),
    ]),
  })
}

/** Status and error; a client that left has no status of an answer. */
function statusChip({ status, code, cut }: ShownRequest, language: Language): Html {
  const said = code === null ? String(status) : `${status} ${code}`
  const words = requestWords[language]
  return html`${chip(tones[outcomeOf(status, cut)], said)}${cut === null ? null : html` <span class="soft">${words.cut}</span>`}`
}

function groupsTable(groups: readonly ErrorGroup[], language: Language): Html {
  const words = requestWords[language]
  return table({
    caption: words.groups,
    columns: [
      { heading: words.error },
      { heading: words.route },
      { heading: words.count, isFigure: true },
      ...[words.last, words.fix].map((heading) => ({ heading })),
    ],
    rows: groups.map(({ code, method, route, requests, lastAt, lastRequestId }) => {
      const known = fixOf(code)
      return [
        known === null ? html`<code>${code}</code>` : html`<a href=${known.address}><code>${code}</code></a>`,
        html`<code>${method} ${route}</code>`,
        numberText(requests, language),
        html`<a href=${`${places.requests}/${lastRequestId}`}>${toTheSecond(lastAt, language)}</a>`,
        known === null ? '' : html`<span lang="en">${known.fix}</span>`,
      ]
    }),
  })
}

function findForm(typed: string, language: Language): Html {
  const words = requestWords[language]
  return html`<form method="get" action=${places.requests}>
    <div class="field">
      <label for="request-id">${words.id}</label>
      <p class="hint" id="request-id-hint">${words.idHint}</p>
      <input id="request-id" name="request_id" type="text" maxlength="40" spellcheck="false" autocomplete="off" required value=${typed} aria-describedby="request-id-hint" />
    </div>
    <button class="outlined" type="submit">${words.look}</button>
  </form>`
}

type Missing = Extract<FoundRequest, { found: null }>['why']

/** What is said of a request that is not there. */
function lookedForView(requestId: string, why: Missing, language: Language): Html {
  const words = requestWords[language]
  return html`${notice('calm', words.missing[why], html`<p>${words.missingNext[why]}</p>`)}
    ${panel(words.find, findForm(requestId, language))}
    <p><a href=${places.requests}>${words.all}</a></p>`
}

function requestView(request: ShownRequest, keys: readonly ApiKey[], language: Language): Html {
  const words = requestWords[language]
  const { requestId, at, method, route, code, cut, durationMs, keyId, evaluations } = request
  const known = code === null ? null : fixOf(code)
  return html`${panel(
    null,
    html`${facts([
      { name: words.id, value: html`<code>${requestId}</code>` },
      { name: words.at, value: toTheSecond(at, language) },
      { name: words.route, value: html`<code>${method} ${route}</code>` },
      { name: words.status, value: statusChip(request, language) },
      ...(cut === null ? [] : [{ name: words.cutTitle, value: words.cuts[cut] ?? cut }]),
      { name: words.duration, value: millisecondsText(durationMs, language) },
      { name: words.key, value: keyName(keyId, keys, language) },
      { name: words.evaluations, value: numberText(evaluations, language) },
    ])}
    ${known === null ? null : html`<p lang="en">${known.fix} <a href=${known.address}><code>${code}</code></a></p>`}
    <p class="soft">${words.notKept}</p>`,
  )}
  <p><a href=${places.requests}>${words.all}</a></p>`
}

function keyName(keyId: string | null, keys: readonly ApiKey[], language: Language): Children {
  const key = keys.find(({ id }) => id === keyId)
  return key === undefined ? requestWords[language].noKey : key.name
}

/** Day and second in Brussels, for machines to the millisecond. */
function toTheSecond(at: Instant, language: Language): Html {
  const text = formatInstant(at)
  return html`<time datetime=${text}>${dayText(text.slice(0, 10), language)}, ${text.slice(11, 19)}</time>`
}
