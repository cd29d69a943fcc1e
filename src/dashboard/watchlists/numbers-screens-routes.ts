/** The screens of numbers: a list of them that is pasted, and which of several establishments a company is. */
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { queryText } from '../../pages/address.ts'
import { seeOther } from '../../pages/page.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import {
  type ChosenEstablishment,
  choicesPerPage,
  chooseEstablishments,
  companiesToPlace,
} from '../../watchlists/chosen-establishments.ts'
import { readPastedNumbers } from '../../watchlists/file/company-file.ts'
import { pastedBounds } from '../../watchlists/file/pasted-numbers.ts'
import { showWatchlist } from '../../watchlists/lists.ts'
import type { Screen } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { type PlaceTyped, placesView } from './establishments-view.ts'
import { listPath } from './list-view.ts'
import { numberWords } from './number-words.ts'
import { numbersFormView, numbersPath, pastedFaultText } from './numbers-view.ts'
import { type ListNeeds, ofList, onPlan } from './screens.ts'
import { previewScreen, type Taking, takeScreen } from './take-companies.ts'
import { listWords } from './words.ts'

/** Of a form with a list of as many characters as may be: most of them are one byte, and some become three. */
const numbersFormBytesMax = 3 * pastedBounds.charactersMax + 10_000
const referenceMax = 1_000
const countMax = 10

const after = text(referenceMax, { description: 'A reference: the companies behind it.' }, 'allowed')
const placed = text(countMax, { description: 'How many establishments were just saved.' }, 'allowed')

async function formScreen(
  { database }: ListNeeds,
  { accountId, language }: SignedIn,
  listId: string,
  { text: pasted, fault }: { text: string; fault: string | null },
): Promise<Screen> {
  const { name } = await showWatchlist(database, accountId, listId)
  return {
    title: numberWords[language].title,
    about: name,
    place: 'watchlists',
    status: fault === null ? 200 : 422,
    body: numbersFormView({ language, path: listPath(listId), text: pasted, fault }),
  }
}

const numbersRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    ...ofList,
    path: `${places.watchlists}/{id}/numbers`,
    operation: 'numbersScreen',
    query: {},
    run: ({ needs, caller: who, path }) =>
      onPlan(who, () => formScreen(needs, who, path.id ?? '', { text: '', fault: null })),
  }),
  actionRoute<Needs>({
    ...ofList,
    refuses: ['watchlist_not_found', 'plan_required', 'match_quota_exceeded'],
    path: `${places.watchlists}/{id}/numbers`,
    operation: 'takeNumbers',
    bytesMax: numbersFormBytesMax,
    backTo: ({ path }) => numbersPath(listPath(path.id ?? '')),
    run: ({ needs, caller: who, counted, path, now, signal }, form) =>
      onPlan(who, async (caller) => {
        const { id: watchlistId = '' } = path
        const { language } = who
        const pasted = form.one('numbers') ?? ''
        const formWith = (fault: string) => formScreen(needs, who, watchlistId, { text: pasted, fault })
        const { name } = await showWatchlist(needs.database, caller.accountId, watchlistId)
        const outcome = await readPastedNumbers(needs, pasted, { now, signal })
        if ('fault' in outcome) return formWith(pastedFaultText(outcome.fault, language))
        const taking: Taking = {
          ...{ caller, counted, language, watchlistId, now, signal, name, formWith },
          title: numberWords[language].title,
          file: outcome.file,
          origin: { kind: 'pasted', text: pasted },
        }
        return form.one('do') === 'take' ? takeScreen(needs, taking) : previewScreen(needs, taking)
      }),
  }),
]

type PlacesAsked = {
  listId: string
  after: string
  placed: string | null
  typed: readonly PlaceTyped[]
  fault: string | null
}

async function placesScreen(needs: ListNeeds, { accountId, language }: SignedIn, asked: PlacesAsked): Promise<Screen> {
  const { listId, placed: saved, typed, fault } = asked
  const { name } = await showWatchlist(needs.database, accountId, listId)
  const found = await companiesToPlace(needs, { accountId, watchlistId: listId, after: asked.after })
  const isWrong = fault !== null || typed.some((one) => one.fault !== null)
  return {
    title: numberWords[language].placesTitle,
    about: name,
    place: 'watchlists',
    status: isWrong ? 422 : 200,
    body: placesView({
      language,
      listPath: listPath(listId),
      after: asked.after,
      ...found,
      placed: saved,
      typed,
      fault,
    }),
  }
}

const placesRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, { after: typeof after; placed: typeof placed }>({
    ...ofList,
    path: `${places.watchlists}/{id}/establishments`,
    operation: 'establishmentsScreen',
    query: { after, placed },
    run: ({ needs, caller: who, path, query }) =>
      onPlan(who, () => {
        const saved = /^\d+$/.test(query.placed ?? '') ? (query.placed ?? null) : null
        const asked = { listId: path.id ?? '', after: query.after ?? '', placed: saved }
        return placesScreen(needs, who, { ...asked, typed: [], fault: null })
      }),
  }),
  actionRoute<Needs>({
    ...ofList,
    refuses: ['watchlist_not_found', 'not_found', 'match_quota_exceeded'],
    path: `${places.watchlists}/{id}/establishments`,
    operation: 'chooseEstablishmentsAction',
    backTo: ({ path }) => `${listPath(path.id ?? '')}/establishments`,
    run: ({ needs, caller: who, counted, path, now }, form) =>
      onPlan(who, async (caller) => {
        const { id: watchlistId = '' } = path
        const words = numberWords[who.language]
        const [references, numbers] = [form.all('reference'), form.all('number')]
        const typed = references
          .slice(0, choicesPerPage)
          .map((reference, at) => ({ reference, number: numbers[at] ?? '' }))
        const again = (fault: string | null, faults: ReadonlyMap<string, string> = new Map()) => {
          const withFaults = typed.map((one) => ({ ...one, fault: faults.get(one.reference) ?? null }))
          const asked = { listId: watchlistId, after: form.one('after') ?? '', placed: null }
          return placesScreen(needs, who, { ...asked, typed: withFaults, fault })
        }
        const chosen: ChosenEstablishment[] = typed.filter(({ number }) => number.trim() !== '')
        if (chosen.length === 0) return again(words.nothingChosen)
        try {
          const outcome = await chooseEstablishments(needs, { caller, counted, watchlistId, now, chosen })
          if ('faults' in outcome)
            return again(null, new Map(outcome.faults.map(({ reference, code }) => [reference, words.faults[code]])))
          const done = queryText({ placed: String(outcome.replaced), after: form.one('after') })
          return seeOther(`${listPath(watchlistId)}/establishments${done}`)
        } catch (refusal) {
          if (!(refusal instanceof Refusal) || refusal.code !== 'match_quota_exceeded') throw refusal
          return again(listWords[who.language].quota)
        }
      }),
  }),
]

export const numbersScreens = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  ...numbersRoutes<Needs>(),
  ...placesRoutes<Needs>(),
]
