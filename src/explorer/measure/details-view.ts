/** What else is known of a measure, by code and name. */
import type { Subsidy } from '../../measures/record/record-schema.ts'
import { type Html, html } from '../../pages/html.ts'
import { type Fact, facts } from '../../pages/parts/facts.ts'
import { legalForm } from '../../reference/legal-forms.ts'
import { naceLabel } from '../../reference/nace.ts'
import { costTypeLabels, provinceLabels, stateAidRegimeLabels, topicLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { measureWords } from './words.ts'

/** Codes that are written out; of a longer list the rest is counted. */
const codesMost = 24

export function detailsView(measure: Subsidy, language: Language): Html | null {
  const words = measureWords[language]
  const { nace, legal_forms: legalForms, state_aid: stateAid, programme } = measure
  const rows: Fact[] = [
    listed(
      words.topics,
      measure.topics.map((topic) => topicLabels[topic][language]),
    ),
    listed(
      words.provinces,
      measure.provinces.map((province) => provinceLabels[province][language]),
    ),
    listed(
      words.costTypes,
      measure.cost_types.map((type) => costTypeLabels[type][language]),
    ),
    listed(
      words.legalForms,
      legalForms.map((form) => legalForm(form)?.name[language] ?? form),
    ),
    listed(
      naceName(words.sectors, nace.version),
      nace.include.map((code) => activity(code, nace.version, language)),
    ),
    listed(
      naceName(words.sectorsOut, nace.version),
      nace.exclude.map((code) => activity(code, nace.version, language)),
    ),
    stateAid === null ? null : { name: words.stateAid, value: stateAidRegimeLabels[stateAid.regime][language] },
    programme === null ? null : { name: words.programme, value: programme },
  ].filter((row) => row !== null)
  if (rows.length === 0) return null
  return html`<h2>${words.details}</h2>
    ${facts(rows)}`
}

function listed(name: string, values: readonly string[]): Fact | null {
  if (values.length === 0) return null
  const rest = values.length - codesMost
  return { name, value: `${values.slice(0, codesMost).join(' · ')}${rest > 0 ? ` … (+${rest})` : ''}` }
}

function naceName(name: string, version: 2008 | 2025 | null): string {
  return version === null ? name : `${name.replace(')', '')} ${version})`
}

/** As people write a code, with what it is called: `62.010 Computer programming activities`. */
function activity(code: string, version: 2008 | 2025 | null, language: Language): string {
  const written = code.length > 2 ? `${code.slice(0, 2)}.${code.slice(2)}` : code
  const label = naceLabel(code, version ?? 2025, language) ?? naceLabel(code, 2008, language)
  return label === null ? written : `${written} ${label}`
}
