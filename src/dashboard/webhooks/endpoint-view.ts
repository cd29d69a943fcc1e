/** One endpoint: how it does, what was sent to it, and what can be done with it. */
import { type Html, html } from '../../pages/html.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { formatInstant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import { eventTypeLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { errorClass } from '../../webhooks/deliveries/attempt-log.ts'
import type { shownDelivery } from '../../webhooks/deliveries/delivery.ts'
import { parseFilters } from '../../webhooks/filters.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { actButton, momentOf, panel } from '../frame/parts.ts'
import { endpointPath, hostOf, stateChip } from './endpoints-view.ts'
import { filtersSaid } from './filters-view.ts'
import { type WebhookWords, webhookWords } from './words.ts'

type ShownDelivery = ReturnType<typeof shownDelivery>

/** What was just done, as the address of the screen says it. */
export type Done =
  | { what: 'enabled' | 'pinged' | 'pings_full' | 'resent' }
  | { what: 'resent_all'; resent: number; left: number }
  | { what: 'refused'; why: keyof WebhookWords['refused'] }

export type EndpointShown = {
  language: Language
  webhook: Webhook
  deliveries: readonly ShownDelivery[]
  done: Done | null
}

export function endpointView(shown: EndpointShown): Html {
  const { language, webhook, deliveries, done } = shown
  const words = webhookWords[language]
  const path = endpointPath(webhook.id)
  const state = { active: webhook.active, consecutive_failures: webhook.consecutiveFailures }
  const failed = deliveries.filter(({ status }) => status === 'failed').length
  const lastSuccess = webhook.lastSuccessAt
  return html`${done === null ? null : doneView(done, language)}
    ${webhook.active ? null : notice('bad', words.offWhy, html`<p>${words.offNext}</p>${actButton(`${path}/enable`, words.enable)}`)}
    ${panel(
      words.health,
      html`${facts([
        {
          name: words.columns.state,
          value: stateChip(state, language),
          note: words.failuresInRow(numberText(webhook.consecutiveFailures, language)),
        },
        { name: words.address, value: html`<code>${webhook.url}</code>` },
        { name: words.columns.filters, value: filtersSaid(parseFilters(webhook.filters), language) },
        { name: words.created, value: momentOf(formatInstant(webhook.createdAt), language) },
        {
          name: words.lastSuccess,
          value: lastSuccess === null ? words.never : momentOf(formatInstant(lastSuccess), language),
        },
      ])}
        <div class="buttons">
          ${webhook.active ? actButton(`${path}/test`, words.ping) : null}
          <a class="outlined" href=${`${path}/rotate`}>${words.rotate}</a>
          <a class="plain" href=${`${path}/delete`}>${words.remove}</a>
        </div>`,
    )}
    ${panel(
      words.deliveries,
      deliveries.length === 0
        ? notice('calm', words.noDeliveries, html`<p>${words.noDeliveriesNext}</p>`)
        : html`<p class="soft">${words.deliveriesLead}</p>
            ${deliveriesTable(webhook.id, deliveries, language)}
            ${failed === 0 || !webhook.active ? null : html`<p>${words.resendAllWhy(failed)}</p>${actButton(`${path}/resend`, words.resendAll)}`}`,
    )}
    <p class="soft">${words.older} <a href="/docs/api">${words.feed}</a>.</p>`
}

function doneView(done: Done, language: Language): Html {
  const words = webhookWords[language]
  if (done.what === 'refused') return html`<div role="alert">${notice('look', words.refused[done.why], null)}</div>`
  if (done.what === 'pings_full') return html`<div role="alert">${notice('look', words.pingsFull, null)}</div>`
  const said = {
    enabled: words.enabled,
    pinged: words.pinged,
    resent: words.resentNow,
    resent_all:
      done.what === 'resent_all'
        ? words.resentAll(numberText(done.resent, language), numberText(done.left, language))
        : '',
  }[done.what]
  return html`<div role="status">${notice('calm', said, null)}</div>`
}

const tones: Record<ShownDelivery['status'], Tone> = { delivered: 'likely', pending: 'possibly', failed: 'bad' }

export function deliveryChip(status: ShownDelivery['status'], language: Language): Html {
  return chip(tones[status], webhookWords[language].states[status])
}

/** How the receiver answered, or why it did not. */
export function answerSaid(
  { last_status: status, last_error: error }: Pick<ShownDelivery, 'last_status' | 'last_error'>,
  language: Language,
): string {
  const words = webhookWords[language]
  const said = error === null ? null : (words.errors[errorClass(error)] ?? errorClass(error))
  return [status === null ? null : String(status), said].filter((part) => part !== null).join(' · ')
}

function deliveriesTable(webhookId: string, deliveries: readonly ShownDelivery[], language: Language): Html {
  const words = webhookWords[language]
  return table({
    caption: words.deliveries,
    columns: [
      { heading: words.event },
      { heading: words.state },
      { heading: words.attempts, isFigure: true },
      { heading: words.answer },
      { heading: words.queued },
      { heading: words.next },
    ],
    rows: deliveries.map((delivery) => [
      html`<a href=${`${endpointPath(webhookId)}/deliveries/${delivery.id}`}>${eventTypeLabels[delivery.event_type][language]}</a>`,
      deliveryChip(delivery.status, language),
      numberText(delivery.attempts, language),
      answerSaid(delivery, language),
      momentOf(delivery.created_at, language),
      delivery.next_attempt_at === null ? '' : momentOf(delivery.next_attempt_at, language),
    ]),
  })
}

/** What another secret means, before it is made. */
export function rotateView(webhook: Webhook, pending: number, language: Language): Html {
  const words = webhookWords[language]
  const path = endpointPath(webhook.id)
  return panel(
    null,
    html`<p>${words.rotateWhy}</p>
      ${pending === 0 ? null : html`<p>${words.rotatePending(numberText(pending, language))}</p>`}
      <p>${words.rotateBoth}</p>
      <form method="post" action=${`${path}/rotate`}>
        <div class="buttons">
          <button class="outlined destructive" type="submit">${words.rotateNow}</button>
          <a class="plain" href=${path}>${words.keep}</a>
        </div>
      </form>`,
  )
}

export function removeView(webhook: Webhook, isWrong: boolean, language: Language): Html {
  const words = webhookWords[language]
  const path = endpointPath(webhook.id)
  return panel(
    null,
    html`<p>${words.removeWhy}</p>
      <form method="post" action=${`${path}/delete`}>
        <div class="field">
          <label for="typed">${words.typeHost(hostOf(webhook.url))}</label>
          <input id="typed" name="typed" type="text" autocomplete="off" required aria-invalid=${isWrong ? 'true' : null} aria-describedby=${isWrong ? 'typed-fault' : null} />
          ${isWrong ? html`<p class="fault" id="typed-fault" role="alert">${words.typed}</p>` : null}
        </div>
        <div class="buttons">
          <button class="outlined destructive" type="submit">${words.removeNow}</button>
          <a class="plain" href=${path}>${words.keep}</a>
        </div>
      </form>`,
  )
}
