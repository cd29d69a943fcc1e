/** What was told: the first facts always, all else folded; each can be changed. */

import { isAnswer, type OpenProperty } from '../../../matching/request/answers.ts'
import { factOf } from '../../../matching/request/request-schema.ts'
import { type Html, html, unbroken } from '../../../pages/html.ts'
import { type Fact, facts } from '../../../pages/parts/facts.ts'
import { eurosText, numberText } from '../../../values/figures.ts'
import { regionLabels } from '../../../values/labels.ts'
import { ruleFieldLabels } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { Shown } from '../answering/answer-check.ts'
import { applicantProperty } from '../asking/applicants.ts'
import { answerOf, givenIn } from '../asking/facts-given.ts'
import { checkWords } from '../words/check-words.ts'
import { askButton } from './form-view.ts'
import { questionSaid } from './question-view.ts'
import { valueSaid } from './value-said.ts'

type FirstFact = { name: string; property: Exclude<OpenProperty, `answers.${string}`>; said: string | null }

/** Those of the first form, told or not. */
function firstFacts({ kept, judged }: Shown, language: Language): FirstFact[] {
  const { factNames, people } = checkWords[language]
  const given = kept.facts
  const { postcode, municipality_name: town, region } = judged.answer.company
  const where = town ?? (region === null ? null : regionLabels[region][language])
  const said = (property: FirstFact['property']): string | null => {
    const value = factOf(given, property)
    return value === undefined ? null : valueSaid(property, value, language)
  }
  const employees = factOf(given, 'company.employees')
  const budget = factOf(given, 'project.budget_eur')
  const applicant = applicantProperty(given)
  return [
    {
      name: factNames.place,
      property: 'company.postcode',
      said: postcode === null ? null : [postcode, where].filter((part) => part !== null).join(' '),
    },
    { name: factNames.applicant, property: applicant, said: said(applicant) },
    { name: factNames.activity, property: 'company.nace', said: said('company.nace') },
    {
      name: factNames.people,
      property: 'company.employees',
      said: typeof employees === 'number' ? people(numberText(employees, language)) : null,
    },
    { name: factNames.subject, property: 'project.topics', said: said('project.topics') },
    {
      name: factNames.budget,
      property: 'project.budget_eur',
      said: typeof budget === 'number' ? eurosText(budget, language) : null,
    },
  ]
}

export function factsView(shown: Shown, language: Language): Html {
  const words = checkWords[language]
  return facts(
    firstFacts(shown, language).map(
      ({ name, property, said }): Fact => ({
        name,
        value: html`<span>${said === null ? html`<span class="soft">${words.notTold}</span>` : said}${askButton(property, name, said === null ? words.tell : words.change, language)}</span>`,
      }),
    ),
  )
}

/** The same without anything to press. */
export function toldView(shown: Shown, language: Language): Html {
  const told = firstFacts(shown, language).flatMap(({ name, said }): Fact[] =>
    said === null ? [] : [{ name, value: said }],
  )
  const more = answeredIn(shown, language).map(
    ({ text, said, foreign }): Fact => ({
      name: html`<span lang=${foreign}>${text}</span>`,
      value: said,
    }),
  )
  return facts([...told, ...more])
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
  const { skipped } = shown.kept
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
