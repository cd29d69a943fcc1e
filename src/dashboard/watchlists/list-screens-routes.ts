/** The screens of lists and their companies: `/dashboard/watchlists`. */
import { showAccount } from '../../accounts/operations.ts'
import { cursorText, text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { digestsOf, setWatchlistDigest } from '../../digests/digests.ts'
import { digestChoices } from '../../digests/every.ts'
import { queryText } from '../../pages/address.ts'
import { seeOther } from '../../pages/page.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { isLanguage, severities } from '../../values/vocabularies.ts'
import { untoldCounts } from '../../watchlists/chosen-establishments.ts'
import { listCompanies, removeCompany } from '../../watchlists/companies.ts'
import { knownCompanies } from '../../watchlists/known-companies.ts'
import {
  createWatchlist,
  listWatchlists,
  patchWatchlist,
  removeWatchlist,
  type ShownWatchlist,
  showWatchlist,
} from '../../watchlists/lists.ts'
import type { Screen } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { valueIn } from '../webhooks-here.ts'
import { latelyDays, listLately } from './lately.ts'
import {
  type ListedCompany,
  type ListsShown,
  listPath,
  listsView,
  listView,
  removeCompanyView,
  removeListView,
  type Said,
} from './list-view.ts'
import { type ListNeeds, ofList, onPlan } from './screens.ts'
import { listWords } from './words.ts'

const companiesPerPage = 25
const wordMax = 40
const referenceMax = 1_000

const done = text(wordMax, { description: 'What was just done.' }, 'allowed')
const reference = text(referenceMax, { description: 'Of a company on the list.' }, 'allowed')
const listQuery = { done, off: reference, cursor: cursorText({ description: 'Of a page of companies.' }) }

async function listsScreen(
  needs: ListNeeds,
  { language, accountId, plan }: SignedIn,
  shown: Partial<Pick<ListsShown, 'name' | 'fault' | 'isRemoved'>> = {},
): Promise<Screen> {
  const lists = valueIn<ShownWatchlist[]>(await listWatchlists(needs.database, accountId))
  const { name = '', fault = null, isRemoved = false } = shown
  return {
    title: shellWords[language].places.watchlists,
    place: 'watchlists',
    status: fault === null ? 200 : 422,
    body: listsView({ language, plan: plan ?? 'business', lists, name, fault, isRemoved }),
  }
}

type ListAsked = { id: string; cursor?: string | undefined; said?: Said | null; status?: number }

async function listScreen(needs: ListNeeds, who: SignedIn, asked: ListAsked): Promise<Screen> {
  const { language, accountId, at } = who
  const { id, cursor, said = null, status = 200 } = asked
  const { database, cursors } = needs
  const page = { accountId, watchlistId: id, limit: companiesPerPage, limitMax: companiesPerPage, cursor }
  const list = await showWatchlist(database, accountId, id)
  const [companies, lately, digestOf, { emailVerified: isVerified }, untold] = await Promise.all([
    listCompanies(database, cursors, page),
    listLately(database, { accountId, watchlistId: id, now: at, language }),
    digestsOf(database, accountId),
    showAccount(database, accountId),
    untoldCounts(needs, list),
  ])
  const rows = valueIn<ListedCompany[]>(companies.data)
  const known = await knownCompanies(needs, database, rows)
  return {
    title: list.name,
    place: 'watchlists',
    status,
    body: listView({
      ...{ language, list, lately, latelyDays, digest: digestOf(id), isVerified, said },
      companies: rows.map((row, index) => ({ ...row, known: known[index] ?? null })),
      untold,
      next: companies.pagination.next_cursor ?? null,
      isFirst: cursor === undefined,
    }),
  }
}

const listsRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, { done: typeof done }>({
    path: places.watchlists,
    operation: 'watchlistsScreen',
    query: { done },
    run: ({ needs, caller: who, query }) =>
      onPlan(who, () => listsScreen(needs, who, { isRemoved: query.done === 'removed' })),
  }),
  actionRoute<Needs>({
    path: places.watchlists,
    operation: 'makeWatchlist',
    backTo: () => places.watchlists,
    run: ({ needs, caller: who, now }, form) =>
      onPlan(who, async (caller) => {
        const [name, language] = [form.one('name') ?? '', form.one('language') ?? '']
        const given = { name, language: isLanguage(language) ? language : who.language }
        try {
          const { id } = await createWatchlist(needs.database, caller, given, { now, idempotency: null })
          return seeOther(`${listPath(id)}?done=created`)
        } catch (refusal) {
          const code = refusal instanceof Refusal ? refusal.code : null
          if (code !== 'invalid_body' && code !== 'conflict') throw refusal
          return listsScreen(needs, who, { name, fault: code === 'conflict' ? 'full' : 'name' })
        }
      }),
  }),
]

const listRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof listQuery>({
    ...ofList,
    refuses: ['watchlist_not_found', 'invalid_cursor'],
    path: `${places.watchlists}/{id}`,
    operation: 'watchlistScreen',
    query: listQuery,
    run: ({ needs, caller: who, path, query }) =>
      onPlan(who, () => {
        const words = listWords[who.language]
        const texts = { created: words.created, saved: words.saved, off: words.isOff(query.off ?? '') }
        const said = Object.entries(texts).find(([name]) => name === query.done)?.[1]
        const { cursor } = query
        return listScreen(needs, who, {
          ...{ id: path.id ?? '', cursor },
          said: said === undefined ? null : { kind: 'calm', text: said },
        })
      }),
  }),
  actionRoute<Needs>({
    ...ofList,
    path: `${places.watchlists}/{id}`,
    operation: 'changeWatchlistAction',
    backTo: ({ path }) => listPath(path.id ?? ''),
    run: ({ needs, caller: who, path, now }, form) =>
      onPlan(who, async (caller) => {
        const { id = '' } = path
        const { accountId } = caller
        const language = form.one('language') ?? ''
        const digest = digestChoices.find((one) => one === form.one('digest'))
        try {
          const given = {
            name: form.one('name') ?? '',
            language: isLanguage(language) ? language : undefined,
            min_severity: severities.find((one) => one === form.one('min_severity')),
          }
          await patchWatchlist(needs.database, caller, id, given, now)
        } catch (refusal) {
          if (!(refusal instanceof Refusal) || refusal.code !== 'invalid_body') throw refusal
          const said: Said = { kind: 'bad', text: listWords[who.language].nameFault }
          return listScreen(needs, who, { id, said, status: 422 })
        }
        const by = { accountId, actor: { kind: 'session' }, now } as const
        if (digest !== undefined) await setWatchlistDigest(needs.database, by, id, digest)
        return seeOther(`${listPath(id)}?done=saved`)
      }),
  }),
  screenRoute<Needs, Record<never, never>>({
    ...ofList,
    path: `${places.watchlists}/{id}/delete`,
    operation: 'askDeleteWatchlist',
    query: {},
    run: ({ needs, caller: who, path }) => onPlan(who, () => removeScreen(needs, who, path.id ?? '', false)),
  }),
  actionRoute<Needs>({
    ...ofList,
    path: `${places.watchlists}/{id}/delete`,
    operation: 'deleteWatchlistAction',
    backTo: ({ path }) => listPath(path.id ?? ''),
    run: ({ needs, caller: who, path, now }, form) =>
      onPlan(who, async (caller) => {
        const { id = '' } = path
        const { name } = await showWatchlist(needs.database, caller.accountId, id)
        if ((form.one('typed') ?? '').trim() !== name.trim()) return removeScreen(needs, who, id, true)
        await removeWatchlist(needs.database, caller, id, now)
        return seeOther(`${places.watchlists}?done=removed`)
      }),
  }),
]

async function removeScreen(
  { database }: ListNeeds,
  { accountId, language }: SignedIn,
  id: string,
  isWrong: boolean,
): Promise<Screen> {
  const list = await showWatchlist(database, accountId, id)
  return {
    title: listWords[language].removeTitle(list.name),
    place: 'watchlists',
    status: isWrong ? 422 : 200,
    body: removeListView(list, isWrong, language),
  }
}

const companyRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, { reference: typeof reference }>({
    ...ofList,
    path: `${places.watchlists}/{id}/remove`,
    operation: 'askRemoveCompany',
    query: { reference },
    run: ({ needs, caller: who, path, query }) =>
      onPlan(who, async ({ accountId }) => {
        const { language } = who
        const { id } = await showWatchlist(needs.database, accountId, path.id ?? '')
        const { reference: of = '' } = query
        const body = removeCompanyView(id, of, language)
        return { title: listWords[language].offTitle(of), place: 'watchlists', body }
      }),
  }),
  actionRoute<Needs>({
    ...ofList,
    refuses: ['watchlist_not_found', 'not_found'],
    path: `${places.watchlists}/{id}/remove`,
    operation: 'removeCompanyAction',
    backTo: ({ path }) => listPath(path.id ?? ''),
    run: ({ needs, caller: who, path, now }, form) =>
      onPlan(who, async (caller) => {
        const of = { who: caller, watchlistId: path.id ?? '', reference: form.one('reference') ?? '', now }
        await removeCompany(needs.database, of)
        return seeOther(`${listPath(of.watchlistId)}${queryText({ done: 'off', off: of.reference })}`)
      }),
  }),
]

export const listScreens = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  ...listsRoutes<Needs>(),
  ...listRoutes<Needs>(),
  ...companyRoutes<Needs>(),
]
