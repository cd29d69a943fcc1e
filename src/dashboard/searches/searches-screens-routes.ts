/** The screen of saved searches: `/dashboard/searches`. */
import { showAccount } from '../../accounts/operations.ts'
import { oneOf, text } from '../../contract/parameters.ts'
import { splitQuery } from '../../contract/query.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type DigestChoice, digestChoices } from '../../digests/every.ts'
import { searchBounds } from '../../digests/saved-search.ts'
import {
  changeSearch,
  createSearch,
  deleteSearch,
  listSearches,
  type SearchCall,
  type ShownSearch,
} from '../../digests/searches.ts'
import { choicesOf } from '../../explorer/search/find.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { pageAddress, queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { numberText } from '../../values/figures.ts'
import { upTo } from '../../values/texts/text-ends.ts'
import { isLanguage, type Language, languages } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { actButton, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { searchWords } from './words.ts'

/** What was just done, by an action that led back here. */
const doneWords = ['saved', 'set', 'deleted'] as const
type Done = (typeof doneWords)[number]
/** `why`: what is wrong with a search, in English, as the list of measures says it. */
type SearchFault = { of: 'name' | 'query' | 'full'; why: string | null }

export type SearchScreenNeeds = { database: Database; catalogue: FollowedCatalogue }

const queryCharactersMax = 4_000
const query = {
  from: text(queryCharactersMax, { description: 'A search to keep, as its query.' }, 'allowed'),
  done: oneOf(doneWords, { description: 'What was just done.' }),
}
const backTo = (): string => places.searches
/** Of pages, and none of a search. */
const notAsked = ['cursor', 'page', 'lang', 'limit', 'view', 'sort']

const callOf = ({ accountId, at }: SignedIn): SearchCall => ({ accountId, actor: { kind: 'session' }, now: at })
const sourcesOf = ({ catalogue }: SearchScreenNeeds) => ({
  isSource: (id: string) => catalogue.readNow(({ state }) => state.hasSource(id)),
  namesOfSources: () => catalogue.readNow(({ state }) => state.namesOfSources()),
})

type Typed = { name: string; query: string; language: Language; digest: DigestChoice }

async function searchesScreen(
  { database }: SearchScreenNeeds,
  who: SignedIn,
  said: { typed?: Typed; fault?: SearchFault; done?: Done | undefined } = {},
): Promise<Screen> {
  const { language, accountId } = who
  const [searches, account] = await Promise.all([listSearches(database, accountId), showAccount(database, accountId)])
  const { typed = { name: '', query: '', language, digest: 'daily' }, fault = null, done = null } = said
  return {
    title: shellWords[language].places.searches,
    place: 'searches',
    status: fault === null ? 200 : 422,
    body: searchesView({ language, searches, isVerified: account.emailVerified, typed, fault, done }),
  }
}

/** The parameters in an address or a query; null where there is none to be read. One that stands twice is no search of ours. */
function parametersIn(given: string): Record<string, string> | null {
  const asked = upTo(given.trim().replace(/^[^?]*\?/, ''), '#')
  const parameters: Record<string, string> = {}
  for (const { name, value } of splitQuery(asked)) {
    if (name === null || value === null || Object.hasOwn(parameters, name)) return null
    if (!notAsked.includes(name) && value !== '') parameters[name] = value
  }
  return parameters
}

const choiceOf = (word: string | null): DigestChoice => digestChoices.find((one) => one === word) ?? 'none'

export const searchScreens = <Needs extends ScreenNeeds & SearchScreenNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof query>({
    path: places.searches,
    operation: 'searchesScreen',
    query,
    run({ needs, caller, query: { from = '', done } }) {
      const { language } = caller
      const parameters = parametersIn(from)
      // What is of a page alone would puzzle whoever reads the field.
      const asked = parameters === null ? from : queryText(parameters).slice(1)
      return searchesScreen(needs, caller, {
        typed: { name: parameters?.q ?? '', query: asked, language, digest: 'daily' },
        done,
      })
    },
  }),
  actionRoute<Needs>({
    path: places.searches,
    operation: 'keepSearch',
    backTo,
    async run({ needs, caller }, form) {
      const word = form.one('language') ?? ''
      const typed: Typed = {
        name: form.one('name') ?? '',
        query: form.one('query') ?? '',
        language: isLanguage(word) ? word : caller.language,
        digest: choiceOf(form.one('digest')),
      }
      const parameters = parametersIn(typed.query)
      if (parameters === null) return searchesScreen(needs, caller, { typed, fault: { of: 'query', why: null } })
      const { name, language, digest } = typed
      try {
        await needs.catalogue.whenRead()
        await createSearch(needs.database, sourcesOf(needs), callOf(caller), { name, parameters, language, digest })
      } catch (refusal) {
        const fault = faultOf(refusal)
        if (fault === null) throw refusal
        return searchesScreen(needs, caller, { typed, fault })
      }
      return seeOther(`${places.searches}?done=saved`)
    },
  }),
  actionRoute<Needs>({
    path: `${places.searches}/{id}/digest`,
    operation: 'setSearchDigest',
    pathParameters: ['id'],
    refuses: ['not_found'],
    backTo,
    async run({ needs, caller, path }, form) {
      const digest = choiceOf(form.one('digest'))
      await changeSearch(needs.database, sourcesOf(needs), callOf(caller), path.id ?? '', { digest })
      return seeOther(`${places.searches}?done=set`)
    },
  }),
  actionRoute<Needs>({
    path: `${places.searches}/{id}/delete`,
    operation: 'deleteSavedSearch',
    pathParameters: ['id'],
    refuses: ['not_found'],
    backTo,
    async run({ needs, caller, path }) {
      await deleteSearch(needs.database, callOf(caller), path.id ?? '')
      return seeOther(`${places.searches}?done=deleted`)
    },
  }),
]

function faultOf(refusal: unknown): SearchFault | null {
  if (!(refusal instanceof Refusal)) return null
  if (refusal.code === 'conflict') return { of: 'full', why: null }
  if (refusal.code === 'invalid_parameter') return { of: 'query', why: refusal.message }
  if (refusal.code !== 'invalid_body') return null
  return refusal.details.field === 'name' ? { of: 'name', why: null } : { of: 'query', why: refusal.message }
}

type SearchesShown = {
  language: Language
  searches: readonly ShownSearch[]
  isVerified: boolean
  typed: { name: string; query: string; language: Language; digest: DigestChoice }
  fault: SearchFault | null
  done: Done | null
}

function searchesView(shown: SearchesShown): Html {
  const { language, searches, isVerified, fault, done } = shown
  const words = searchWords[language]
  const { searchesMax } = searchBounds
  return html`<p class="lead">${words.lead}</p>
    ${done === null ? null : html`<div role="status">${notice('calm', words.done[done], null)}</div>`}
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faults[fault.of], fault.why === null ? null : html`<p lang="en">${fault.why}</p>`)}</div>`}
    ${isVerified ? null : notice('look', words.unverified, null)}
    ${panel(
      null,
      searches.length === 0
        ? notice(
            'calm',
            words.none,
            html`<p>${words.noneNext}</p><p><a href=${pageAddress(language, 'search')}>${words.find}</a></p>`,
          )
        : searchTable(shown),
    )}
    ${searches.length >= searchesMax ? notice('look', words.full(numberText(searchesMax, language)), null) : panel(words.make, newForm(shown))}`
}

function searchTable({ language, searches }: SearchesShown): Html {
  const words = searchWords[language]
  return table({
    caption: words.list,
    columns: [words.name, words.asks, words.mail, ''].map((heading) => ({ heading })),
    rows: searches.map(({ id, name, parameters, fault, digest }) => {
      const asked = askedText(parameters, language)
      const again = `${places.searches}${queryText({ from: queryText(parameters).slice(1) })}#query`
      return [
        fault === null
          ? name
          : html`${name}${notice('bad', words.unread, html`<p lang="en">${fault.message}</p><p>${words.unreadNext} <a href=${again}>${words.make}</a></p>`)}`,
        html`<a href=${pageAddress(language, 'search', asAsked(parameters))}>${asked === '' ? words.everything : asked}</a>`,
        html`<form method="post" action=${`${places.searches}/${id}/digest`} class="inline">
          ${digestSelect(`digest-${id}`, words.setFor(name), digest, language)}
          <button class="plain" type="submit" aria-label=${`${words.set}: ${name}`}>${words.set}</button>
        </form>`,
        actButton(`${places.searches}/${id}/delete`, words.delete, 'plain'),
      ]
    }),
  })
}

/** The search page reads words by their meaning unless it is told otherwise, the API as "all". */
function asAsked(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return parameters.q === undefined ? parameters : { words: 'all', ...parameters }
}

/** What a search asks, in the words of the search page where that has one; its order decides nothing of a digest. */
function askedText(parameters: ShownSearch['parameters'], language: Language): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== 'sort')
    .map(([name, value]) => {
      if (name === 'q') return `“${value}”`
      const choices = Object.hasOwn(choicesOf, name) ? choicesOf[name as keyof typeof choicesOf] : []
      const said = value.split(',').map((one) => {
        const choice = choices.find(({ values }) => values.length === 1 && values[0] === one)
        return choice?.label[language]
      })
      return said.every((one) => one !== undefined) ? said.join(', ') : `${name}: ${value}`
    })
    .join(' · ')
}

/** How often a mail comes; of watchlists too. */
function digestSelect(id: string, label: string, chosen: DigestChoice, language: Language): Html {
  const { digests } = searchWords[language]
  return html`<label class="unseen" for=${id}>${label}</label>
    <select id=${id} name="digest">
      ${digestChoices.map((one) => html`<option value=${one} selected=${one === chosen}>${digests[one]}</option>`)}
    </select>`
}

function newForm({ language, typed, fault }: SearchesShown): Html {
  const words = searchWords[language]
  const invalid = (of: SearchFault['of']): 'true' | null => (fault?.of === of ? 'true' : null)
  return html`<form method="post" action=${places.searches}>
    <div class="field">
      <label for="name">${words.name}</label>
      <p class="hint" id="name-hint">${words.nameHint}</p>
      <input id="name" name="name" type="text" required maxlength=${String(searchBounds.nameMax)} value=${typed.name} aria-describedby="name-hint" aria-invalid=${invalid('name')} />
    </div>
    <div class="field">
      <label for="query">${words.query}</label>
      <p class="hint" id="query-hint">${words.queryHint}</p>
      <input id="query" name="query" type="text" value=${typed.query} aria-describedby="query-hint" aria-invalid=${invalid('query')} />
    </div>
    <div class="field">
      <label for="language">${words.language}</label>
      <select id="language" name="language">
        ${languages.map((one) => html`<option value=${one} selected=${one === typed.language}>${words.languages[one]}</option>`)}
      </select>
    </div>
    <div class="field">
      <span aria-hidden="true"><strong>${words.mail}</strong></span><br />
      ${digestSelect('digest', words.mail, typed.digest, language)}
    </div>
    <button class="filled" type="submit">${words.save}</button>
  </form>`
}
