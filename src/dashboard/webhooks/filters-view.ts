/** Filters of an endpoint: the form that chooses them, and how they are said. */
import { type Html, html } from '../../pages/html.ts'
import { eventTypeLabels, regionLabels, topicLabels } from '../../values/labels.ts'
import { eventTypes, type Language, regions, topics } from '../../values/vocabularies.ts'
import type { FilterName, Filters } from '../../webhooks/filters.ts'
import { webhookWords } from './words.ts'

/** As they were chosen in a form; of measures the text that was typed. */
export type ChosenFilters = Readonly<Record<FilterName, readonly string[]>>

const filterNames = ['event_types', 'sources', 'regions', 'topics', 'subsidy_ids', 'watchlists'] as const

type Option = { value: string; label: string }

export type FilterChoices = { sources: readonly Option[]; watchlists: readonly Option[] }

/** Types of events that can be chosen: a ping comes whatever is chosen. */
const chosenTypes = eventTypes.filter((type) => type !== 'ping')

export function filterFields(chosen: ChosenFilters, choices: FilterChoices, language: Language): Html {
  const options: Record<Exclude<FilterName, 'subsidy_ids'>, readonly Option[]> = {
    event_types: chosenTypes.map((value) => ({ value, label: eventTypeLabels[value][language] })),
    sources: choices.sources,
    regions: regions.map((value) => ({ value, label: regionLabels[value][language] })),
    topics: topics.map((value) => ({ value, label: topicLabels[value][language] })),
    watchlists: choices.watchlists,
  }
  const words = webhookWords[language]
  return html`${filterNames.map((name) => {
    const count = chosen[name].length
    const body =
      name === 'subsidy_ids'
        ? idsField(chosen.subsidy_ids, language)
        : boxes(name, options[name], chosen[name], language)
    return html`<details class="field" open=${count > 0}>
      <summary>${words.filters[name]} <span class="soft">${count === 0 ? words.noChoice : `(${count})`}</span></summary>
      <p class="hint" id=${`${name}-hint`}>${words.filterHints[name]}</p>
      ${body}
    </details>`
  })}`
}

function boxes(name: FilterName, options: readonly Option[], chosen: readonly string[], language: Language): Html {
  const words = webhookWords[language]
  if (options.length === 0) return html`<p class="soft">${words.noLists}</p>`
  return html`<fieldset aria-describedby=${`${name}-hint`}>
    <legend class="unseen">${words.filters[name]}</legend>
    <div class="boxes wide">
      ${options.map(
        ({ value, label }) =>
          html`<label class="box"><input type="checkbox" name=${name} value=${value} checked=${chosen.includes(value)} /> ${label}</label>`,
      )}
    </div>
  </fieldset>`
}

function idsField(typed: readonly string[], language: Language): Html {
  const words = webhookWords[language]
  return html`<div>
    <label class="unseen" for="subsidy_ids">${words.filters.subsidy_ids}</label>
    <textarea id="subsidy_ids" name="subsidy_ids" rows="3" spellcheck="false" aria-describedby="subsidy_ids-hint">${typed.join('\n')}</textarea>
  </div>`
}

/** What an endpoint gets, in a few words: values by name, longer lists by how many. */
export function filtersSaid(filters: Filters, language: Language): string {
  const words = webhookWords[language]
  const namedMax = 3
  const label = (name: FilterName, value: string): string => {
    if (name === 'event_types') return eventTypeLabels[value as keyof typeof eventTypeLabels]?.[language] ?? value
    if (name === 'regions') return regionLabels[value as keyof typeof regionLabels]?.[language] ?? value
    return name === 'topics' ? (topicLabels[value as keyof typeof topicLabels]?.[language] ?? value) : value
  }
  const said = filterNames
    .filter((name) => filters[name].length > 0)
    .map((name) => {
      const values = filters[name]
      const first = values.slice(0, namedMax).map((value) => label(name, value))
      const rest = values.length - first.length
      return `${words.filters[name]}: ${first.join(', ')}${rest === 0 ? '' : ` +${rest}`}`
    })
  return said.length === 0 ? words.everything : said.join(' · ')
}
