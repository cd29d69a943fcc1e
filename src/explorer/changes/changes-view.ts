/** What changed, by day, the newest first; and the choices over it. */
import { type NewestAsked, newestMax } from '../../changes/newest/newest.ts'
import { measureAddress, pageAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { filterForm } from '../../pages/parts/filter-form.ts'
import { notice } from '../../pages/parts/notice.ts'
import { dayOf } from '../../values/brussels.ts'
import { dayText } from '../../values/figures.ts'
import { eventTypeLabels, regionLabels } from '../../values/labels.ts'
import { type Language, regions, subsidyEventTypes } from '../../values/vocabularies.ts'
import { foreign } from '../said/measure-row.ts'
import type { ChangeShown } from './find-changes.ts'
import { changesWords } from './words.ts'

/** The address of the page, or of its feed, with what is asked. */
export function changesAddress(language: Language, asked: NewestAsked, place: 'changes' | 'changes.atom' = 'changes') {
  return pageAddress(language, place, asked)
}

export function changesView(changes: readonly ChangeShown[] | null, asked: NewestAsked, language: Language): Html {
  const words = changesWords[language]
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${filterForm(
      pageAddress(language, 'changes'),
      [
        {
          name: 'region',
          label: words.region,
          all: words.allRegions,
          options: regions.map((value) => ({ value, label: regionLabels[value][language] })),
          chosen: asked.region,
        },
        {
          name: 'type',
          label: words.type,
          all: words.allTypes,
          options: subsidyEventTypes.map((value) => ({ value, label: eventTypeLabels[value][language] })),
          chosen: asked.type,
        },
      ],
      words.button,
    )}
    <p><a href=${changesAddress(language, asked, 'changes.atom')} type="application/atom+xml">${words.feed}</a>, ${words.feedWhy}</p>
    ${listView(changes, asked, language)}
    <p class="soft small">${words.inApi} <a href="/docs">/docs</a></p>`
}

function listView(changes: readonly ChangeShown[] | null, asked: NewestAsked, language: Language): Html {
  const words = changesWords[language]
  if (changes === null) return notice('bad', words.unread, html`<p>${words.unreadWhy}</p>`)
  if (changes.length === 0) {
    const isAll = asked.region === null && asked.type === null
    return notice(
      'calm',
      isAll ? words.nothing : words.nothingChosen,
      isAll
        ? html`<p>${words.nothingWhy}</p>`
        : html`<p><a href=${pageAddress(language, 'changes')}>${words.all}</a></p>`,
    )
  }
  const days = [...Map.groupBy(changes, ({ at }) => dayOf(at))]
  return html`<div>
    ${days.map(
      ([day, ofDay]) =>
        html`<h2>${dayText(day, language)}</h2>
          <ul class="days changes">
            ${ofDay.map((change) => changeView(change, language))}
          </ul>`,
    )}
    ${changes.length < newestMax ? null : html`<p class="soft small">${words.atMost(newestMax)}</p>`}
  </div>`
}

function changeView({ type, others, title, titleLanguage, issuer, measure }: ChangeShown, language: Language): Html {
  const words = changesWords[language]
  const named = others.map((one) => eventTypeLabels[one][language].toLowerCase()).join(', ')
  return html`<li>
    <span class="day">${eventTypeLabels[type][language]}</span>
    <p>
      <a href=${measureAddress(language, measure)} lang=${foreign(titleLanguage, language)}>${title}</a>
      ${others.length === 0 ? null : html`<span class="soft small"> ${words.also(named)}</span>`}
      <span class="soft small"> · ${issuer}</span>
    </p>
  </li>`
}
