/**
 * The box to type words into; `kept` goes along with them, so that what was chosen before stays. A page that loads
 * `searchBoxScript` suggests what the words may go on with; without it the box is a form like any other.
 */
import type { Language } from '../../values/vocabularies.ts'
import { pageAddress } from '../address.ts'
import { type Html, html } from '../html.ts'

export type SearchBoxWords = {
  q: string
  label: string
  button: string
  placeholder?: string
  kept?: Readonly<Record<string, string>>
}

/** Code points that a search has at most. */
export const searchLengthMax = 200

/** Code for the browser of whoever shows the box. */
export const searchBoxScript = 'suggestions.mjs'

export function searchBox(language: Language, { q, label, button, placeholder, kept = {} }: SearchBoxWords): Html {
  return html`<form class="search-box" role="search" method="get" action=${pageAddress(language, 'search')} data-suggestions=${pageAddress(language, 'suggestions')}>
    <input type="search" name="q" id="q" value=${q} maxlength=${searchLengthMax} aria-label=${label} placeholder=${placeholder ?? null} autocomplete="off" enterkeyhint="search" />
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <button class="filled" type="submit">${button}</button>
  </form>`
}
