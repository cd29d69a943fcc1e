/** How the service is at this moment, and what that does not tell. */
import type { Health } from '../../health/health.ts'
import { type Html, html } from '../../pages/html.ts'
import { chip } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { momentText, numberText } from '../../values/figures.ts'
import type { Language, SourceFreshness } from '../../values/vocabularies.ts'
import { freshnessChip, sourceAddress } from './sources-view.ts'
import { statusWords } from './status-words.ts'

export type StatusShown = {
  health: Health
  sources: readonly { id: string; name: string; freshness: SourceFreshness }[]
  /** Null before the first was read. */
  catalogue: { measures: number; at: Instant } | null
  now: Instant
}

export function statusView({ health, sources, catalogue, now }: StatusShown, language: Language): Html {
  const words = statusWords[language]
  const isStoreFine = health.database === 'ok'
  const notFresh = sources.filter(({ freshness }) => freshness !== 'fresh')
  const isFine = isStoreFine && catalogue !== null && notFresh.length === 0
  const moment = (at: Instant) => momentText(formatInstant(at), language)
  const figure = (count: number) => numberText(count, language)
  const freshSaid =
    notFresh.length === 0
      ? words.allFresh(figure(sources.length))
      : words.someFresh(figure(sources.length - notFresh.length), figure(sources.length))
  return html`<h1>${words.title}</h1>
    <p>${isFine ? chip('likely', words.fine) : chip('look', words.degraded)}</p>
    ${isFine ? null : html`<p>${words.degradedWhy}</p>`}
    <div class="columns">${facts([
      {
        name: words.store,
        value: isStoreFine ? chip('likely', words.storeFine) : chip('bad', words.storeLost),
      },
      {
        name: words.catalogue,
        value:
          catalogue === null
            ? chip('look', words.catalogueMissing)
            : words.catalogueOf(figure(catalogue.measures), moment(catalogue.at)),
      },
      { name: words.sources, value: sources.length === 0 ? words.noSources : freshSaid },
      { name: words.version, value: html`<code>${health.version}</code>` },
      { name: words.looked, value: moment(now) },
    ])}</div>
    ${
      notFresh.length === 0
        ? null
        : html`<h2>${words.notFresh}</h2>
            <ul>
              ${notFresh.map(
                ({ id, name, freshness }) =>
                  html`<li><a href=${sourceAddress(language, id)}>${name}</a> ${freshnessChip(freshness, language)}</li>`,
              )}
            </ul>`
    }
    <h2>${words.known}</h2>
    <ul>
      ${words.knownSaid.map((one) => html`<li>${one}</li>`)}
    </ul>
    <p class="soft small">${words.machine} <a href="/v1/health"><code>/v1/health</code></a></p>`
}
