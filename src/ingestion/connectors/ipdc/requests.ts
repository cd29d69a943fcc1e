/**
 * Requests to the Flemish catalogue, for its stream and its collection alike: the key, the limits, and answers that are
 * JSON of the form asked for. A 429 is waited out by the client as long as the catalogue asks within `waitMaxMs`; asked
 * for longer, the reading ends and says so, and the stream's next reading goes on where this one stopped.
 */
import { type OutboundAnswer, OutboundFailure, type OutboundFetch } from '../../../platform/outbound/outbound.ts'
import { ConnectorFailure, stopWhenAborted } from '../connector.ts'

export type CatalogueAccess = {
  origin: string
  /** Sent as `x-api-key`, and nowhere else; null: none. */
  apiKey: string | null
  fetch: OutboundFetch
  timeoutMs: number
  signal: AbortSignal
}

/** Below the five minutes after which a run without progress fails. */
const waitMaxMs = 240_000

/** An answer and what its JSON was read as; `page` is null for 304 and 404. */
export type CataloguePage<Page> = { answer: OutboundAnswer; page: Page | null }

/**
 * Asks for a page that `read` understands; what it does not (a maintenance page with status 200, say) is tried again.
 * `found` false: the catalogue has no such page.
 */
export async function askCatalogue<Page>(
  access: CatalogueAccess,
  address: string,
  read: (json: unknown) => Page | null,
  headers: Record<string, string> = {},
): Promise<CataloguePage<Page>> {
  stopWhenAborted(access.signal)
  let page: Page | null = null
  try {
    const answer = await access.fetch({
      method: 'GET',
      url: address,
      headers: {
        accept: 'application/ld+json',
        ...(access.apiKey === null ? {} : { 'x-api-key': access.apiKey }),
        ...headers,
      },
      signal: access.signal,
      limits: { exchangeTimeoutMs: access.timeoutMs, retryAfterMaxMs: waitMaxMs },
      fault(given) {
        page = read(jsonOf(given.body))
        return page === null ? 'the answer is no page of the catalogue' : null
      },
    })
    if (page === null && answer.status !== 304 && answer.status !== 404) throw refusalOf(answer, access)
    return { answer, page }
  } catch (error) {
    stopWhenAborted(access.signal)
    if (error instanceof OutboundFailure) throw new ConnectorFailure(error.message, { cause: error })
    throw error
  }
}

function refusalOf({ status }: OutboundAnswer, { apiKey }: CatalogueAccess): ConnectorFailure {
  if (status !== 401 && status !== 403) return new ConnectorFailure(`the catalogue answered ${status}`)
  return new ConnectorFailure(
    apiKey === null
      ? `the catalogue answered ${status}: it wants an API key (settings.api_key_file)`
      : `the catalogue answered ${status}: it does not accept the API key`,
  )
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
