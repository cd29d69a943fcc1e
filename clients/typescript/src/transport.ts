/** Between the methods and the wire: what is kept of the last answer, and what an answer without a body means. */
import { type Answer, exchange, exchangeJson } from './exchange.ts'
import { type Quota, quotaIn } from './quota.ts'
import { type Call, type CallOptions, type PreparedRequest, requestOf } from './request.ts'
import type { Settings } from './settings.ts'

export class Transport {
  readonly #settings: Settings
  #quota: Quota | null = null
  #requestId: string | null = null

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Of the newest answer that said it. */
  get quota(): Quota | null {
    return this.#quota
  }

  /** Of the newest answer. */
  get requestId(): string | null {
    return this.#requestId
  }

  /** The body of the answer; null where what the caller holds is current. */
  async json<Result>(call: Call): Promise<Result> {
    const request = requestOf(this.#settings, call)
    const { body } = await exchangeJson(this.#settings, request, this.#observer(call.parameters), wordOfDeletion(call))
    // The document says what is answered, and tests hold the service to it.
    return body as Result
  }

  /** An answer to be read line by line; null where what the caller holds is current. */
  async lines(call: Call): Promise<{ answer: Answer | null; request: PreparedRequest }> {
    const request = requestOf(this.#settings, { ...call, accept: 'application/x-ndjson' })
    const answer = await exchange(this.#settings, request, this.#observer(call.parameters))
    if (answer.status !== 304) return { answer, request }
    answer.leave()
    return { answer: null, request }
  }

  #observer({ onAnswer }: CallOptions): (status: number, headers: Headers) => void {
    return (status, headers) => {
      this.#quota = quotaIn(headers) ?? this.#quota
      this.#requestId = headers.get('X-Request-Id')
      this.#settings.onAnswer?.({ status, headers })
      onAnswer?.({ status, headers })
    }
  }
}

/** What a deletion answers that had been done by an earlier attempt, whose answer was lost. */
function wordOfDeletion({ operation, path }: Call): ((requestId: string | null) => unknown) | null {
  const [id, reference] = path
  const isCompany = operation === 'deleteWatchedCompany'
  if (operation !== 'deleteWatchlist' && operation !== 'deleteWebhook' && !isCompany) return null
  return (requestId) => ({
    data: isCompany ? { reference, deleted: true } : { id, deleted: true },
    meta: { request_id: requestId, warnings: [] },
  })
}
