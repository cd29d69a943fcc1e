/** How many measures there are by everything that they can be found by, and what is missing. */

import { type Html, html } from '../../pages/html.ts'
import { bar } from '../../pages/parts/bars.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { coverageWords } from './coverage-words.ts'
import type { CoverageShown } from './find-coverage.ts'

export function coverageView(shown: CoverageShown, language: Language): Html {
  const words = coverageWords[language]
  const figure = (count: number): string => numberText(count, language)
  const { conditions, evaluated, points } = shown.conditions
  const rest = conditions - evaluated - points
  return html`<h1>${words.title}</h1>
    <p class="lead">${words.lead(figure(shown.total))}${shown.withdrawn === 0 ? null : ` ${words.withdrawn(figure(shown.withdrawn))}`}</p>
    ${shown.total === 0 ? notice('look', words.nothing, html`<p>${words.nothingWhy}</p>`) : null}
    <h2>${words.gaps}</h2>
    <ul>
      ${words.gapsSaid.map((gap) => html`<li>${gap}</li>`)}
      ${shown.total === 0 ? null : html`<li>${shown.unchecked === 0 ? words.allChecked : words.unchecked(figure(shown.unchecked), figure(shown.total))}</li>`}
      ${shown.unknown === 0 ? null : html`<li>${words.noDate(figure(shown.unknown))}</li>`}
    </ul>
    <h2>${words.conditions}</h2>
    <p>
      ${words.conditionsSaid({ conditions: figure(conditions), evaluated: figure(evaluated), points: figure(points), rest: figure(rest) })}
    </p>
    <div class="columns">${shown.groups.map((group) => groupView(group, language))}</div>`
}

function groupView({ name, figures }: CoverageShown['groups'][number], language: Language): Html {
  const words = coverageWords[language]
  const there = figures.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count)
  const missing = figures.filter(({ count }) => count === 0).map(({ label }) => label)
  const note = words.notes[name]
  const most = Math.max(1, ...there.map(({ count }) => count))
  return html`<section>
    <h2>${words.groups[name]}</h2>
    ${note === undefined ? null : html`<p class="soft small">${note}</p>`}
    ${
      there.length === 0
        ? null
        : table({
            caption: words.groups[name],
            columns: [{ heading: words.value }, { heading: words.measures, isFigure: true }],
            rows: there.map(({ label, count, address }) => [
              html`<a href=${address}>${label}</a>${bar(count / most)}`,
              numberText(count, language),
            ]),
          })
    }
    ${missing.length === 0 ? null : html`<p class="soft small">${words.none(missing.join(', '))}</p>`}
  </section>`
}
