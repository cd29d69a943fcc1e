/** The choices beside a search, as links: every one leads to an address, so that all of it works without script. */

import { type Html, html } from '../../pages/html.ts'
import { numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type Choice, choicesAtOnce, choicesOf, type FacetName, facetsShown } from './facets.ts'
import type { SearchFound } from './find.ts'
import { type SearchAsked, searchAddress, toggled } from './search-query.ts'
import { searchWords } from './words.ts'

type Shown = { choice: Choice; count: number; isChosen: boolean }

export function facetsView(
  { words: mode, ...given }: Pick<SearchFound, 'asked' | 'counts' | 'words'>,
  language: Language,
): Html {
  const words = searchWords[language]
  // The figures are counted as the words were read: what a choice leads to is read in the same way.
  const found = mode === 'most' ? { ...given, asked: { ...given.asked, words: mode } } : given
  return html`<nav class="facets" aria-label=${words.facets}>
    <details class="folded">
      <summary>${words.facets}</summary>
      ${facetsShown.map((name) => facetView(name, found, language))}
    </details>
  </nav>`
}

function facetView(
  name: FacetName,
  { asked, counts }: Pick<SearchFound, 'asked' | 'counts'>,
  language: Language,
): Html | null {
  const words = searchWords[language]
  const shown = choicesOf[name]
    .map((choice): Shown => {
      const chosen: readonly string[] = asked[name]
      return {
        choice,
        count: choice.values.reduce((sum, value) => sum + (counts[name].get(value) ?? 0), 0),
        isChosen: choice.values.every((value) => chosen.includes(value)),
      }
    })
    .filter(({ count, isChosen }) => count > 0 || isChosen)
  if (shown.length === 0) return null
  const sorted = name === 'topic' ? shown.toSorted((left, right) => right.count - left.count) : shown
  const atOnce = sorted.filter(({ isChosen }, place) => isChosen || place < choicesAtOnce[name])
  const folded = sorted.filter((one) => !atOnce.includes(one))
  const list = (some: readonly Shown[]) => html`<ul>
    ${some.map((one) => html`<li>${choiceView(name, one, asked, language)}</li>`)}
  </ul>`
  return html`<section class="facet">
    <h2>${words.facetNames[name]}</h2>
    ${list(atOnce)}
    ${folded.length === 0 ? null : html`<details><summary class="small">${words.more(folded.length)}</summary>${list(folded)}</details>`}
  </section>`
}

function choiceView(name: FacetName, { choice, count, isChosen }: Shown, asked: SearchAsked, language: Language): Html {
  const address = searchAddress(language, asked, toggled(asked, name, choice.values))
  return html`<a href=${address} rel="nofollow" aria-current=${isChosen ? 'true' : null}>
    <span class="box" aria-hidden="true">${isChosen ? '✓' : ''}</span>
    <span class="facet-name">${choice.label[language]}</span>
    <span class="facet-count">${numberText(count, language)}</span>
  </a>`
}
