/** The first page, and the way to it in the language of the browser. */
import type { RouteRecord } from '../../contract/route.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { coverageOf } from '../../measures/coverage.ts'
import { pageAddress } from '../../pages/address.ts'
import { languageFor } from '../../pages/asked-language.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageRoute, seeOther } from '../../pages/page.ts'
import { notice } from '../../pages/parts/notice.ts'
import { searchBox, searchBoxScript } from '../../pages/parts/search-box.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import { applicantTypeLabels, regionLabels } from '../../values/labels.ts'
import {
  type ApplicantType,
  type Language,
  liveStatuses,
  regions,
  type TextLanguage,
} from '../../values/vocabularies.ts'
import { measureRow } from '../said/measure-row.ts'
import { type ShownRow, shownRows } from '../said/shown-rows.ts'
import { nothingAsked, searchAddress } from '../search/search-query.ts'
import { homeWords } from './words.ts'

export type HomeNeeds = { catalogue: FollowedCatalogue }

export const startRoute = <Needs extends FrameNeeds & HomeNeeds>(): RouteRecord<Needs> =>
  pageRoute<Needs, Record<never, never>>({
    language: 'en',
    path: '/',
    operation: 'chooseLanguage',
    query: {},
    run: (call) => {
      return seeOther(pageAddress(languageFor(call.header('accept-language')), ''))
    },
  })

export const homeRoutes = <Needs extends FrameNeeds & HomeNeeds>(language: Language): RouteRecord<Needs>[] => [
  pageRoute<Needs, Record<never, never>>({
    language,
    path: pageAddress(language, ''),
    operation: `home_${language}`,
    query: {},
    keptBy: ({ needs }) => needs.catalogue.read(({ state }) => [state]),
    run: async ({ needs, now }, texts) => ({
      language,
      title: homeWords[language].title,
      description: homeWords[language].description,
      place: null,
      inLanguage: (one) => pageAddress(one, ''),
      scripts: [searchBoxScript],
      at: now,
      body: homeView(await findHome(needs.catalogue, { language, texts, now }), { language, now }),
    }),
  }),
]

/** The first page: search, places, what closes soon, what changed, figures. */
function homeView(found: HomeFound, view: { language: Language; now: Instant }): Html {
  const { language } = view
  const words = homeWords[language]
  const { coverage, applicants, closing, newest } = found
  const figure = (value: number) => numberText(value, language)
  const places = regions.map((region) => ({
    text: words.inRegion(regionLabels[region][language], figure(coverage.by_region[region] ?? 0)),
    address: searchAddress(language, nothingAsked, { region: [region] }),
  }))
  const kinds = applicants.map(({ type, total }) => ({
    text: words.inRegion(applicantTypeLabels[type][language], figure(total)),
    address: searchAddress(language, nothingAsked, { applicant_type: [type] }),
  }))
  const isEmpty = coverage.total === 0
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${isEmpty ? notice('look', words.filling, html`<p>${words.fillingWhy}</p>`) : null}
    ${searchBox(language, { q: '', label: words.label, button: words.button, placeholder: words.placeholder })}
    ${linksView(words.regions, places)} ${linksView(words.applicants, kinds)}
    <section class="question">
      <h2>${words.check}</h2>
      <p>${words.checkWhy}</p>
      <a class="outlined" href=${pageAddress(language, 'check')}>${words.checkButton}</a>
    </section>
    <div class="columns">
      <section>
        <h2>${words.closing}</h2>
        ${closing.length === 0 ? html`<p>${words.noClosing}</p>` : rowsView(closing, view)}
        <p><a href=${pageAddress(language, 'deadlines')}>${words.closingAll}</a></p>
      </section>
      <section>
        <h2>${words.newest}</h2>
        ${rowsView(newest, view)}
        <p><a href=${pageAddress(language, 'changes')}>${words.newestAll}</a></p>
      </section>
    </div>
    <h2>${words.figures}</h2>
    <ul class="tiles">
      <li><strong>${figure(coverage.total)}</strong> ${words.measures}</li>
      <li><strong>${figure((coverage.by_status.open ?? 0) + (coverage.by_status.continuous ?? 0))}</strong> ${words.currently}</li>
      <li><strong>${figure(found.sources)}</strong> ${words.sources}</li>
    </ul>
    <p><a href=${pageAddress(language, 'coverage')}>${words.covered}</a></p>
    <p class="soft">${words.disclaimer}</p>`
}

function linksView(title: string, links: readonly { text: string; address: string }[]): Html {
  return html`<div class="shortcuts">
    <h2 class="small">${title}</h2>
    <ul class="chips">
      ${links.map(({ text, address }) => html`<li><a href=${address}>${text}</a></li>`)}
    </ul>
  </div>`
}

function rowsView(rows: readonly ShownRow[], { language, now }: { language: Language; now: Instant }): Html {
  return html`<ul class="measures narrow">
    ${rows.map(({ row, served, doubt }) => measureRow(row, { language, now, served, doubt, level: 3 }))}
  </ul>`
}

const rowsOfAKind = 5

/** The kinds of applicants that most visitors are. */
const visitors = [
  'company',
  'self_employed',
  'starter',
  'household',
  'non_profit',
  'farmer',
] as const satisfies readonly ApplicantType[]

type HomeFound = {
  coverage: ReturnType<typeof coverageOf>
  sources: number
  applicants: readonly { type: ApplicantType; total: number }[]
  closing: readonly ShownRow[]
  newest: readonly ShownRow[]
}

async function findHome(
  catalogue: FollowedCatalogue,
  { language, texts, now }: { language: Language; texts: TextLanguage; now: Instant },
): Promise<HomeFound> {
  const { rows, closingIds, newestIds, ...found } = await shownRows(catalogue, { language, texts }, (current) => {
    const closing = current.index.search({
      words: [],
      filters: { status: liveStatuses, deadline_after: now },
      sort: 'deadline',
      after: null,
      limit: rowsOfAKind,
    })
    const newest = current.index.search({ words: [], filters: {}, sort: 'updated', after: null, limit: rowsOfAKind })
    const [tally] = current.index.tallies({ words: [], mode: 'all' }, {}, ['applicant_type'])
    return {
      ids: [...new Set([...closing.ids, ...newest.ids])],
      closingIds: closing.ids,
      newestIds: newest.ids,
      coverage: coverageOf(current),
      sources: current.state.sources.filter(({ source }) => source.enabled).length,
      applicants: visitors.map((type) => ({ type, total: tally?.get(type) ?? 0 })),
    }
  })
  const rowOf = new Map(rows.map((one) => [one.row.id, one]))
  const inOrder = (ids: readonly string[]) => ids.flatMap((id) => rowOf.get(id) ?? [])
  return { ...found, closing: inOrder(closingIds), newest: inOrder(newestIds) }
}
