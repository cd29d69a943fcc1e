/** Endpoints as a table, the form that adds one, and the one sight of a secret. */
import { plans } from '../../accounts/plans.ts'
import { type Html, html } from '../../pages/html.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import type { Language, PlanId } from '../../values/vocabularies.ts'
import type { FilterPreview } from '../../webhooks/fan-out/preview-filters.ts'
import { momentOf, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import type { ShownWebhook } from '../webhooks-here.ts'
import { type ChosenFilters, type FilterChoices, filterFields, filtersSaid } from './filters-view.ts'
import { webhookWords } from './words.ts'

export const newPath = `${places.webhooks}/new`

export function endpointPath(id: string): string {
  return `${places.webhooks}/${id}`
}

export function hostOf(url: string): string {
  return new URL(url).host
}

type EndpointState = Pick<ShownWebhook, 'active' | 'consecutive_failures'>

export function stateChip({ active, consecutive_failures: failures }: EndpointState, language: Language): Html {
  const words = webhookWords[language]
  if (!active) return chip('bad', words.off)
  return failures === 0 ? chip('likely', words.on) : chip('look', words.failing)
}

export type EndpointsShown = { language: Language; plan: PlanId; webhooks: readonly ShownWebhook[]; isRemoved: boolean }

export function endpointsView({ language, plan, webhooks, isRemoved }: EndpointsShown): Html {
  const words = webhookWords[language]
  const allowed = plans[plan].webhookEndpoints
  const isFull = webhooks.length >= allowed
  return html`<p class="lead">${words.lead}</p>
    ${isRemoved ? html`<div role="status">${notice('calm', words.removed, null)}</div>` : null}
    ${panel(
      null,
      webhooks.length === 0
        ? notice('calm', words.none, html`<p>${words.noneNext}</p>`)
        : html`${endpointsTable(webhooks, language)}<p class="soft">${words.held(numberText(webhooks.length, language), numberText(allowed, language))}</p>`,
    )}
    ${isFull ? notice('look', words.full, html`<p><a href=${places.billing}>→</a></p>`) : html`<p><a class="filled" href=${newPath}>${words.make}</a></p>`}`
}

function endpointsTable(webhooks: readonly ShownWebhook[], language: Language): Html {
  const words = webhookWords[language]
  const { host, state, failures, success, filters } = words.columns
  return table({
    caption: words.table,
    columns: [
      { heading: host },
      { heading: state },
      { heading: failures, isFigure: true },
      { heading: success },
      { heading: filters },
    ],
    rows: webhooks.map((webhook) => [
      html`<a href=${endpointPath(webhook.id)}>${hostOf(webhook.url)}</a>`,
      stateChip(webhook, language),
      numberText(webhook.consecutive_failures, language),
      webhook.last_success_at === null
        ? html`<span class="soft">${words.never}</span>`
        : momentOf(webhook.last_success_at, language),
      filtersSaid(webhook.filters, language),
    ]),
  })
}

export type NewEndpoint = {
  language: Language
  url: string
  chosen: ChosenFilters
  choices: FilterChoices
  /** What was wrong with it: a sentence of ours, and what the API says. */
  fault: { of: 'url' | 'filters' | 'full'; message: string } | null
  preview: FilterPreview | null
}

export function newEndpointView({ language, url, chosen, choices, fault, preview }: NewEndpoint): Html {
  const words = webhookWords[language]
  const isUrl = fault?.of === 'url'
  const said = fault === null ? null : { url: words.urlFault, filters: words.filterFault, full: words.full }[fault.of]
  return html`${fault === null || said === null ? null : html`<div role="alert">${notice('bad', said, html`<p lang="en">${fault.message}</p>`)}</div>`}
    ${preview === null ? null : previewView(preview, language)}
    <form method="post" action=${newPath}>
      ${panel(
        null,
        html`<div class="field">
            <label for="url">${words.url}</label>
            <p class="hint" id="url-hint">${words.urlHint}</p>
            <input id="url" name="url" type="text" inputmode="url" autocomplete="off" spellcheck="false" value=${url} aria-describedby="url-hint" aria-invalid=${isUrl ? 'true' : null} />
          </div>
          <p>${words.makeLead}</p>
          ${filterFields(chosen, choices, language)}`,
      )}
      <div class="buttons">
        <button class="filled" name="do" value="create">${words.create}</button>
        <button class="outlined" name="do" value="preview">${words.try}</button>
      </div>
    </form>`
}

function previewView({ matched, days, complete, examples }: FilterPreview, language: Language): Html {
  const words = webhookWords[language]
  return html`<div role="status">
    ${panel(
      words.matched(numberText(matched, language), days),
      html`${complete ? null : html`<p>${words.incomplete}</p>`}
        ${
          examples.length === 0
            ? null
            : html`<p>${words.examples}</p><ul>${examples.map((event) => html`<li>${momentOf(event.created_at, language)} · <code>${event.event}</code> · ${event.data.id}</li>`)}</ul>`
        }`,
    )}
  </div>`
}

/** The one sight of a secret, new or rotated. */
export function secretView(webhook: ShownWebhook, title: string | null, language: Language): Html {
  const words = webhookWords[language]
  return html`<div class="made">
    ${panel(
      title,
      html`<p>${words.secretOnce} ${words.secretUse}</p>
        <p class="secret">
          <code id="new-key" tabindex="0">${webhook.secret}</code>
          <button class="outlined copy-key" type="button" data-copied=${words.copied} data-failed=${words.copyFailed} hidden>${words.copy}</button>
          <span class="soft" role="status"></span>
        </p>`,
    )}
    <p><a class="filled" href=${endpointPath(webhook.id)}>${words.toEndpoint}</a></p>
  </div>`
}
