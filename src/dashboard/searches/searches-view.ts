/** Saved searches with their mail, and the form that keeps one. */
import { type DigestChoice, digestChoices } from '../../digests/every.ts'
import { searchBounds } from '../../digests/saved-search.ts'
import type { ShownSearch } from '../../digests/searches.ts'
import { choicesOf } from '../../explorer/search/facets.ts'
import { pageAddress, queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import { type Language, languages } from '../../values/vocabularies.ts'
import { actButton, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { searchWords } from './words.ts'

/** What was just done, by an action that led back here. */
export const doneWords = ['saved', 'set', 'deleted'] as const
export type Done = (typeof doneWords)[number]
/** `why`: what is wrong with a search, in English, as the list of measures says it. */
export type SearchFault = { of: 'name' | 'query' | 'full'; why: string | null }

export type SearchesShown = {
  language: Language
  searches: readonly ShownSearch[]
  isVerified: boolean
  typed: { name: string; query: string; language: Language; digest: DigestChoice }
  fault: SearchFault | null
  done: Done | null
}

export function searchesView(shown: SearchesShown): Html {
  const { language, searches, isVerified, fault, done } = shown
  const words = searchWords[language]
  const { searchesMax } = searchBounds
  return html`<p class="lead">${words.lead}</p>
    ${done === null ? null : html`<div role="status">${notice('calm', words.done[done], null)}</div>`}
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faults[fault.of], fault.why === null ? null : html`<p lang="en">${fault.why}</p>`)}</div>`}
    ${isVerified ? null : notice('look', words.unverified, null)}
    ${panel(
      null,
      searches.length === 0
        ? notice(
            'calm',
            words.none,
            html`<p>${words.noneNext}</p><p><a href=${pageAddress(language, 'search')}>${words.find}</a></p>`,
          )
        : searchTable(shown),
    )}
    ${searches.length >= searchesMax ? notice('look', words.full(numberText(searchesMax, language)), null) : panel(words.make, newForm(shown))}`
}

function searchTable({ language, searches }: SearchesShown): Html {
  const words = searchWords[language]
  return table({
    caption: words.list,
    columns: [words.name, words.asks, words.mail, ''].map((heading) => ({ heading })),
    rows: searches.map(({ id, name, parameters, fault, digest }) => {
      const asked = askedText(parameters, language)
      const again = `${places.searches}${queryText({ from: queryText(parameters).slice(1) })}#query`
      return [
        fault === null
          ? name
          : html`${name}${notice('bad', words.unread, html`<p lang="en">${fault.message}</p><p>${words.unreadNext} <a href=${again}>${words.make}</a></p>`)}`,
        html`<a href=${pageAddress(language, 'search', parameters)}>${asked === '' ? words.everything : asked}</a>`,
        html`<form method="post" action=${`${places.searches}/${id}/digest`} class="inline">
          ${digestSelect(`digest-${id}`, words.setFor(name), digest, language)}
          <button class="plain" type="submit" aria-label=${`${words.set}: ${name}`}>${words.set}</button>
        </form>`,
        actButton(`${places.searches}/${id}/delete`, words.delete, 'plain'),
      ]
    }),
  })
}

/** What a search asks, in the words of the search page where that has one; its order decides nothing of a digest. */
function askedText(parameters: ShownSearch['parameters'], language: Language): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== 'sort')
    .map(([name, value]) => {
      if (name === 'q') return `“${value}”`
      const choices = Object.hasOwn(choicesOf, name) ? choicesOf[name as keyof typeof choicesOf] : []
      const said = value.split(',').map((one) => {
        const choice = choices.find(({ values }) => values.length === 1 && values[0] === one)
        return choice?.label[language]
      })
      return said.every((one) => one !== undefined) ? said.join(', ') : `${name}: ${value}`
    })
    .join(' · ')
}

/** How often a mail comes; of watchlists too. */
function digestSelect(id: string, label: string, chosen: DigestChoice, language: Language): Html {
  const { digests } = searchWords[language]
  return html`<label class="unseen" for=${id}>${label}</label>
    <select id=${id} name="digest">
      ${digestChoices.map((one) => html`<option value=${one} selected=${one === chosen}>${digests[one]}</option>`)}
    </select>`
}

function newForm({ language, typed, fault }: SearchesShown): Html {
  const words = searchWords[language]
  const invalid = (of: SearchFault['of']): 'true' | null => (fault?.of === of ? 'true' : null)
  return html`<form method="post" action=${places.searches}>
    <div class="field">
      <label for="name">${words.name}</label>
      <p class="hint" id="name-hint">${words.nameHint}</p>
      <input id="name" name="name" type="text" required maxlength=${String(searchBounds.nameMax)} value=${typed.name} aria-describedby="name-hint" aria-invalid=${invalid('name')} />
    </div>
    <div class="field">
      <label for="query">${words.query}</label>
      <p class="hint" id="query-hint">${words.queryHint}</p>
      <input id="query" name="query" type="text" value=${typed.query} aria-describedby="query-hint" aria-invalid=${invalid('query')} />
    </div>
    <div class="field">
      <label for="language">${words.language}</label>
      <select id="language" name="language">
        ${languages.map((one) => html`<option value=${one} selected=${one === typed.language}>${words.languages[one]}</option>`)}
      </select>
    </div>
    <div class="field">
      <span aria-hidden="true"><strong>${words.mail}</strong></span><br />
      ${digestSelect('digest', words.mail, typed.digest, language)}
    </div>
    <button class="filled" type="submit">${words.save}</button>
  </form>`
}
