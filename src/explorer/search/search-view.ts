/** The search page: words, choices, what is found, and where nothing is, what would be found. */
import { pageAddress, queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { searchBox } from '../../pages/parts/search-box.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import { endedStatuses, type Language, type Status } from '../../values/vocabularies.ts'
import { meaningSaid } from '../said/meaning-said.ts'
import { measureRow } from '../said/measure-row.ts'
import type { ShownRow } from '../said/shown-rows.ts'
import { choicesOf, type FacetName, type Freed, facetsView, type SearchFound } from './find.ts'
import {
  apiQuery,
  isFiltered,
  keptFields,
  type ListName,
  listNames,
  nothingAsked,
  pagesMax,
  rowsPerPage,
  type SearchAsked,
  searchAddress,
  searchSorts,
} from './search-query.ts'
import { searchWords } from './words.ts'

export type SearchView = { language: Language; now: Instant; baseUrl: string }

export function searchView(found: SearchFound, view: SearchView): Html {
  const { language } = view
  const words = searchWords[language]
  const { asked } = found
  const box = { q: asked.q, label: words.label, button: words.button, placeholder: words.placeholder }
  return html`<h1>${words.title}</h1>
    ${searchBox(language, { ...box, kept: keptFields(asked) })}
    <div class="split">
      ${facetsView(found, language)}
      <div class="results">
        ${understoodView(found, language)}
        ${chosenChips(asked, language)}
        ${found.total === 0 ? nothingView(found, language) : resultsView(found, view)}
        <p><a href=${keepAddress(found, view)} rel="nofollow">${searchWords[language].keep}</a></p>
      </div>
    </div>`
}

/** A choice that stands in the address, by name. */
function chosen(
  asked: SearchAsked,
): { name: ListName; values: readonly string[]; label: (language: Language) => string }[] {
  return listNames.flatMap((name) => {
    const values: readonly string[] = asked[name]
    const choices = name === 'source' ? [] : choicesOf[name as FacetName]
    const together = choices.filter((choice) => choice.values.every((value) => values.includes(value)))
    const named = new Set(together.flatMap((choice) => choice.values))
    const rest = values.filter((value) => !named.has(value))
    return [
      ...together.map((choice) => ({
        name,
        values: choice.values,
        label: (language: Language) => choice.label[language],
      })),
      ...rest.map((value) => ({
        name,
        values: [value],
        label: (language: Language) => ownLabel(name, value, language),
      })),
    ]
  })
}

/** Of a value without a choice of its own: one of a pair, or the id of a source. */
function ownLabel(name: ListName, value: string, language: Language): string {
  return name === 'source' ? `${searchWords[language].source}: ${value}` : value
}

function chosenChips(asked: SearchAsked, language: Language): Html | null {
  const words = searchWords[language]
  const chips = chosen(asked).map(({ name, values, label }) => ({
    text: label(language),
    address: searchAddress(language, asked, toggledOff(asked, name, values)),
  }))
  if (asked.nace !== null)
    chips.push({ text: `${words.nace}: ${asked.nace}`, address: searchAddress(language, asked, { nace: null }) })
  if (chips.length === 0) return null
  return html`<ul class="chips">
    ${chips.map(
      ({ text, address }) =>
        html`<li><a href=${address} rel="nofollow" aria-label=${words.remove(text)}>${text} <span aria-hidden="true">✕</span></a></li>`,
    )}
    ${chips.length < 2 ? null : html`<li><a href=${searchAddress(language, { ...nothingAsked, q: asked.q })}>${words.clear}</a></li>`}
  </ul>`
}

function toggledOff(asked: SearchAsked, name: ListName, values: readonly string[]): Partial<SearchAsked> {
  const rest = (asked[name] as readonly string[]).filter((value) => !values.includes(value))
  return { [name]: rest } as Partial<SearchAsked>
}

function resultsView(found: SearchFound, view: SearchView): Html {
  const { language, now } = view
  const words = searchWords[language]
  const { asked, total } = found
  const [open, over] = withoutOver(found)
  const rowOf = ({ row, served, doubt }: ShownRow) =>
    measureRow(row, { language, now, served, doubt, applicants: asked.applicant_type })
  return html`<div>
    <p class="found" id="found"><strong>${words.found(numberText(total, language))}</strong></p>
    <details class="small sorting">
      <summary>${words.sortedBy(words.sorts[sortShown(asked)])}</summary>
      <ul class="chips">
        ${sortsFor(asked).map(
          (sort) =>
            html`<li><a href=${searchAddress(language, asked, { sort })} rel="nofollow" aria-current=${sort === sortShown(asked) ? 'true' : null}>${words.sorts[sort]}</a></li>`,
        )}
      </ul>
    </details>
    <ul class="measures">
      ${open.map(rowOf)}
    </ul>
    ${
      over.length === 0
        ? null
        : html`<details class="folded-rows">
            <summary>${words.over(numberText(over.length, language), over.length)}</summary>
            <ul class="measures">
              ${over.map(rowOf)}
            </ul>
          </details>`
    }
    ${pagesView(found, language)}
    ${callView(found, view)}
    ${checkView(found, language)}
  </div>`
}

/** The way into the check, with what was understood filled in there. */
function checkView({ asked, understood }: SearchFound, language: Language): Html {
  const words = searchWords[language]
  const isUnderstood = understood.some(({ kind }) => kind !== 'word' && kind !== 'ignored')
  const address = pageAddress(language, 'check', { about: isUnderstood ? asked.q.trim() : null })
  return html`<p>${words.checkInstead}${' '}<a href=${address} rel=${isUnderstood ? 'nofollow' : null}>${words.checkLink}</a></p>`
}

/**
 * The rows, and those that are over, which are folded: unless whoever asks chose a status or an order, or asked for one by its
 * name, which then stands first.
 */
function withoutOver({
  asked,
  words,
  rows,
  understood,
}: SearchFound): [open: readonly ShownRow[], over: readonly ShownRow[]] {
  if (words !== 'meant' || asked.status.length > 0 || asked.sort !== null) return [rows, []]
  const isNamed = asked.page === 1 && understood.some(({ kind }) => kind === 'programme')
  const isOver = ({ row }: ShownRow, place: number): boolean =>
    (place > 0 || !isNamed) && (endedStatuses as readonly Status[]).includes(row.status)
  return [rows.filter((row, place) => !isOver(row, place)), rows.filter(isOver)]
}

/** What was understood, each with a way to leave it out; what says nothing is named behind it. */
function understoodView({ understood, asked }: SearchFound, language: Language): Html | null {
  const words = searchWords[language]
  const told = understood.filter(({ kind }) => kind !== 'ignored')
  const ignored = understood.filter(({ kind }) => kind === 'ignored')
  if (told.length === 0) return null
  return html`<section class="understood" aria-label=${words.understood}>
    <p class="small soft">${words.understood}</p>
    <ul class="chips">
      ${told.map((one) => {
        const { text } = one
        const meaning = meaningSaid(one)
        return html`<li>
          <a href=${searchAddress(language, asked, { q: withoutText(asked.q, text) })} rel="nofollow" aria-label=${words.remove(meaning === null ? text : `${text} → ${meaning}`)}>
            ${text}${meaning === null ? null : html` <span class="soft">→ ${meaning}</span>`} <span aria-hidden="true">✕</span>
          </a>
        </li>`
      })}
    </ul>
    ${ignored.length === 0 ? null : html`<p class="small soft">${words.ignored(ignored.map(({ text }) => text).join(', '))}</p>`}
  </section>`
}

function withoutText(q: string, text: string): string {
  const letter = '[\\p{L}\\p{N}\\p{M}]'
  const whole = new RegExp(`(?<!${letter})${RegExp.escape(text)}(?!${letter})`, 'u')
  return q.replace(whole, ' ').replaceAll(/\s+/g, ' ').trim()
}

function sortShown({ sort, q }: SearchAsked) {
  return sort ?? (q.trim() === '' ? 'updated' : 'relevance')
}

/** Without words there is nothing to be relevant to. */
function sortsFor({ q }: SearchAsked) {
  return q.trim() === '' ? searchSorts.filter((sort) => sort !== 'relevance') : searchSorts
}

/** In the dashboard: what is asked here, as the API is asked it. */
function keepAddress(found: SearchFound, { language, now }: SearchView): string {
  const [, asked = ''] = apiQuery(found.asked, { words: found.words, language, now }).split('?', 2)
  return `/dashboard/searches${queryText({ from: asked })}`
}

function callView(found: SearchFound, { language, now, baseUrl }: SearchView): Html {
  const words = searchWords[language]
  const address = `${baseUrl}${apiQuery(found.asked, { words: found.words, language, now })}`
  return html`<details class="small">
    <summary>${words.asCall}</summary>
    <p>${words.asCallWhy}</p>
    <pre tabindex="0"><code>curl -H 'Authorization: Bearer API_KEY' '${address.replaceAll("'", '%27')}'</code></pre>
    <p><a href="/docs/quickstart">/docs/quickstart</a></p>
  </details>`
}

function pagesView({ asked, total }: SearchFound, language: Language): Html | null {
  const words = searchWords[language]
  const pages = Math.min(pagesMax, Math.ceil(total / rowsPerPage))
  const { page } = asked
  const isCapped = total > pagesMax * rowsPerPage && page === pages
  if (pages <= 1) return null
  return html`<nav class="pages" aria-label=${words.pageOf(page, pages)}>
    ${page > 1 ? html`<a rel="prev" href=${searchAddress(language, asked, { page: page - 1 })}>← ${words.previous}</a>` : null}
    <span class="pages-at">${words.pageOf(page, pages)}</span>
    ${page < pages ? html`<a rel="next" href=${searchAddress(language, asked, { page: page + 1 })}>${words.next} →</a>` : null}
    ${isCapped ? html`<span class="soft">${words.capped(pagesMax * rowsPerPage)}</span>` : null}
  </nav>`
}

function nothingView(found: SearchFound, language: Language): Html {
  const { asked, suggestions, freed } = found
  const words = searchWords[language]
  const nameOf = ({ name }: Freed): string => {
    if (name === 'nace') return words.nace
    return name === 'source' ? words.source : words.facetNames[name]
  }
  return notice(
    'look',
    words.nothing,
    html`<p>${words.nothingWhy}</p>
      ${
        suggestions.length === 0
          ? null
          : html`<p>${words.suggested}:</p>
              <ul>
                ${suggestions.map(
                  ({ q, words: mode, total }) =>
                    html`<li><a href=${searchAddress(language, asked, { q, words: mode === 'meant' ? null : mode })}>${words.suggestion(q, numberText(total, language))}</a></li>`,
                )}
              </ul>`
      }
      ${
        freed.length === 0
          ? null
          : html`<ul>
              ${freed.map(
                (one) =>
                  html`<li><a href=${searchAddress(language, asked, { [one.name]: nothingAsked[one.name] })}>${words.without(nameOf(one), numberText(one.total, language))}</a></li>`,
              )}
            </ul>`
      }
      ${isFiltered(asked) || asked.q !== '' ? html`<p><a href=${searchAddress(language, nothingAsked)}>${words.everything}</a></p>` : null}
      ${checkView(found, language)}`,
  )
}
