/** One delivery: how it stands, each attempt, what was sent, and the same as a command for one's own machine. */
import { type Html, html } from '../../pages/html.ts'
import { facts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import { eventTypeLabels } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { WholeDelivery } from '../../webhooks/deliveries/show-delivery.ts'
import { actButton, code, momentOf, panel } from '../frame/parts.ts'
import { answerSaid, deliveryChip } from './endpoint-view.ts'
import { endpointPath } from './endpoints-view.ts'
import { webhookWords } from './words.ts'

export type DeliveryShown = {
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
