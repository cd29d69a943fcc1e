/** What one types or chooses, for each kind of fact; with what was typed before and what is wrong with it. */

import { type Html, html } from '../../../pages/html.ts'
import { municipality, municipalityName } from '../../../reference/geography.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { askingWords } from '../asking/asking-words.ts'
import type { Kind } from '../asking/kinds.ts'
import type { NaceFound } from '../asking/nace-finding.ts'
import type { TypedFault } from '../asking/typed-value.ts'
import { checkWords } from '../words/check-words.ts'
import { naceSaid } from './value-said.ts'

export type InputParts = {
  kind: Kind
  /** Of the field; ids on the page begin with it. */
  name: string
  /** Ids of what names the field, where it is no `label`. */
  labelledBy: string
  typed: readonly string[]
  fault: TypedFault | null
  found: readonly NaceFound[]
  /** Codes to choose from, of municipalities. */
  municipalities: readonly string[]
  language: Language
}

/** Where a figure is typed, small screens show figures to type. */
const inputModes: Partial<Record<Kind['kind'], string>> = {
  postcode: 'numeric',
  whole: 'numeric',
  year: 'numeric',
  euros: 'decimal',
}

/** What helps beside the fault: what was typed, activities to choose from, and what may be meant. */
export type FaultHelp = { typed: readonly string[]; found: readonly NaceFound[]; meant: string | null }

export function faultSaid(fault: TypedFault, { typed, found, meant }: FaultHelp, language: Language): string {
  const words = askingWords[language]
  if (fault === 'words') {
    const [text = ''] = typed
    return isChoice(fault, found) ? words.which(text.trim()) : words.noActivity(text.trim())
  }
  const said = words.faults[fault]
  return meant === null ? said : `${said} ${words.write(meant)}`
}

/** Whether nothing is wrong, and one of the activities found is to be chosen. */
export function isChoice(fault: TypedFault | null, found: readonly NaceFound[]): boolean {
  return fault === 'words' && found.length > 0
}

/** The text of a fault, with the id that its field names; null where the choice of activities says it. */
export function faultView(name: string, fault: TypedFault | null, help: FaultHelp, language: Language): Html | null {
  if (fault === null || isChoice(fault, help.found)) return null
  return html`<p class=${fault === 'words' ? 'hint' : 'fault'} id=${`${name}-fault`}>${faultSaid(fault, help, language)}</p>`
}

function describedBy({ name, fault }: InputParts, hasHint: boolean): string | null {
  const ids = [hasHint ? `${name}-hint` : null, fault === null ? null : `${name}-fault`].filter((id) => id !== null)
  return ids.length === 0 ? null : ids.join(' ')
}

/** The field without its hint and fault. */
export function inputView(parts: InputParts, hasHint: boolean): Html {
  const { kind, name, labelledBy, typed, fault, language } = parts
  const described = describedBy(parts, hasHint)
  const [text = ''] = typed
  if (kind.kind === 'several') return boxes(name, kind.labels, typed, language, labelledBy)
  if (kind.kind === 'one') {
    const choices = Object.entries(kind.labels).map(([value, label]) => ({ value, label: label[language] }))
    return radios(name, choices, text, labelledBy)
  }
  if (kind.kind === 'municipality') {
    const choices = parts.municipalities.flatMap((nis) => {
      const town = municipality(nis)
      return town === null ? [] : [{ value: nis, label: municipalityName(town, language) }]
    })
    return html`<select name=${name} id=${name} aria-labelledby=${labelledBy} aria-describedby=${described} aria-invalid=${fault === null ? null : 'true'}>
      <option value="">${checkWords[language].noChoice}</option>
      ${choices.map(({ value, label }) => html`<option value=${value} selected=${value === text}>${label}</option>`)}
    </select>`
  }
  const shown = kind.kind === 'nace' || kind.kind === 'committees' ? typed.join(', ') : text
  const field = html`<input
    type="text"
    name=${name}
    id=${name}
    value=${shown}
    inputmode=${inputModes[kind.kind] ?? null}
    autocomplete=${kind.kind === 'postcode' ? 'postal-code' : 'off'}
    maxlength="300"
    aria-labelledby=${labelledBy}
    aria-describedby=${described}
    aria-invalid=${fault === null || isChoice(fault, parts.found) ? null : 'true'}
  />`
  return isChoice(fault, parts.found) ? html`<div>${field}${choiceView(parts)}</div>` : field
}

/** The activities that may be meant by the words that were typed. */
function choiceView({ name, typed, found, language }: InputParts): Html {
  return html`<fieldset class="found-codes">
    <legend id=${`${name}-fault`}>${faultSaid('words', { typed, found, meant: null }, language)}</legend>
    ${found.map(
      ({ code }) =>
        html`<label class="choice"><input type="checkbox" name=${name} value=${code} /> <span>${naceSaid(code, language)}</span></label>`,
    )}
  </fieldset>`
}

function boxes(
  name: string,
  labels: Readonly<Record<string, Readonly<Record<Language, string>>>>,
  typed: readonly string[],
  language: Language,
  labelledBy: string,
): Html {
  return html`<div class="boxes" role="group" aria-labelledby=${labelledBy}>
    ${Object.entries(labels).map(([value, label]) => box(name, value, label[language], typed.includes(value)))}
  </div>`
}

export function box(name: string, value: string, label: string, isTicked: boolean): Html {
  return html`<label class="choice"><input type="checkbox" name=${name} value=${value} checked=${isTicked} /> <span>${label}</span></label>`
}

function radios(
  name: string,
  choices: readonly { value: string; label: string }[],
  chosen: string,
  labelledBy: string,
): Html {
  return html`<div class="boxes" role="radiogroup" aria-labelledby=${labelledBy}>
    ${choices.map(
      ({ value, label }) =>
        html`<label class="choice"><input type="radio" name=${name} value=${value} checked=${value === chosen} /> <span>${label}</span></label>`,
    )}
  </div>`
}
