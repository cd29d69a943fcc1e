/** The establishments of an enterprise, of which one is to be chosen, and beside them a postcode for every other place. */
import type { EstablishmentChoice } from '../../../matching/request/filling.ts'
import { type Html, html } from '../../../pages/html.ts'
import { postcodeName } from '../../../reference/geography.ts'
import { numberText } from '../../../values/figures.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { elsewhere, type Shown } from '../answering/answer-check.ts'
import { numberSaid } from '../asking/company-number.ts'
import { numberWords } from '../words/number-words.ts'

/** `input`: the field of a postcode, which the last choice names. */
export function establishmentsView({ asked, kept, fault }: Shown, input: Html, language: Language): Html {
  const words = numberWords[language]
  const choices = asked?.choices ?? []
  const total = numberText(asked?.found?.company.establishments.total ?? choices.length, language)
  const isPlaceTold = kept.facts.company?.postcode != null
  const chosen = fault?.chosen ?? (isPlaceTold ? elsewhere : asked?.found?.establishment?.number)
  const isAll = asked?.found?.company.establishments.total === choices.length
  return html`<p>${words.choose(total)}</p>
    ${isAll ? null : html`<p>${words.chooseFirst(numberText(choices.length, language), total)}</p>`}
    <div class="boxes" role="radiogroup" aria-labelledby="question-text">
      ${choices.map((one) => radio(one.number, placeSaid(one, language), one.number === chosen, null))}
      ${radio(elsewhere, words.elsewhere, chosen === elsewhere, 'elsewhere')}
    </div>
    ${input}`
}

function radio(value: string, label: string | Html, isChosen: boolean, id: string | null): Html {
  return html`<label class="choice"><input type="radio" name="establishment" value=${value} checked=${isChosen} /> <span id=${id}>${label}</span></label>`
}

/** The number tells two in one town apart. */
function placeSaid({ number, place }: EstablishmentChoice, language: Language): Html {
  return html`<span>${postcodeName(place, language)} <span class="soft small">(${numberSaid(number)})</span></span>`
}
