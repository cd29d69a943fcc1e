/** The letters about an endpoint that fails, and about one that was switched off. */
import type { Letter } from '../../mail/letter/letter.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { eventTypeLabels } from '../../values/labels.ts'
import { eventTypes, type Language } from '../../values/vocabularies.ts'
import { failuresMax } from '../retry.ts'
import { webhookById } from '../webhook-store.ts'
import { endpointWords } from './endpoint-words.ts'

export const endpointMailKind: MailKind = {
  compose: async ({ database, account, parameters, baseUrl }) => {
    const { webhook, host, failures, event, status, error } = parameters
    // Of an endpoint that was taken away meanwhile there is nothing to say.
    if ((await webhookById(database, account.id, String(webhook))) === null) return null
    const letter = endpointLetter({
      ...{ language: account.language, baseUrl, webhookId: String(webhook), host: String(host) },
      ...{ failures: Number(failures), event: String(event), error: String(error) },
      status: typeof status === 'number' ? status : null,
    })
    return { letter }
  },
}

type EndpointParts = {
  language: Language
  baseUrl: string
  webhookId: string
  host: string
  failures: number
  event: string
  status: number | null
  error: string
}

export function endpointLetter(parts: EndpointParts): Letter {
  const { language, baseUrl, webhookId, host, failures, event } = parts
  const words = endpointWords[language]
  const isOff = failures >= failuresMax
  const subject = isOff ? words.off(host) : words.failing(host, failures)
  const advice = isOff ? words.whenOff : [words.whenFailing(failuresMax - failures)]
  return {
    language,
    subject,
    heading: subject,
    parts: [
      { kind: 'paragraph', text: isOff ? words.isOff(failuresMax) : words.isFailing },
      {
        kind: 'facts',
        rows: [
          { name: words.host, value: host },
          { name: words.endpoint, value: webhookId },
          { name: words.event, value: eventSaid(event, language) },
          { name: words.lastError, value: errorSaid(parts) },
        ],
      },
      ...advice.map((text) => ({ kind: 'paragraph' as const, text })),
      { kind: 'button', text: words.see, href: `${baseUrl}/dashboard/webhooks/${webhookId}` },
    ],
    why: words.why,
    stop: null,
  }
}

/** What people call the event, and programs. */
function eventSaid(event: string, language: Language): string {
  const type = eventTypes.find((one) => one === event)
  return type === undefined ? event : `${eventTypeLabels[type][language]} (${event})`
}

/** `error` is a word of ours, and behind a colon what the receiver answered. */
function errorSaid({ language, status, error }: EndpointParts): string {
  const [word = '', ...said] = error.split(': ')
  const { errors } = endpointWords[language]
  const what = Object.hasOwn(errors, word) ? errors[word as keyof typeof errors] : word
  const answered = status === null ? what : `${what} (${status})`
  return said.length === 0 ? answered : `${answered}: ${said.join(': ')}`
}
