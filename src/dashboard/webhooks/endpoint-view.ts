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
import type { WholeDelivery } from '../../webhooks/deliveries/show-delivery.ts'
import { parseFilters } from '../../webhooks/filters.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { actButton, code, momentOf, panel } from '../frame/parts.ts'
import { endpointPath, hostOf, stateChip } from './endpoints-view.ts'
import { filtersSaid } from './filters-view.ts'
import { type WebhookWords, webhookWords } from './words.ts'

type DeliveryShown = {
  language: Language
  webhookId: string
  isActive: boolean
  delivery: WholeDelivery
  /** Over the body, as of now; null: it has none, or the secret cannot be opened. */
  signature: string | null
}

/** Bytes of a body that a command takes: systems bound the length of an argument. */
const commandBytesMax = 100_000

export function deliveryView({ language, webhookId, isActive, delivery, signature }: DeliveryShown): Html {
  const words = webhookWords[language]
  const path = endpointPath(webhookId)
  const link = (id: string): Html => html`<a href=${`${path}/deliveries/${id}`}>${id}</a>`
  const { resend_of: resendOf, resent_as: resentAs } = delivery
  const answer = answerSaid(delivery, language)
  return html`${panel(
    null,
    html`${facts([
      {
        name: words.event,
        value: eventTypeLabels[delivery.event_type][language],
        note: html`<code>${delivery.event_id}</code>`,
      },
      { name: words.state, value: deliveryChip(delivery.status, language) },
      { name: words.attempts, value: numberText(delivery.attempts, language) },
      ...(answer === '' ? [] : [{ name: words.answer, value: answer }]),
      { name: words.queued, value: momentOf(delivery.created_at, language) },
      ...(delivery.next_attempt_at === null
        ? []
        : [{ name: words.next, value: momentOf(delivery.next_attempt_at, language) }]),
      ...(resendOf === null ? [] : [{ name: words.resendOf, value: link(resendOf) }]),
      ...(resentAs === null ? [] : [{ name: words.resentAs, value: link(resentAs) }]),
    ])}
      ${delivery.last_error === null ? null : code(delivery.last_error, words.answer)}
      ${delivery.status === 'failed' && resentAs === null && isActive ? actButton(`${path}/deliveries/${delivery.id}/resend`, words.resend) : null}`,
  )}
    ${panel(words.attemptsTitle, attemptsView(delivery, language))}
    ${panel(
      words.headers,
      html`${code(
        Object.entries(delivery.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
        words.headers,
      )}<p class="soft">${words.noSignature}</p>`,
    )}
    ${panel(words.body, delivery.body === null ? html`<p class="soft">${words.noBody}</p>` : code(delivery.body, words.body))}
    ${delivery.body === null || signature === null ? null : panel(words.curl, commandView(delivery, delivery.body, signature, language))}
    <p><a href=${path}>${words.back}</a></p>`
}

function attemptsView({ log, attempts, status }: WholeDelivery, language: Language): Html {
  const words = webhookWords[language]
  // One that is under way has not ended: it is no lost one.
  const lost = attempts - log.length - (status === 'pending' && attempts > log.length ? 1 : 0)
  return html`${
    log.length === 0
      ? html`<p class="soft">${words.noAttempt}</p>`
      : table({
          caption: words.attemptsTitle,
          columns: [
            { heading: words.attempt },
            { heading: words.began },
            { heading: words.took, isFigure: true },
            { heading: words.outcome },
          ],
          rows: log.map(({ attempt, at, duration_ms: took, status: answered, error }) => [
            numberText(attempt, language),
            momentOf(at, language),
            `${numberText(took, language)}\u00a0ms`,
            answerSaid({ last_status: answered, last_error: error }, language),
          ]),
        })
  }
  ${lost <= 0 ? null : html`<p class="soft">${words.lostAttempts(lost)}</p>`}`
}

function commandView({ headers }: WholeDelivery, body: string, signature: string, language: Language): Html {
  const words = webhookWords[language]
  if (Buffer.byteLength(body) > commandBytesMax) return notice('calm', words.curlLong, null)
  const all = { ...headers, 'Service-Signature': signature }
  const lines = Object.entries(all).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`)
  const text = ['curl -sS -X POST http://localhost:3000/webhooks \\', ...lines, `  --data-binary ${quoted(body)}`].join(
    '\n',
  )
  return html`<p>${words.curlWhy}</p>${code(text, words.curl)}`
}

/** As one argument of a shell, whatever stands in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

type ShownDelivery = ReturnType<typeof shownDelivery>

/** What was just done, as the address of the screen says it. */
export type Done =
  | { what: 'enabled' | 'pinged' | 'pings_full' | 'resent' }
  | { what: 'resent_all'; resent: number; left: number }
  | { what: 'refused'; why: keyof WebhookWords['refused'] }

type EndpointShown = {
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

function deliveryChip(status: ShownDelivery['status'], language: Language): Html {
  return chip(tones[status], webhookWords[language].states[status])
}

/** How the receiver answered, or why it did not. */
function answerSaid(
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
