/** Where everything comes from: all sources in a table, and one with its runs. */
import { pageAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { listSources, showSource } from '../../sources/view.ts'
import { momentText, numberText } from '../../values/figures.ts'
import { governmentLevelLabels, licenceModeLabels, regionLabels } from '../../values/labels.ts'
import type { Language, SourceFreshness } from '../../values/vocabularies.ts'
import { nothingAsked, searchAddress } from '../search/search-query.ts'
import { sourcesWords } from './sources-words.ts'

type Listed = Awaited<ReturnType<typeof listSources>>[number]
type Shown = Awaited<ReturnType<typeof showSource>>

const hoursPerDay = 24
/** A rhythm of more hours than this is said in days, where it is whole days. */
const saidInHoursMax = 48

const tones: Record<SourceFreshness, Tone> = { fresh: 'likely', stale: 'look', failing: 'bad', never: 'not' }

export function sourceAddress(language: Language, id: string): string {
  return `${pageAddress(language, 'sources')}/${encodeURIComponent(id)}`
}

export function freshnessChip(freshness: SourceFreshness, language: Language): Html {
  return chip(tones[freshness], sourcesWords[language].freshnessNames[freshness])
}

export function sourcesView(sources: readonly Listed[], language: Language): Html {
  const words = sourcesWords[language]
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${
      sources.length === 0
        ? notice('look', words.nothing, html`<p>${words.nothingWhy}</p>`)
        : table({
            caption: words.title,
            columns: [
              { heading: words.source },
              { heading: words.publisher },
              { heading: words.licence },
              { heading: words.freshness },
              { heading: words.lastRun },
              { heading: words.rhythm },
              { heading: words.measures, isFigure: true },
            ],
            rows: sources.map((source) => [
              html`<a href=${sourceAddress(language, source.id)}>${source.name}</a>`,
              source.publisher,
              licenceView(source),
              html`${freshnessChip(source.freshness, language)}${
                source.last_success_at === null
                  ? null
                  : html`<br /><span class="soft small">${words.readAt(momentText(source.last_success_at, language))}</span>`
              }`,
              source.last_run_at === null ? words.never : momentText(source.last_run_at, language),
              rhythmSaid(source.expected_every_hours, language),
              numberText(source.measures, language),
            ]),
          })
    }`
}

export function sourceView(source: Shown, language: Language): Html {
  const words = sourcesWords[language]
  const { freshness, attribution } = source
  const moment = (timestamp: string | null) => (timestamp === null ? words.never : momentText(timestamp, language))
  const isTrusted = freshness === 'fresh'
  return html`<p class="crumbs"><a href=${pageAddress(language, 'sources')}>${words.all}</a></p>
    <h1>${source.name}</h1>
    <p>${freshnessChip(freshness, language)}${isTrusted && source.expected_every_hours !== null ? html` <span class="soft">${words.freshnessWhy[freshness]}</span>` : null}</p>
    ${isTrusted ? null : notice(freshness === 'failing' ? 'bad' : 'look', words.freshnessNames[freshness], html`<p>${words.freshnessWhy[freshness]}</p>`)}
    <p><a href=${searchAddress(language, nothingAsked, { source: [source.id] })}>${words.itsMeasures(numberText(source.measures, language))}</a></p>
    <div class="columns">
      ${facts([
        { name: words.publisher, value: source.publisher },
        { name: words.origin, value: html`<a href=${source.url} rel="external noopener">${hostOf(source.url)}</a>` },
        { name: words.level, value: governmentLevelLabels[source.government_level][language] },
        {
          name: words.regions,
          value:
            source.regions.length === 0
              ? words.everywhere
              : source.regions.map((region) => regionLabels[region][language]).join(', '),
        },
        { name: words.licence, value: licenceView(source) },
        { name: words.reuse, value: licenceModeLabels[source.reuse_mode][language] },
        { name: words.attribution, value: attribution ?? words.noAttribution },
      ])}
      ${facts([
        { name: words.lastRun, value: moment(source.last_run_at) },
        { name: words.lastSuccess, value: moment(source.last_success_at) },
        { name: words.lastChange, value: moment(source.last_change_at) },
        { name: words.rhythm, value: rhythmSaid(source.expected_every_hours, language) },
      ])}
    </div>
    <h2>${words.runs}</h2>
    ${source.runs.length === 0 ? html`<p>${words.noRuns}</p>` : runsTable(source, language)}`
}

function runsTable({ runs }: Shown, language: Language): Html {
  const words = sourcesWords[language]
  const { seen, created, changed, withdrawn, rejected } = words.counts
  const figure = (heading: string) => ({ heading, isFigure: true })
  return table({
    caption: words.runs,
    columns: [
      { heading: words.started },
      { heading: words.outcome },
      ...[seen, created, changed, withdrawn, rejected].map(figure),
      { heading: words.error },
    ],
    rows: runs.map((run) => [
      momentText(run.started_at, language),
      words.outcomes[run.status],
      ...[run.seen, run.created, run.changed, run.withdrawn, run.rejected].map((count) => numberText(count, language)),
      run.error === null ? '' : html`<span lang="en" class="small">${run.error}</span>`,
    ]),
  })
}

function licenceView({ licence }: Pick<Listed, 'licence'>): Html | string {
  return licence.url === null
    ? licence.name
    : html`<a href=${licence.url} rel="external noopener license">${licence.name}</a>`
}

function rhythmSaid(hours: number | null, language: Language): string {
  const words = sourcesWords[language]
  if (hours === null) return words.noRhythm
  const isInDays = hours > saidInHoursMax && hours % hoursPerDay === 0
  return isInDays
    ? words.everyDays(numberText(hours / hoursPerDay, language))
    : words.every(numberText(hours, language))
}

/** What of an address is said: its host. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address
}
