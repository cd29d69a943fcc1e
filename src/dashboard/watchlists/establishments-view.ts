/** Companies whose enterprise has several establishments, each with a choice of the one that counts. */
import { queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { postcodeName } from '../../reference/geography.ts'
import { numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { CompanyToPlace } from '../../watchlists/chosen-establishments.ts'
import { panel } from '../frame/parts.ts'
import { numberWords } from './number-words.ts'
import { listWords } from './words.ts'

/** What was chosen or typed for a company; `fault`: why it cannot be right. */
export type PlaceTyped = { reference: string; number: string; fault: string | null }

type PlacesShown = {
  language: Language
  listPath: string
  /** The reference behind which these stand. */
  after: string
  companies: readonly CompanyToPlace[]
  hasMore: boolean
  /** How many were just saved. */
  placed: string | null
  typed: readonly PlaceTyped[]
  fault: string | null
}

export function placesView(shown: PlacesShown): Html {
  const { language, listPath, after, companies, hasMore, placed, fault } = shown
  const words = numberWords[language]
  const path = `${listPath}/establishments`
  const last = companies.at(-1)?.reference ?? ''
  return html`${placed === null ? null : html`<div role="status">${notice('calm', words.placed(placed), null)}</div>`}
    ${fault === null ? null : html`<div role="alert">${notice('bad', fault, null)}</div>`}
    ${
      companies.length === 0
        ? notice('calm', words.allPlaced, null)
        : html`<p class="lead">${words.placesLead}</p>
            ${panel(
              null,
              html`<form method="post" action=${path}>
                ${after === '' ? null : html`<input type="hidden" name="after" value=${after} />`}
                ${companies.map((company, at) => choiceField(company, at, shown))}
                <div class="buttons">
                  <button class="filled" type="submit">${words.savePlaces}</button>
                  <a class="plain" href=${listPath}>${listWords[language].keep}</a>
                </div>
              </form>`,
            )}`
    }
    <p class="pages">
      ${hasMore ? html`<a class="outlined" href=${`${path}${queryText({ after: last })}`}>${words.nextPage}</a>` : null}
      <a class="plain" href=${listPath}>${listWords[language].toList}</a>
    </p>`
}

function choiceField({ reference, known }: CompanyToPlace, at: number, { language, typed }: PlacesShown): Html {
  const words = numberWords[language]
  const id = `place-${at}`
  const before = typed.find((one) => one.reference === reference)
  const fault = before?.fault ?? null
  const { choices, establishments, name } = known
  // Where the register has more than can be offered, the number is typed.
  const isTyped = establishments > choices.length
  const described = [...(isTyped ? [`${id}-hint`] : []), ...(fault === null ? [] : [`${id}-fault`])].join(' ')
  const about = {
    'aria-describedby': described === '' ? null : described,
    'aria-invalid': fault === null ? null : 'true',
  }
  return html`<div class="field">
    <label for=${id}>${words.choice(name === null ? reference : `${reference}, ${name}`)}</label>
    <input type="hidden" name="reference" value=${reference} />
    ${
      isTyped
        ? html`<p class="hint" id=${`${id}-hint`}>${words.typeNumber(numberText(establishments, language))}</p>
            <input id=${id} name="number" type="text" inputmode="numeric" autocomplete="off" value=${before?.number ?? ''} ...${about} />`
        : html`<select id=${id} name="number" ...${about}>
            <option value="">${words.notYet}</option>
            ${choices.map(({ number, place }) => html`<option value=${number} selected=${before?.number === number}>${postcodeName(place, language)}, ${number}</option>`)}
          </select>`
    }
    ${fault === null ? null : html`<p class="fault" id=${`${id}-fault`} role="alert">${fault}</p>`}
  </div>`
}
