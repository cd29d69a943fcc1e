/** The first form, with what is wrong with it, and the pages that stand in its place where it cannot be answered. */
import type { LoadedExtract } from '../../../companies/registered-company.ts'
import type { Understood } from '../../../measures/finding/understood.ts'
import { type Html, html } from '../../../pages/html.ts'
import { notice } from '../../../pages/parts/notice.ts'
import { dayText, numberText } from '../../../values/figures.ts'
import { topicLabels } from '../../../values/labels.ts'
import { type Language, type Topic, topics } from '../../../values/vocabularies.ts'
import { meaningSaid } from '../../said/meaning-said.ts'
import { formChoices, typeChoices } from '../asking/applicants.ts'
import {
  type FirstFaults,
  type FirstField,
  type FirstMeant,
  type FirstTyped,
  firstFields,
} from '../asking/first-form.ts'
import { type Kind, kinds } from '../asking/kinds.ts'
import type { NaceFound } from '../asking/nace-finding.ts'
import type { TypedFault } from '../asking/typed-value.ts'
import { dialoguesPerDay } from '../dialogue/dialogues.ts'
import type { Kept } from '../dialogue/kept.ts'
import { checkWords } from '../words/check-words.ts'
import { numberWords } from '../words/number-words.ts'
import { actionOf, carryingForm } from './form-view.ts'
import { box, type FaultHelp, faultSaid, faultView, inputView, isChoice } from './input-view.ts'

/** Those that most visitors come for; all others are folded. */
const firstTopics: readonly Topic[] = [
  'investment',
  'energy_efficiency',
  'digitalisation',
  'hiring_employment',
  'training',
  'innovation',
  'internationalisation',
  'starting_business',
  'advice_consultancy',
  'construction_renovation',
]

export type FirstParts = {
  typed: FirstTyped
  faults: FirstFaults
  found: readonly NaceFound[]
  meant: FirstMeant
  /** The measure for which somebody comes, by its slug; with its title where it is known. */
  measure: { slug: string; title: string | null } | null
  /** What was understood of the words with which somebody comes, and is filled in. */
  about?: readonly Understood[]
  /** What stands before all else: why nothing was answered. */
  why: 'unreadable' | 'elsewhere' | null
  /** The register in which a number is looked up; absent or null: none, and the form asks for a postcode. */
  register?: LoadedExtract | null
  /** Where the form is sent, where it stands on a screen that has a heading of its own. */
  screen?: string
}

const noHelp: FaultHelp = { typed: [], found: [], meant: null }

export const nothingTyped: FirstParts = { typed: {}, faults: {}, found: [], meant: {}, measure: null, why: null }

export function firstView(parts: FirstParts, language: Language): Html {
  const words = checkWords[language]
  const { measure, why, screen } = parts
  return html`${screen === undefined ? html`<h1>${words.title}</h1>` : null}
    <p class="lead">${words.lead}</p>
    ${why === 'unreadable' ? notice('bad', words.unreadableTitle, html`<p>${words.unreadableWhy}</p>`) : null}
    ${why === 'elsewhere' ? notice('bad', words.elsewhereTitle, html`<p>${words.elsewhereWhy}</p>`) : null}
    ${summaryView(parts, language)}
    ${measure?.title == null ? null : html`<p>${words.forMeasure} <strong>${measure.title}</strong></p>`}
    ${aboutView(parts.about ?? [], language)}
    <form method="post" action=${actionOf({ language, screen })} class="first-form" novalidate>
      ${measure === null ? null : html`<input type="hidden" name="measure" value=${measure.slug} />`}
      <div class="first-fields">
        ${typedField('postcode', parts, language)} ${applicantField(parts, language)} ${typedField('nace', parts, language)}
        ${typedField('employees', parts, language)} ${typedField('budget', parts, language)}
      </div>
      ${parts.register == null ? null : html`<p class="small soft" id="number-use">${numberWords[language].use(dayText(parts.register.day, language))}</p>`}
      ${topicsField(parts, language)}
      <div class="buttons"><button class="filled" type="submit">${words.begin}</button></div>
      <p class="small soft">${words.kept}</p>
    </form>`
}

/** What was filled in from words, each with what it was taken for. */
function aboutView(about: readonly Understood[], language: Language): Html | null {
  const words = checkWords[language]
  if (about.length === 0) return null
  const items = about.map((one) => {
    const meaning = meaningSaid(one)
    return html`<li>${one.text}${meaning === null ? null : ` → ${meaning}`}</li>`
  })
  return notice('calm', words.filledTitle, html`<ul>${items}</ul><p>${words.filledWhy}</p>`)
}

/** The faults once more, each leading to its field. */
function summaryView(parts: FirstParts, language: Language): Html | null {
  const { typed, faults, found, meant } = parts
  const words = checkWords[language]
  const { nothing, ...fields } = faults
  const wrong = Object.entries(fields) as [FirstField, TypedFault][]
  if (nothing === undefined && wrong.length === 0) return null
  const isChoiceAlone = nothing === undefined && wrong.every(([, fault]) => isChoice(fault, found))
  const help = (field: FirstField): FaultHelp => ({ typed: typed[field] ?? [], found, meant: meant[field] ?? null })
  return html`<div class=${`notice ${isChoiceAlone ? 'look' : 'bad'}`} role="alert" tabindex="-1" data-focus="">
    <p class="notice-title">${isChoiceAlone ? words.choiceTitle : words.faultsTitle}</p>
    ${nothing === undefined ? null : html`<p>${words.nothingTold}</p>`}
    ${
      wrong.length === 0
        ? null
        : html`<ul>${wrong.map(([field, fault]) => html`<li><a href=${`#${field}`}>${fieldWords(field, parts, language).label}</a> – ${faultSaid(fault, help(field), language)}</li>`)}</ul>`
    }
  </div>`
}

/** Where a register is loaded, the first field takes a number in the place of a postcode. */
function fieldWords(field: FirstField, { register }: FirstParts, language: Language): { label: string; hint: string } {
  return field === 'postcode' && register != null ? numberWords[language] : checkWords[language].fields[field]
}

function kindOf(field: FirstField, { register }: FirstParts): Kind {
  if (field === 'postcode' && register != null) return { kind: 'number_or_postcode' }
  const property = firstFields[field]
  return property === null ? { kind: 'legal_form' } : kinds[property]
}

function typedField(field: Exclude<FirstField, 'applicant' | 'topics'>, parts: FirstParts, language: Language): Html {
  const { label, hint } = fieldWords(field, parts, language)
  const fault = parts.faults[field] ?? null
  const found = field === 'nace' ? parts.found : []
  return html`<div class="field">
    <label for=${field} id=${`${field}-label`}>${label}</label>
    <p class="hint" id=${`${field}-hint`}>${hint}</p>
    ${inputView(
      {
        ...{ kind: kindOf(field, parts), name: field, labelledBy: `${field}-label`, fault, found, language },
        typed: parts.typed[field] ?? [],
        municipalities: [],
      },
      true,
    )}
    ${faultView(field, fault, { typed: parts.typed[field] ?? [], found, meant: parts.meant[field] ?? null }, language)}
  </div>`
}

function applicantField({ typed, faults }: FirstParts, language: Language): Html {
  const words = checkWords[language]
  const { label, hint } = words.fields.applicant
  const [chosen = '', ...also] = (typed.applicant ?? []).filter((value) => value !== '')
  const fault = faults.applicant ?? null
  const option = (one: { value: string; label: string }) =>
    html`<option value=${one.value} selected=${one.value === chosen}>${one.label}</option>`
  return html`<div class="field">
    <label for="applicant">${label}</label>
    <p class="hint" id="applicant-hint">${hint}</p>
    <select name="applicant" id="applicant" aria-invalid=${fault === null ? null : 'true'} aria-describedby=${fault === null ? 'applicant-hint' : 'applicant-hint applicant-fault'}>
      <option value="">${words.noChoice}</option>
      <optgroup label=${words.forms}>${formChoices(language).map(option)}</optgroup>
      <optgroup label=${words.others}>${typeChoices(language).map(option)}</optgroup>
    </select>
    <details open=${also.length > 0}>
      <summary>${words.also}</summary>
      <div class="boxes">${typeChoices(language).map((one) => box('applicant', one.value, one.label, also.includes(one.value)))}</div>
    </details>
    ${faultView('applicant', fault, noHelp, language)}
  </div>`
}

function topicsField({ typed, faults }: FirstParts, language: Language): Html {
  const words = checkWords[language]
  const { label, hint } = words.fields.topics
  const chosen = typed.topics ?? []
  const rest = topics.filter((topic) => !firstTopics.includes(topic))
  const one = (topic: Topic) => box('topics', topic, topicLabels[topic][language], chosen.includes(topic))
  return html`<fieldset class="field" id="topics" aria-describedby="topics-hint">
    <legend>${label}</legend>
    <p class="hint" id="topics-hint">${hint}</p>
    <div class="boxes wide">${firstTopics.map(one)}</div>
    <details open=${rest.some((topic) => chosen.includes(topic))}>
      <summary>${words.moreTopics}</summary>
      <div class="boxes wide">${rest.map(one)}</div>
    </details>
    ${faultView('topics', faults.topics ?? null, noHelp, language)}
  </fieldset>`
}

/** The address has begun all that it may today: what to do, and what was told stays in the page. */
export function limitView(kept: Kept, language: Language): Html {
  const words = checkWords[language]
  return html`<h1>${words.limitTitle}</h1>
    <p class="lead">${words.limitWhy(numberText(dialoguesPerDay, language))}</p>
    <p>${words.limitNext}</p>
    ${carryingForm({ kept, token: null, language }, 'again', html`<button class="filled" name="do" value="results">${words.again}</button>`)}
    <p>${words.limitApi} <a href="/docs">${'/docs'}</a></p>`
}
