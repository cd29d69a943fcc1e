/** One question: what it decides, why it is asked, and the ways to answer it. */
import { answerName, isAnswer, type OpenProperty } from '../../../matching/request/answers.ts'
import { type FactValue, isGivenValue } from '../../../matching/request/request-schema.ts'
import { measureAddress } from '../../../pages/address.ts'
import { type Html, html, unbroken } from '../../../pages/html.ts'
import { pointOf } from '../../../reference/points.ts'
import { type AskedProperty, questions } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { foreign } from '../../said/measure-row.ts'
import type { Shown } from '../answering/answer-check.ts'
import type { OwnCondition, Question } from '../answering/judged.ts'
import { askingWords, reasonOf } from '../asking/asking-words.ts'
import { answerOf } from '../asking/facts-given.ts'
import { kinds } from '../asking/kinds.ts'
import { checkWords } from '../words/check-words.ts'
import { establishmentsView } from './establishments-view.ts'
import { againButton, carryingForm } from './form-view.ts'
import { faultView, inputView } from './input-view.ts'
import { knownFact } from './known-facts.ts'
import { valueTyped } from './value-said.ts'

/** Measures that are named beside a question. */
const namedMost = 3

export type SaidQuestion = {
  text: string
  /** `lang` of the text, where it is not that of the page. */
  foreign: string | null
  own: OwnCondition | null
}

/** A question in words, also where it was answered before. */
export function questionSaid(
  property: OpenProperty,
  own: ReadonlyMap<string, OwnCondition | null>,
  language: Language,
): SaidQuestion {
  const words = checkWords[language]
  if (!isAnswer(property)) return { text: questions[property][language], foreign: null, own: null }
  const name = answerName(property)
  const point = pointOf(name)
  if (point !== null) return { text: point.question[language], foreign: null, own: null }
  const condition = own.get(name) ?? null
  if (condition === null) return { text: words.gone, foreign: null, own: null }
  const text = condition.text ?? words.withheld
  return { text, foreign: condition.text === null ? null : foreign(condition.language, language), own: condition }
}

export function questionView(shown: Shown, question: Question, language: Language): Html {
  const words = checkWords[language]
  const { kept, token, screen, isAskedFor, fault } = shown
  const { property } = question
  const said = questionSaid(property, shown.judged.own, language)
  const text = unbroken(question.text ?? said.text)
  const body = isAnswer(property)
    ? html`<div class="buttons">
          ${(['yes', 'no'] as const).map(
            (answer) =>
              html`<button class="outlined" name="do" value=${answer} aria-pressed=${pressed(shown, property, answer)}>${words[answer]}</button>`,
          )}
          <button class="plain" name="do" value="unknown">${words.unknown}</button>
        </div>`
    : html`<div class="field">
          ${fieldView(shown, property, language)}
          ${faultView('value', fault?.fault ?? null, { typed: fault?.typed ?? [], found: fault?.found ?? [], meant: fault?.meant ?? null }, language)}
        </div>
        <div class="buttons">
          <button class="filled" name="do" value="answer">${words.goOn}</button>
          <button class="plain" name="do" value="unknown">${words.unknown}</button>
        </div>`
  return html`<section class="question" aria-labelledby="question-text">
    <p>${headOf(question, isAskedFor, language)}</p>
    <h2 id="question-text" tabindex="-1" data-focus="" lang=${said.foreign}>${text}</h2>
    ${
      said.own === null
        ? null
        : html`<p>${words.ofMeasure}${' '}<a href=${measureAddress(language, said.own.measure.slug)} lang=${foreign(said.own.measure.language, language)}>${said.own.measure.title}</a></p>`
    }
    ${carryingForm({ kept, token, language, screen }, 'question', html`<input type="hidden" name="asked" value=${property} />${body}`)}
    ${whyView(shown, property, language)}
    ${isAskedFor ? html`<p>${againButton('results', words.back)}</p>` : null}
  </section>`
}

/** What one types or chooses to a question. */
function fieldView(shown: Shown, property: AskedProperty, language: Language): Html {
  const { fault } = shown
  const choices = property === 'company.postcode' ? (shown.asked?.choices ?? []) : []
  const field = inputView(
    {
      kind: kinds[property],
      name: 'value',
      labelledBy: choices.length > 0 ? 'elsewhere' : 'question-text',
      typed: fault?.typed ?? valueTyped(shownValue(shown, property)),
      fault: fault?.fault ?? null,
      found: fault?.found ?? [],
      municipalities: shown.municipalities,
      language,
    },
    hintOf(property, language) !== undefined,
  )
  const input = html`${hintView(property, language)}${field}`
  if (choices.length > 0) return establishmentsView(shown, input, language)
  const postcode = property === 'company.municipality' ? filledPostcode(shown) : null
  // The municipality is told of that postcode, which goes with it.
  return postcode === null ? input : html`<input type="hidden" name="postcode" value=${postcode} />${input}`
}

/** The postcode that was filled in and decides the place; null: one was told, or it is shown to nobody. */
function filledPostcode(shown: Shown): string | null {
  const known = knownFact(shown, 'company.postcode')
  const isFilled = known !== null && known.from !== 'given' && !known.isHidden
  return isFilled && !isGivenValue(shown.kept.facts.project?.postcode) ? String(known.value) : null
}

/** What a field begins with: what is known, but nothing that is not shown. */
function shownValue(shown: Shown, property: AskedProperty): FactValue | undefined {
  const known = knownFact(shown, property)
  return known === null || known.isHidden ? undefined : known.value
}

function headOf({ settles, appearsIn }: Question, isAskedFor: boolean, language: Language): Html | string {
  const words = checkWords[language]
  const counted = settles > 0 ? words.decides(settles) : appearsIn > 0 ? words.playsIn(appearsIn) : null
  const head = isAskedFor ? words.askedAgain : words.nextQuestion
  return counted === null ? head : html`<span>${head} · <strong>${counted}</strong></span>`
}

function hintOf(property: OpenProperty, language: Language): string | undefined {
  return isAnswer(property) ? undefined : askingWords[language].hints[kinds[property].kind]
}

function hintView(property: OpenProperty, language: Language): Html | null {
  const hint = hintOf(property, language)
  return hint === undefined ? null : html`<p class="hint" id="value-hint">${hint}</p>`
}

/** Which of the two was the answer until now. */
function pressed({ kept }: Shown, property: OpenProperty, answer: 'yes' | 'no'): 'true' | null {
  const given = isAnswer(property) ? answerOf(kept.facts, property) : undefined
  return given === (answer === 'yes') ? 'true' : null
}

function whyView({ judged }: Shown, property: OpenProperty, language: Language): Html {
  const { why, whyPoint, whyOwn } = askingWords[language]
  if (isAnswer(property) && judged.own.has(answerName(property))) return html`<p>${whyOwn}</p>`
  const asking = judged.matches
    .filter(({ match }) => match.questions.some((one) => one === property))
    .slice(0, namedMost)
  return html`<div>
    <p>${isAnswer(property) ? whyPoint : why[reasonOf[property]]}</p>
    ${
      asking.length === 0
        ? null
        : html`<p>${checkWords[language].among}${' '}${asking.map(
            ({ match, served }, place) =>
              html`<span>${place === 0 ? '' : ' · '}<span lang=${foreign(served.title, language)}>${unbroken(match.subsidy.title)}</span></span>`,
          )}</p>`
    }
  </div>`
}
