/** A measure: what, how much, until when, for whom, whose, in the first screen; then conditions, figures and how we know. */

import { doubtNotice, readingSaid } from '../../measures/reading-said.ts'
import type { Subsidy } from '../../measures/record/record-schema.ts'
import { measureAddress, pageAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { chip } from '../../pages/parts/chip.ts'
import { type Fact, facts, headFacts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { legalForm } from '../../reference/legal-forms.ts'
import { naceLabel } from '../../reference/nace.ts'
import type { Instant } from '../../values/brussels.ts'
import { dayOfText, dayText, deadlineText, momentText } from '../../values/figures.ts'
import {
  costTypeLabels,
  eventTypeLabels,
  governmentLevelLabels,
  licenceModeLabels,
  provinceLabels,
  regionLabels,
  stateAidRegimeLabels,
  statusLabels,
  topicLabels,
} from '../../values/labels.ts'
import { type Language, liveStatuses, type Status } from '../../values/vocabularies.ts'
import { deadlinesWords } from '../deadlines/words.ts'
import { amountSaid } from '../said/amount-said.ts'
import { foreign } from '../said/measure-row.ts'
import { sizesSaid, whereSaid, whoSaid } from '../said/who-said.ts'
import { deadlineSaid, statusChip } from '../said/window-said.ts'
import { nothingAsked, searchAddress } from '../search/search-query.ts'
import { applicationPlace, applicationView, applyLink } from './application-view.ts'
import { amountView, otherConditionsView, whoView } from './conditions-view.ts'
import type { MeasureShown, Related } from './show.ts'
import { measureWords } from './words.ts'

/** Before the arrow of a link that leads away. */
const noBreak = '\u00a0'

type MeasureView = { language: Language; now: Instant; operator: Operator | null }

export function measureView(shown: MeasureShown, view: MeasureView): Html {
  const { language } = view
  const { measure, served } = shown
  const words = measureWords[language]
  return html`${crumbs(measure, language)}
    <h1>
      <span lang=${foreign(served.title, language)}>${measure.title}</span>
      ${shown.otherTitle === null ? null : html`${' '}<span class="other-name" lang=${shown.otherTitle.language}>${shown.otherTitle.text}</span>`}
    </h1>
    ${banners(shown, language)}
    ${measure.summary === null ? null : html`<p class="lead" lang=${foreign(served.summary, language)}>${measure.summary}</p>`}
    ${firstFacts(measure, view)} ${actions(measure, language)}
    <hr />
    <div class="beside">
      <div>
        ${whoView(shown, view)} ${amountView(shown, view)} ${windowView(shown, language)} ${applicationView(shown, language)}
        ${otherConditionsView(shown, language)} ${descriptionView(shown, language)} ${detailsView(measure, language)} ${changesView(shown, language)}
        <p class="soft">${words.disclaimer}</p>
        ${reportLink(measure, view)}
      </div>
      ${asideView(shown, language)}
    </div>`
}

function crumbs(measure: Subsidy, language: Language): Html {
  const [region] = measure.regions
  const [topic] = measure.topics
  const links = [
    region === undefined || measure.regions.length > 1
      ? { text: whereSaid(measure, language), address: pageAddress(language, 'search') }
      : {
          text: regionLabels[region][language],
          address: searchAddress(language, nothingAsked, { region: [region] }),
        },
    ...(topic === undefined
      ? []
      : [{ text: topicLabels[topic][language], address: searchAddress(language, nothingAsked, { topic: [topic] }) }]),
  ]
  return html`<p class="crumbs">
    ${links.map(({ text, address }, place) => html`${place === 0 ? '' : ' › '}<a href=${address}>${text}</a>`)}
  </p>`
}

function banners({ measure, doubt, related }: MeasureShown, language: Language): Html {
  const words = measureWords[language]
  const withdrawn = dayOfText(measure.withdrawn_at)
  const read = doubt === null || doubt === 'unread' ? null : doubtNotice(doubt, language)
  return html`<div>
    ${withdrawn === null ? null : notice('bad', words.withdrawnTitle, html`<p>${words.withdrawnWhy(dayText(withdrawn, language))}</p>`)}
    ${related.replacedBy.length === 0 ? null : notice('look', words.replacedBy, relatedList(related.replacedBy, language))}
    ${doubt === 'unread' ? notice('look', words.uncheckedTitle, html`<p>${words.uncheckedWhy}</p>`) : null}
    ${read === null ? null : notice('look', read.title, html`<p>${read.why}</p>`)}
  </div>`
}

function firstFacts(measure: Subsidy, { language, now }: MeasureView): Html {
  const words = measureWords[language]
  const amount = amountSaid(measure.amount, measure.instrument_type, language)
  const deadline = deadlineSaid(measure.closes_at, language, now)
  const opens = dayOfText(measure.application_window.opens_at)
  const when =
    measure.status === 'forthcoming' && opens !== null
      ? words.opens(dayText(opens, language))
      : (deadline ?? (measure.status === 'continuous' ? null : words.noDeadline))
  const { issuer, administrator } = measure
  const level = governmentLevelLabels[measure.government_level][language]
  return headFacts([
    { name: words.support, value: amount?.figure ?? words.supportUnknown, note: amount?.note ?? null },
    measure.withdrawn_at === null
      ? { name: words.apply, value: statusChip(measure.status, measure.closes_at, language, now), note: when }
      : // What the source said last is no word on whether one can apply now.
        { name: words.apply, value: chip('not', statusLabels.unknown[language], '?'), note: words.withdrawnTitle },
    {
      name: words.for,
      value: whoSaid(measure, language),
      note: [sizesSaid(measure, language), whereSaid(measure, language)].filter((part) => part !== null).join(' · '),
    },
    {
      name: words.givenBy,
      value: issuer.name,
      note: administrator === null || administrator.id === issuer.id ? level : words.handledBy(administrator.name),
    },
  ])
}

function actions(measure: Subsidy, language: Language): Html {
  const words = measureWords[language]
  const isListed = measure.withdrawn_at === null
  const hasDeadline = isListed && measure.closes_at !== null && isStillToBeMet(measure.status)
  return html`<div class="buttons">
    <a class="filled" href=${measure.url} rel="external noopener">${words.authority}${noBreak}<span aria-hidden="true">↗</span></a>
    ${applyLink(measure, language)}
    ${measure.application === null ? null : html`<a class="outlined" href=${`#${applicationPlace}`}>${words.procedure}</a>`}
    ${isListed ? html`<a class="outlined" href=${pageAddress(language, 'check', { measure: measure.slug })}>${words.check}</a>` : null}
    ${hasDeadline ? html`<a class="plain" href=${pageAddress(language, 'deadlines.ics', { measure: measure.slug })}>${words.calendar}</a>` : null}
  </div>`
}

/** Whether somebody can still meet a deadline: only then it stands in the calendar. */
function isStillToBeMet(status: Status): boolean {
  return liveStatuses.includes(status)
}

function windowView({ measure, served }: MeasureShown, language: Language): Html | null {
  const words = measureWords[language]
  const { opens_at: opensAt, cut_offs: cutOffs, recurrence, note } = measure.application_window
  const lines = [
    opensAt === null ? null : `${words.opensAt}: ${momentText(opensAt, language)}`,
    measure.closes_at === null ? null : `${words.closesAt}: ${deadlineText(measure.closes_at, language)}`,
    cutOffs.length === 0
      ? null
      : `${words.allDeadlines}: ${cutOffs.map((cutOff) => deadlineText(cutOff, language)).join(' · ')}`,
    measure.application_window.precision === 'month' ? deadlinesWords[language].monthOnly : null,
    recurrence === null ? null : words.recurrence[recurrence],
  ].filter((line) => line !== null)
  if (lines.length === 0 && note === null) return null
  const hasHour = [opensAt, measure.closes_at, ...cutOffs].some(
    (moment) => moment !== null && momentText(moment, language).includes(':'),
  )
  return html`<h2>${words.when}</h2>
    ${lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`}
    ${note === null ? null : html`<p lang=${foreign(served.windowNote, language)}>${note}</p>`}
    ${hasHour ? html`<p class="soft small">${words.brusselsTime}</p>` : null}`
}

function descriptionView({ measure, served }: MeasureShown, language: Language): Html | null {
  if (measure.description === null) return null
  const paragraphs = measure.description.split(/\n+/).filter((line) => line.trim() !== '')
  return html`<section lang=${foreign(served.description, language)}>
    <h2 lang=${language}>${measureWords[language].description}</h2>
    ${paragraphs.map((line) => html`<p>${line}</p>`)}
  </section>`
}

function changesView({ measure, changes }: MeasureShown, language: Language): Html {
  const words = measureWords[language]
  const { created_at: createdAt } = measure
  return html`<h2 id="changes">${words.changes}</h2>
    ${
      changes === null
        ? html`<p>${words.changesUnknown}</p>`
        : html`<ul>
            ${changes.map(
              ({ version, day, categories }) =>
                html`<li>${dayText(day, language)} · ${version === 1 ? words.changesFirst : categories.map((category) => eventTypeLabels[category][language].toLowerCase()).join(', ')}</li>`,
            )}
          </ul>`
    }
    ${isCut(changes) ? html`<p class="soft small">${words.changesFirst}: ${dayText(createdAt.slice(0, 10), language)}</p>` : null}
    <p class="soft small">${words.history}</p>`
}

/** Whether the first of all changes is not among those shown. */
function isCut(changes: MeasureShown['changes']): boolean {
  return changes?.every(({ version }) => version > 1) === true
}

function reportLink(measure: Subsidy, { language, operator }: MeasureView): Html | null {
  if (operator === null) return null
  const words = measureWords[language]
  const { contact } = operator
  const address = contact.startsWith('mailto:')
    ? `${contact}?subject=${encodeURIComponent(words.reportSubject(`${measure.title} (${measure.id})`))}`
    : contact
  return html`<p><a href=${address}>${words.report}</a></p>`
}

/** Beside a measure: how we know it, what it cannot go together with and what it replaces, the law. */
function asideView({ measure, served, sourceName, related }: MeasureShown, language: Language): Html {
  const words = measureWords[language]
  const { record_url: recordUrl, checked } = measure.source
  const looked = dayOfText(measure.source.last_checked_at)
  const read = checked === null ? null : readingSaid(checked, language)
  return html`<aside>
    <section class="aside">
      <h2>${words.knowTitle}</h2>
      ${facts([
        {
          name: words.source,
          value: html`<a href=${`${pageAddress(language, 'sources')}/${encodeURIComponent(measure.source_id)}`}>${sourceName}</a>`,
        },
        ...(recordUrl === null
          ? []
          : [{ name: words.textOf, value: html`<a href=${recordUrl} rel="external noopener">${words.theRecord}</a>` }]),
        { name: words.lastLooked, value: read ?? (looked === null ? words.nobodyLooked : dayText(looked, language)) },
        { name: words.licence, value: licenceModeLabels[measure.licence.default][language] },
        {
          name: words.version,
          value: `${measure.version}, ${words.since(dayText(measure.updated_at.slice(0, 10), language))}`,
        },
      ])}
      ${measure.licence.attribution === null ? null : html`<p class="small soft">${measure.licence.attribution}</p>`}
    </section>
    ${relatedView(words.notTogether, related.excludes, language)} ${relatedView(words.firstHave, related.requires, language)}
    ${relatedView(words.replaces, related.replaces, language)}
    ${relatedView(words.partOf, related.variantOf === null ? [] : [related.variantOf], language)}
    ${relatedView(words.alike, related.alike, language)}
    ${
      measure.legal_basis.length === 0
        ? null
        : html`<section class="aside">
            <h2>${words.law}</h2>
            <ul>
              ${measure.legal_basis.map(
                ({ title, url }, place) =>
                  html`<li lang=${title === null ? null : foreign(served.legalBasis[place], language)}>${url === null ? (title ?? words.withheld) : html`<a href=${url} rel="external noopener">${title ?? url}</a>`}</li>`,
              )}
            </ul>
          </section>`
    }
  </aside>`
}

function relatedView(title: string, others: readonly Related[], language: Language): Html | null {
  if (others.length === 0) return null
  return html`<section class="aside">
    <h2>${title}</h2>
    ${relatedList(others, language)}
  </section>`
}

/** Links to other measures; one that the catalogue does not know stands there by its id. */
function relatedList(others: readonly Related[], language: Language): Html {
  return html`<ul>
    ${others.map(
      (other) =>
        html`<li>${other.slug === null ? html`<code>${other.id}</code>` : html`<a href=${measureAddress(language, other.slug)} lang=${foreign(other.language, language)}>${other.title}</a>`}</li>`,
    )}
  </ul>`
}

/** Codes that are written out; of a longer list the rest is counted. */
const codesMost = 24

/** What else is known of a measure, by code and name. */
function detailsView(measure: Subsidy, language: Language): Html | null {
  const words = measureWords[language]
  const { nace, legal_forms: legalForms, state_aid: stateAid, programme } = measure
  const rows: Fact[] = [
    listed(
      words.topics,
      measure.topics.map((topic) => topicLabels[topic][language]),
    ),
    listed(
      words.provinces,
      measure.provinces.map((province) => provinceLabels[province][language]),
    ),
    listed(
      words.costTypes,
      measure.cost_types.map((type) => costTypeLabels[type][language]),
    ),
    listed(
      words.legalForms,
      legalForms.map((form) => legalForm(form)?.name[language] ?? form),
    ),
    listed(
      naceName(words.sectors, nace.version),
      nace.include.map((code) => activity(code, nace.version, language)),
    ),
    listed(
      naceName(words.sectorsOut, nace.version),
      nace.exclude.map((code) => activity(code, nace.version, language)),
    ),
    stateAid === null ? null : { name: words.stateAid, value: stateAidRegimeLabels[stateAid.regime][language] },
    programme === null ? null : { name: words.programme, value: programme },
  ].filter((row) => row !== null)
  if (rows.length === 0) return null
  return html`<h2>${words.details}</h2>
    ${facts(rows)}`
}

function listed(name: string, values: readonly string[]): Fact | null {
  if (values.length === 0) return null
  const rest = values.length - codesMost
  return { name, value: `${values.slice(0, codesMost).join(' · ')}${rest > 0 ? ` … (+${rest})` : ''}` }
}

function naceName(name: string, version: 2008 | 2025 | null): string {
  return version === null ? name : `${name.replace(')', '')} ${version})`
}

/** As people write a code, with what it is called: `62.010 Computer programming activities`. */
function activity(code: string, version: 2008 | 2025 | null, language: Language): string {
  const written = code.length > 2 ? `${code.slice(0, 2)}.${code.slice(2)}` : code
  const label = naceLabel(code, version ?? 2025, language) ?? naceLabel(code, 2008, language)
  return label === null ? written : `${written} ${label}`
}
