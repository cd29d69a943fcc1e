/** Watchlists as a table, and the form that makes one. */
import { plans } from '../../accounts/plans.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { languageNames } from '../../pages/words/frame-words.ts'
import { numberText } from '../../values/figures.ts'
import { type Language, languages, type PlanId } from '../../values/vocabularies.ts'
import type { ShownWatchlist } from '../../watchlists/lists.ts'
import { momentOf, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { listWords } from './words.ts'

export function listPath(id: string): string {
  return `${places.watchlists}/${id}`
}

export type ListsShown = {
  language: Language
  plan: PlanId
  lists: readonly ShownWatchlist[]
  name: string
  fault: 'name' | 'full' | null
  isRemoved: boolean
}

export function listsView(shown: ListsShown): Html {
  const { language, plan, lists, isRemoved } = shown
  const words = listWords[language]
  const held = lists.reduce((sum, { companies }) => sum + companies, 0)
  const allowed = plans[plan].watchlistCompanies
  return html`<p class="lead">${words.lead}</p>
    ${isRemoved ? html`<div role="status">${notice('calm', words.removedList, null)}</div>` : null}
    ${panel(
      null,
      lists.length === 0
        ? notice('calm', words.none, html`<p>${words.noneNext}</p>`)
        : html`${table({
            caption: words.table,
            columns: [
              { heading: words.name },
              { heading: words.language },
              { heading: words.companies, isFigure: true },
              { heading: words.updated },
            ],
            rows: lists.map((list) => [
              html`<a href=${listPath(list.id)}>${list.name}</a>`,
              languageNames[list.language],
              numberText(list.companies, language),
              momentOf(list.updated_at, language),
            ]),
          })}
            <p class="soft">${words.held(numberText(held, language), allowed === null ? null : numberText(allowed, language))}</p>`,
    )}
    ${panel(words.make, newListForm(shown))}`
}

function newListForm({ language, name, fault }: ListsShown): Html {
  const words = listWords[language]
  const said = fault === null ? null : fault === 'name' ? words.nameFault : words.fullFault
  return html`<form method="post" action=${places.watchlists}>
    ${said === null ? null : html`<div role="alert">${notice('bad', said, null)}</div>`}
    <div class="field">
      <label for="name">${words.name}</label>
      <p class="hint" id="name-hint">${words.nameHint}</p>
      <input id="name" name="name" type="text" maxlength="200" required value=${name} aria-describedby="name-hint" aria-invalid=${fault === 'name' ? 'true' : null} />
    </div>
    ${languageField(language, language)}
    <button class="filled" type="submit">${words.make}</button>
  </form>`
}

/** Of the texts of its matches, and of its digest. */
export function languageField(chosen: Language, language: Language): Html {
  return html`<div class="field">
    <label for="language">${listWords[language].language}</label>
    <select id="language" name="language">
      ${languages.map((one) => html`<option value=${one} selected=${one === chosen}>${languageNames[one]}</option>`)}
    </select>
  </div>`
}
