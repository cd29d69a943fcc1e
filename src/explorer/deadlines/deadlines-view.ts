/** Deadlines by month, what opens next, and the choices over both. */

import { doubtSaid } from '../../measures/reading-said.ts'
import { measureAddress, pageAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { filterForm } from '../../pages/parts/filter-form.ts'
import { notice } from '../../pages/parts/notice.ts'
import { dayOf, formatInstant, type Instant } from '../../values/brussels.ts'
import { dayText, deadlineText, lastDayOf, monthText, numberText } from '../../values/figures.ts'
import { applicantTypeLabels, regionLabels, topicLabels } from '../../values/labels.ts'
import { applicantTypes, type Language, regions, topics } from '../../values/vocabularies.ts'
import { amountSaid } from '../said/amount-said.ts'
import { foreign } from '../said/measure-row.ts'
import { whereSaid, whoSaid } from '../said/who-said.ts'
import { nearness } from '../said/window-said.ts'
import { nothingAsked, searchAddress } from '../search/search-query.ts'
import { type DeadlinesAsked, deadlinesAddress, isChosen } from './asked.ts'
import { isWholeDay } from './calendar.ts'
import { type DeadlineShown, type DeadlinesFound, entriesOfOneMonth, type MonthShown } from './find-deadlines.ts'
import { deadlinesWords } from './words.ts'

export type DeadlinesView = { asked: DeadlinesAsked; month: string | null; language: Language; now: Instant }

export function deadlinesView(found: DeadlinesFound, view: DeadlinesView): Html {
  const { asked, month, language } = view
  const words = deadlinesWords[language]
  const isEmpty = found.months.length === 0
  return html`<h1>${month === null ? words.title : words.titleIn(monthText(month, language))}</h1>
    <p class="lead">${words.lead}</p>
    ${choicesView(asked, language)}
    <p>
      <a href=${deadlinesAddress(language, asked, { place: 'deadlines.ics' })} type="text/calendar">${words.calendar}</a>, ${words.calendarWhy}
    </p>
    ${month === null ? null : html`<p><a href=${deadlinesAddress(language, asked)}>← ${words.allMonths}</a></p>`}
    ${
      isEmpty
        ? nothingView(found, view)
        : html`<div>
      ${month === null && found.months.length > 1 ? monthsNav(found.months, view) : null}
      ${found.months.map((one) => monthView(one, view))}
      ${found.later > 0 && month === null ? html`<p class="soft">${words.later(numberText(found.later, language))}</p>` : null}
    </div>`
    }
    ${found.opening.length === 0 || month !== null ? null : openingView(found, view)}
    <p class="soft small">${words.continuous} <a href=${searchAddress(language, nothingAsked, { status: ['continuous'] })}>${words.continuousLink}</a></p>`
}

function choicesView(asked: DeadlinesAsked, language: Language): Html {
  const words = deadlinesWords[language]
  return filterForm(
    pageAddress(language, 'deadlines'),
    [
      {
        name: 'region',
        label: words.region,
        all: words.allRegions,
        options: regions.map((value) => ({ value, label: regionLabels[value][language] })),
        chosen: asked.region,
      },
      {
        name: 'topic',
        label: words.topic,
        all: words.allTopics,
        options: topics.map((value) => ({ value, label: topicLabels[value][language] })),
        chosen: asked.topic,
      },
      {
        name: 'applicant_type',
        label: words.applicant,
        all: words.allApplicants,
        options: applicantTypes.map((value) => ({ value, label: applicantTypeLabels[value][language] })),
        chosen: asked.applicant_type,
      },
    ],
    words.button,
  )
}

function monthsNav(months: readonly MonthShown[], { language }: DeadlinesView): Html {
  return html`<nav aria-label=${deadlinesWords[language].months}>
    <ul class="chips">
      ${months.map(
        ({ month, total }) =>
          html`<li><a href=${`#m-${month}`}>${monthText(month, language)} <span class="facet-count">${numberText(total, language)}</span></a></li>`,
      )}
    </ul>
  </nav>`
}

function monthView({ month, total, entries }: MonthShown, view: DeadlinesView): Html {
  const { asked, language } = view
  const words = deadlinesWords[language]
  const name = monthText(month, language)
  const isCut = entries.length < total
  return html`<section>
    ${view.month === null ? html`<h2 id=${`m-${month}`}>${name}</h2>` : null}
    <ul class="days">
      ${entries.map((entry) => entryView(entry, view))}
    </ul>
    ${
      !isCut
        ? null
        : view.month === null
          ? html`<p><a href=${deadlinesAddress(language, asked, { month })}>${words.restOf(numberText(total, language), name)}</a></p>`
          : html`<p class="soft">${words.firstOf(entriesOfOneMonth)}</p>`
    }
  </section>`
}

function entryView(entry: DeadlineShown, { language, now }: DeadlinesView): Html {
  const { row, titleLanguage, at, number, of } = entry
  const words = deadlinesWords[language]
  const amount = amountSaid(row.amount, row.instrument_type, language)
  const day = lastDayOf(at)
  const near = nearness(day, language, now)
  const when = isWholeDay(entry) ? dayText(day, language) : deadlineText(formatInstant(at), language)
  const read = doubtSaid(entry.doubt, language)
  return html`<li>
    <span class="day">${when}${near === null ? null : html` <span class="soft small">${near}</span>`}</span>
    <div>
      <p><a href=${measureAddress(language, row.slug)} lang=${foreign(titleLanguage, language)}>${row.title}</a></p>
      <ul class="row-facts">
        <li>${row.issuer.name}</li>
        <li>${whereSaid(row, language)}</li>
        <li>${whoSaid(row, language)}</li>
        ${read === null ? null : html`<li>${read}</li>`}
        ${of < 2 ? null : html`<li>${words.ofSeveral(number, of)}</li>`}
        ${entry.precision !== 'month' ? null : html`<li>${words.monthOnly}</li>`}
      </ul>
    </div>
    <div class="row-side">
      ${amount === null ? null : html`<p class="row-figure">${amount.figure}</p>`}
      ${amount?.note == null ? null : html`<span class="row-note">${amount.note}</span>`}
    </div>
  </li>`
}

function openingView({ opening }: DeadlinesFound, { language }: DeadlinesView): Html {
  const words = deadlinesWords[language]
  return html`<section>
    <h2>${words.opening}</h2>
    <ul class="days">
      ${opening.map(
        ({ opensAt, row, titleLanguage, doubt }) =>
          html`<li>
            <span class="day">${words.opens(dayText(dayOf(opensAt), language))}</span>
            <p><a href=${measureAddress(language, row.slug)} lang=${foreign(titleLanguage, language)}>${row.title}</a></p>
            <span class="soft small">${[row.issuer.name, doubtSaid(doubt, language)].filter((one) => one !== null).join(' · ')}</span>
          </li>`,
      )}
    </ul>
  </section>`
}

function nothingView(found: DeadlinesFound, { asked, month, language }: DeadlinesView): Html {
  const words = deadlinesWords[language]
  return notice(
    'calm',
    words.nothing,
    html`<p>${words.nothingWhy}</p>
      ${found.opening.length === 0 ? html`<p>${words.nothingOpens}</p>` : null}
      ${isChosen(asked) || month !== null ? html`<p><a href=${pageAddress(language, 'deadlines')}>${words.all}</a></p>` : null}`,
  )
}
