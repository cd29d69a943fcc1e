/** What was told: the first facts always, all else folded; each can be changed. */

import { isAnswer, type OpenProperty } from '../../../matching/request/answers.ts'
import { filledProperties } from '../../../matching/request/filling.ts'
import { type FactValue, factOf } from '../../../matching/request/request-schema.ts'
import { type Html, html, unbroken } from '../../../pages/html.ts'
import { type Fact, facts } from '../../../pages/parts/facts.ts'
import { numberText } from '../../../values/figures.ts'
import { regionLabels } from '../../../values/labels.ts'
import { type AskedProperty, ruleFieldLabels } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { Shown } from '../answering/answer-check.ts'
import { applicantProperty } from '../asking/applicants.ts'
import { numberSaid } from '../asking/company-number.ts'
import { answerOf, givenIn } from '../asking/facts-given.ts'
import { checkWords } from '../words/check-words.ts'
import { numberWords } from '../words/number-words.ts'
import { againButton, askButton } from './form-view.ts'
import { knownFact, sourceSaid } from './known-facts.ts'
import { questionSaid } from './question-view.ts'
import { valueSaid } from './value-said.ts'

type FirstFact = {
  name: string
  property: Exclude<OpenProperty, `answers.${string}`>
  said: string | null
  /** From where it is known, where not all was told. */
  source: string | null
}

/** Those of the first form, known or not, then what else was filled in. */
function firstFacts(shown: Shown, language: Language): FirstFact[] {
  const { factNames, people } = checkWords[language]
  const given = shown.kept.facts
  const { postcode, municipality_name: town, region } = shown.judged.answer.company
  const where = town ?? (region === null ? null : regionLabels[region][language])
  const factOn = (
    name: string,
    property: FirstFact['property'],
    say = (value: FactValue) => valueSaid(property, value, language),
  ): FirstFact => {
    const known = knownFact(shown, property)
    const said = known === null ? null : known.isHidden ? numberWords[language].hidden : say(known.value)
    return { name, property, said, source: sourceSaid(shown, known, language) }
  }
  const isFormKnown = factOf(given, 'company.applicant_types') === undefined
  const applicant =
    isFormKnown && knownFact(shown, 'company.legal_form') !== null ? 'company.legal_form' : applicantProperty(given)
  const first = [
    factOn(factNames.place, 'company.postcode', () => [postcode, where].filter((part) => part !== null).join(' ')),
    factOn(factNames.applicant, applicant),
    factOn(factNames.activity, 'company.nace'),
    factOn(factNames.people, 'company.employees', (value) =>
      typeof value === 'number' ? people(numberText(value, language)) : String(value),
    ),
    factOn(factNames.subject, 'project.topics'),
    factOn(factNames.budget, 'project.budget_eur'),
  ]
  const shownAlready = new Set<string>(['company.municipality', ...first.map(({ property }) => property)])
  const filled = filledProperties.filter(
    (property) => !shownAlready.has(property) && (knownFact(shown, property)?.from ?? 'given') !== 'given',
  )
  return [...first, ...filled.map((property) => factOn(filledName(property, language), property))]
}

function filledName(property: AskedProperty, language: Language): string {
  if (property === 'company.founded_on') return numberWords[language].names.founded
  return ruleFieldName(property, language) ?? property
}

/** The number by which the company is known: of the enterprise, and of the establishment where one is given. */
function numberGiven({ asked }: Shown): string | null {
  if (asked == null) return null
  const numbers = [asked.found?.company.number ?? asked.number, asked.number]
  return [...new Set(numbers)].map(numberSaid).join(' · ')
}

export function factsView(shown: Shown, language: Language): Html {
  const words = checkWords[language]
  const number = numberGiven(shown)
  const { names, leaveOut } = numberWords[language]
  const rows = firstFacts(shown, language).map(
    ({ name, property, said, source }): Fact => ({
      name,
      value: html`<span>${said === null ? html`<span class="soft">${words.notTold}</span>` : said}${sourceView(source)}${askButton(property, name, said === null ? words.tell : words.change, language)}</span>`,
    }),
  )
  if (number === null) return facts(rows)
  const leaving = html`<span class="act"> · ${againButton('without_number', leaveOut)}</span>`
  return facts([{ name: names.number, value: html`<span>${number}${leaving}</span>` }, ...rows])
}

function sourceView(source: string | null): Html | null {
  return source === null ? null : html`<span class="soft small"> (${source})</span>`
}

/** The same without anything to press. */
export function toldView(shown: Shown, language: Language): Html {
  const number = numberGiven(shown)
  const told = firstFacts(shown, language).flatMap(({ name, said, source }): Fact[] =>
    said === null ? [] : [{ name, value: html`<span>${said}${sourceView(source)}</span>` }],
  )
  const more = answeredIn(shown, language).map(
    ({ text, said, foreign }): Fact => ({
      name: html`<span lang=${foreign}>${text}</span>`,
      value: said,
    }),
  )
  const asked: Fact[] = number === null ? [] : [{ name: numberWords[language].names.number, value: number }]
  return facts([...asked, ...told, ...more])
}

type Answered = { property: OpenProperty; text: string; foreign: string | null; said: string }

/** What was told beyond the first facts. */
function answeredIn(shown: Shown, language: Language): Answered[] {
  const { yes, no } = checkWords[language]
  const first = new Set<OpenProperty>(firstFacts(shown, language).map(({ property }) => property))
  return givenIn(shown.kept.facts)
    .filter((property) => !first.has(property))
    .map((property) => {
      const { text: plain, foreign } = questionSaid(property, shown.judged.own, language)
      const text = unbroken(plain)
      if (isAnswer(property))
        return { property, text, foreign, said: answerOf(shown.kept.facts, property) === true ? yes : no }
      const value = factOf(shown.kept.facts, property)
      const name = ruleFieldName(property, language) ?? text
      return {
        property,
        text: name,
        foreign: null,
        said: value === undefined ? '' : valueSaid(property, value, language),
      }
    })
}

/** A fact has a short name where a rule looks at it under the same one. */
function ruleFieldName(property: OpenProperty, language: Language): string | null {
  return Object.hasOwn(ruleFieldLabels, property)
    ? ruleFieldLabels[property as keyof typeof ruleFieldLabels][language]
    : null
}

export function answeredView(shown: Shown, language: Language): Html | null {
  const words = checkWords[language]
  const answered = answeredIn(shown, language)
  // What was passed over and is known by the number is no question any more.
  const skipped = shown.kept.skipped.filter((one) => isAnswer(one) || knownFact(shown, one) === null)
  if (answered.length + skipped.length === 0) return null
  const heads = [
    ...(answered.length === 0 ? [] : [words.answered(answered.length)]),
    ...(skipped.length === 0 ? [] : [words.skipped(skipped.length)]),
  ]
  return html`<details class="answered">
    <summary>${heads.join(' · ')}</summary>
    <ul>
      ${answered.map(
        ({ property, text, foreign, said }) =>
          html`<li><span lang=${foreign}>${text}</span> <strong>${said}</strong>${askButton(property, text, words.change, language)}</li>`,
      )}
      ${skipped.map((property) => {
        const { text, foreign } = questionSaid(property, shown.judged.own, language)
        return html`<li><span lang=${foreign}>${unbroken(text)}</span> <span class="soft">${words.unknown}</span>${askButton(property, text, words.takeUp, language)}</li>`
      })}
    </ul>
  </details>`
}
