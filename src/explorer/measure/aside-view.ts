/** Beside a measure: how we know it, what it cannot go together with, the law. */
import { measureAddress, pageAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { facts } from '../../pages/parts/facts.ts'
import { dayOfText, dayText } from '../../values/figures.ts'
import { licenceModeLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { foreign } from '../said/measure-row.ts'
import type { MeasureShown, Related } from './show.ts'
import { measureWords } from './words.ts'

export function asideView({ measure, served, sourceName, related }: MeasureShown, language: Language): Html {
  const words = measureWords[language]
  const looked = dayOfText(measure.source.last_checked_at)
  const { record_url: recordUrl } = measure.source
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
        { name: words.lastLooked, value: looked === null ? words.nobodyLooked : dayText(looked, language) },
        { name: words.licence, value: licenceModeLabels[measure.licence.default][language] },
        {
          name: words.version,
          value: `${measure.version}, ${words.since(dayText(measure.updated_at.slice(0, 10), language))}`,
        },
      ])}
      ${measure.licence.attribution === null ? null : html`<p class="small soft">${measure.licence.attribution}</p>`}
    </section>
    ${relatedView(words.notTogether, related.excludes, language)} ${relatedView(words.firstHave, related.requires, language)}
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
    <ul>
      ${others.map(
        (other) =>
          html`<li>${other.slug === null ? html`<code>${other.id}</code>` : html`<a href=${measureAddress(language, other.slug)} lang=${foreign(other.language, language)}>${other.title}</a>`}</li>`,
      )}
    </ul>
  </section>`
}
