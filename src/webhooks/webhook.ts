/** An endpoint that a customer names, its bounds, and how it is shown. */
import { formatInstant, type Instant } from '../values/brussels.ts'

export const webhookBounds = {
  /** Endpoints a page, where none is asked for. */
  limitDefault: 50,
  /** Deliveries that are listed: the newest. */
  listedMax: 50,
  /** Pings of one endpoint that wait to be sent. */
  pendingPingsMax: 10,
} as const

export type Webhook = {
  id: string
  accountId: string
  url: string
  /** As `filtersText` writes them. */
  filters: string
  /** As the secret box sealed it. */
  secret: string
  active: boolean
  createdAt: Instant
  lastSuccessAt: Instant | null
  consecutiveFailures: number
  /** The end of the gap in which nothing but pings is sent; 0: there is none. */
  heldUntil: Instant
}

type Shown = Omit<Webhook, 'accountId' | 'secret' | 'heldUntil'>

/** The endpoint as it is answered, as JSON: its filters stand in it as they are kept. `secret` is given where it is new. */
export function webhookText(webhook: Shown, secret: string | null = null): string {
  const { id, url, filters, active, createdAt, lastSuccessAt, consecutiveFailures } = webhook
  const times = `"created_at":"${formatInstant(createdAt)}","last_success_at":${instantText(lastSuccessAt)}`
  return (
    `{"id":"${id}","url":${JSON.stringify(url)},"filters":${filters},"active":${active},${times},` +
    `"consecutive_failures":${consecutiveFailures}${secret === null ? '' : `,"secret":"${secret}"`}}`
  )
}

function instantText(instant: Instant | null): string {
  return instant === null ? 'null' : `"${formatInstant(instant)}"`
}

/** As it was when it was made: what is fixed then, and nothing that happened since. */
export function asMade({ id, url, filters, createdAt }: Shown): Shown {
  return { id, url, filters, active: true, createdAt, lastSuccessAt: null, consecutiveFailures: 0 }
}
