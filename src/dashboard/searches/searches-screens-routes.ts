/** The screen of saved searches: `/dashboard/searches`. */
import { showAccount } from '../../accounts/operations.ts'
import { oneOf, text } from '../../contract/parameters.ts'
import { splitQuery } from '../../contract/query.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type DigestChoice, digestChoices } from '../../digests/every.ts'
import { changeSearch, createSearch, deleteSearch, listSearches, type SearchCall } from '../../digests/searches.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { queryText } from '../../pages/address.ts'
import { seeOther } from '../../pages/page.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { upTo } from '../../values/texts/text-ends.ts'
import { isLanguage, type Language } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type Done, doneWords, type SearchFault, searchesView } from './searches-view.ts'

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
