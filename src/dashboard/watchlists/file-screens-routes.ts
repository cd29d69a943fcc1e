/** The screens of a file of companies, of the matches of a list, and of the report on one client. */

import { JsonBytes, type Reply } from '../../contract/call.ts'
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { Shown } from '../../explorer/check/answering/answer-check.ts'
import { judge } from '../../explorer/check/answering/judged.ts'
import { givenIn } from '../../explorer/check/asking/facts-given.ts'
import { lookUpAll } from '../../matching/look-up.ts'
import { readMatchRequest } from '../../matching/request/match-request.ts'
import type { FactsInput } from '../../matching/request/request-schema.ts'
import { html } from '../../pages/html.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import type { Language } from '../../values/vocabularies.ts'
import { hiddenRowsIn, readCompanyFile } from '../../watchlists/file/company-file.ts'
import { fileBounds } from '../../watchlists/file/file-bounds.ts'
import { fileFaultText } from '../../watchlists/file/told/file-fault-words.ts'
import { knownCompanies } from '../../watchlists/known-companies.ts'
import { showWatchlist } from '../../watchlists/lists.ts'
import { companyFacts } from '../../watchlists/matches/company-facts.ts'
import { listMatches } from '../../watchlists/matches/list-matches.ts'
import { watchlistBounds } from '../../watchlists/watchlist.ts'
import type { Screen } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { screenRoute, uploadRoute } from '../frame/screen.ts'
import { valueIn } from '../webhooks-here.ts'
import { carriedBytesMax, fileFormView } from './file-view.ts'
import { knownPanel } from './known-view.ts'
import { type ListedMatch, listPath, matchesCsv, matchesView } from './list-view.ts'
import { clientReportView } from './report-view.ts'
import { type ListNeeds, ofList, onPlan } from './screens.ts'
import { previewScreen, type Taking, takeScreen } from './take-companies.ts'
import { listWords } from './words.ts'

/** Measures of a report, the best first: what somebody reads on paper. */
const reportedMax = 20
const referenceMax = 1_000
const company = text(referenceMax, { description: 'A reference: its matches alone.' }, 'allowed')
const reference = text(referenceMax, { description: 'Of a company on the list.' }, 'allowed')
const matchesShown = 100
/** What stands around a file in its form. */
const formBytes = 10_000

async function formScreen(
  { database }: ListNeeds,
  { accountId, language }: SignedIn,
  listId: string,
  fault: string | null,
): Promise<Screen> {
  const { name } = await showWatchlist(database, accountId, listId)
  return {
    title: listWords[language].fileTitle,
    about: name,
    place: 'watchlists',
    status: fault === null ? 200 : 422,
    body: fileFormView({ language, listId, fault }),
  }
}

const fileRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    ...ofList,
    path: `${places.watchlists}/{id}/file`,
    operation: 'fileScreen',
    query: {},
    run: ({ needs, caller: who, path }) => onPlan(who, () => formScreen(needs, who, path.id ?? '', null)),
  }),
  uploadRoute<Needs>({
    ...ofList,
    refuses: ['watchlist_not_found', 'rate_limit_exceeded', 'plan_required', 'match_quota_exceeded'],
    path: `${places.watchlists}/{id}/file`,
    operation: 'takeFile',
    bytesMax: fileBounds.bytesMax + formBytes,
    backTo: ({ path }) => `${listPath(path.id ?? '')}/file`,
    run: ({ needs, caller: who, counted, path, now, signal }, form) =>
      onPlan(who, async (caller) => {
        const { id: watchlistId = '' } = path
        const { language } = who
        const words = listWords[language]
        const carried = form.one('carried')
        const bytes = form.file ?? (carried === null ? null : Buffer.from(carried, 'base64'))
        if (bytes === null) return formScreen(needs, who, watchlistId, words.noFile)
        const { name } = await showWatchlist(needs.database, caller.accountId, watchlistId)
        const { accountId } = caller
        const work = form.one('do')
        const hiddenRows = work === 'take_hidden' ? 'take' : null
        const outcome = await readCompanyFile(needs, bytes, { accountId, hiddenRows, now, signal })
        if ('fault' in outcome) return formScreen(needs, who, watchlistId, fileFaultText(outcome.fault, language))
        const { file } = outcome
        // Of a file that hides rows the person says whether they are taken too, in the place of the plain word.
        const isTaken = hiddenRowsIn(file) > 0 ? work === 'take_shown' || work === 'take_hidden' : work === 'take'
        const taking: Taking = {
          ...{ caller, counted, language, watchlistId, now, signal, name, file },
          title: words.fileTitle,
          origin: { kind: 'file', carried: bytes.length <= carriedBytesMax ? bytes : null },
          formWith: (fault) => formScreen(needs, who, watchlistId, fault),
        }
        return isTaken ? takeScreen(needs, taking) : previewScreen(needs, taking)
      }),
  }),
]

type Matches = { matches: ListedMatch[]; hasMore: boolean; disclaimer: string }

async function matchesOf(
  needs: ListNeeds,
  call: {
    accountId: string
    watchlistId: string
    company: string | null
    limit: number
    now: number
    signal: AbortSignal
  },
): Promise<Matches> {
  const { data, pagination, meta } = await listMatches(needs, { ...call, includeNotEligible: false, warn: () => {} })
  const { disclaimer = '' } = (meta ?? {}) as { disclaimer?: string }
  const hasMore = pagination !== undefined && 'has_more' in pagination && pagination.has_more
  return { matches: data instanceof JsonBytes ? valueIn<ListedMatch[]>(data) : [], hasMore, disclaimer }
}

const ofCompany = { ...ofList, refuses: ['watchlist_not_found', 'not_found'] } as const

type ReadFacts = { language: Language; reference: string; facts: FactsInput; fill: boolean }

async function knownHere(needs: ListNeeds, { language, reference, facts, fill }: ReadFacts) {
  const [known = null] = await knownCompanies(needs, needs.database, [{ ...facts, fill }])
  return { language, reference, given: facts.company ?? {}, known }
}

const matchesRoutes = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, { company: typeof company }>({
    ...ofCompany,
    path: `${places.watchlists}/{id}/matches`,
    operation: 'watchlistMatchesScreen',
    query: { company },
    run: ({ needs, caller: who, path, query, now, signal }) =>
      onPlan(who, async ({ accountId }) => {
        const { language } = who
        const { id: listId = '' } = path
        const of = query.company === undefined || query.company === '' ? null : query.company
        const asked = { accountId, watchlistId: listId, company: of, limit: matchesShown, now, signal }
        const [list, found, facts] = await Promise.all([
          showWatchlist(needs.database, accountId, listId),
          matchesOf(needs, asked),
          of === null ? null : companyFacts(needs, { accountId, watchlistId: listId, reference: of }),
        ])
        const known = facts === null ? null : await knownHere(needs, { language, reference: of ?? '', ...facts })
        const words = listWords[language]
        return {
          title: of === null ? words.matchesTitle : words.matchesOf(of),
          about: list.name,
          place: 'watchlists',
          body: html`${known === null ? null : knownPanel({ ...known, placesPath: `${listPath(listId)}/establishments` })}${matchesView({ language, listId, company: of, ...found })}`,
        }
      }),
  }),
  screenRoute<Needs, { company: typeof company }>({
    ...ofCompany,
    path: `${places.watchlists}/{id}/matches.csv`,
    operation: 'watchlistMatchesFile',
    query: { company },
    run: ({ needs, caller: who, path, query, now, signal }) =>
      onPlan(who, async ({ accountId }): Promise<Reply> => {
        const of = query.company === undefined || query.company === '' ? null : query.company
        const asked = {
          accountId,
          watchlistId: path.id ?? '',
          company: of,
          limit: watchlistBounds.matchesMax,
          now,
          signal,
        }
        const { matches } = await matchesOf(needs, asked)
        return {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="matches.csv"',
          },
          data: Buffer.from(matchesCsv(matches, who.language)),
        }
      }),
  }),
  screenRoute<Needs, { reference: typeof reference }>({
    ...ofCompany,
    path: `${places.watchlists}/{id}/report`,
    operation: 'clientReportScreen',
    query: { reference },
    run: ({ needs, caller: who, path, query, now }) =>
      onPlan(who, async ({ accountId }) => {
        const { id: watchlistId = '' } = path
        const { reference: of = '' } = query
        const { list, facts, fill } = await companyFacts(needs, { accountId, watchlistId, reference: of })
        // A client reads the report: it is in the language of the list.
        const { language } = list
        const asked = { ...facts, language, limit: reportedMax, view: 'compact' as const }
        const [lookedUp = null] = await lookUpAll(needs, needs.database, [{ ...facts, fill }])
        const filledRequest = readMatchRequest(asked, now, lookedUp)
        // An establishment that has gone over to another enterprise: what was given holds.
        const request = 'field' in filledRequest ? readMatchRequest(asked, now) : filledRequest
        if ('field' in request) throw new Refusal('not_found', 'What is kept of this company cannot be read any more.')
        const judged = await judge(needs, {
          ...{ request, before: null, measure: null, skipped: [], asking: null },
          ...{ told: givenIn(facts), rows: reportedMax },
        })
        const kept = { facts, skipped: [], measure: null, isLong: true }
        const { candidates } = request.facts.place
        const shown: Shown = {
          ...{ kept, token: '', isRenewed: false, judged, municipalities: candidates, isAskedFor: false, fault: null },
        }
        return {
          title: of,
          about: list.name,
          place: 'watchlists',
          scripts: ['print.mjs'],
          body: clientReportView({
            ...{ language, now, baseUrl: needs.baseUrl, shown },
            known: knownPanel({
              ...(await knownHere(needs, { language, reference: of, facts, fill })),
              placesPath: null,
            }),
            back: { path: listPath(watchlistId), text: listWords[language].toList },
          }),
        }
      }),
  }),
]

export const fileScreens = <Needs extends ListNeeds>(): RouteRecord<Needs>[] => [
  ...fileRoutes<Needs>(),
  ...matchesRoutes<Needs>(),
]
