/**
 * Asks the National Bank's central balance sheet office (product "Authentic Query") for the last filed accounts of a company. What
 * goes out is the number of the company, and the key. What comes back names persons: it is read for the figures and let go of, and no
 * text of an answer gets into an error or a log. Calls:
 *
 *     GET /authentic/legalEntity/{number}/references          list of filings; 404: there is none
 *     GET /authentic/deposit/{reference}/accountingData       one filing; 404: it has no JSON (a PDF, or one of before April 2022)
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Observer, secondsSince } from '../../platform/observer.ts'
import { type OutboundAnswer, OutboundFailure, type OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Day } from '../../values/brussels.ts'
import type { CallPace } from './call-pace.ts'
import { type FiledFigures, readFigures } from './filing-figures.ts'
import { type Filing, filingsToRead, readFilingList } from './filing-list.ts'

export type OfficeMeans = {
  fetch: OutboundFetch
  observer: Observer
  pace: CallPace
  /** The subscription key, and the origin of the service. */
  key: string
  url: string
  /** How long one call may last; only tests name another. */
  callMs?: number
}

/**
 * `key`: the office does not take ours. `too_fast`: it asks us to wait. `unavailable`: it gave no whole answer, or failed. `unreadable`:
 * its answer has a form that we do not know. `refused`: another status.
 */
export type OfficeFaultKind = 'key' | 'too_fast' | 'unavailable' | 'unreadable' | 'refused'

/** The office gave no answer that says something of the company. */
export class OfficeFault extends Error {
  readonly kind: OfficeFaultKind
  /** What the office asks to wait, in milliseconds; null when it asks nothing. */
  readonly retryAfterMs: number | null

  constructor(kind: OfficeFaultKind, retryAfterMs: number | null = null) {
    super(`the central balance sheet office gave no help: ${kind}`)
    this.name = 'OfficeFault'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** One try a call, because the queue tries again; a redirect leads nowhere. The longest filings are some 300 kB. */
const callLimits = { attemptsMax: 1, bodyBytesMax: 2_000_000, redirectsMax: 0 }
const callMsDefault = 10_000
/** An office that is asked too fast answers an empty list too, so one is asked for again after this, once. */
const emptyListAgainMs = 500

type Call = { name: 'filings' | 'filing'; path: string; accept: string }
const jsonForm = 'application/json'
const filingForm = 'application/x.jsonxbrl'
const tooManyRequests = 429

/**
 * The figures of the last filing of company `number` (ten digits) that can be read on that day; null when it has none. Throws an
 * `OfficeFault`, `CallsPaused`, and an error when the signal aborts.
 */
export async function lastFiledFigures(
  means: OfficeMeans,
  number: string,
  today: Day,
  signal: AbortSignal,
): Promise<FiledFigures | null> {
  for (const filing of filingsToRead(await filingsOf(means, number, signal), today)) {
    const path = `/authentic/deposit/${filing.reference}/accountingData`
    const answer = await call(means, { name: 'filing', path, accept: filingForm }, signal, (body) =>
      readFigures(body, filing),
    )
    if (answer !== null) return answer
  }
  return null
}

async function filingsOf(means: OfficeMeans, number: string, signal: AbortSignal): Promise<Filing[]> {
  const path = `/authentic/legalEntity/${number}/references`
  const ask = async (): Promise<Filing[] | null> =>
    call(means, { name: 'filings', path, accept: jsonForm }, signal, (body) => readFilingList(body, number))
  const filings = await ask()
  if (filings === null || filings.length > 0) return filings ?? []
  await wait(emptyListAgainMs, undefined, { signal })
  return (await ask()) ?? []
}

/** What `read` makes of the answer; null when the office has nothing there. */
async function call<Read>(
  means: OfficeMeans,
  { name, path, accept }: Call,
  signal: AbortSignal,
  read: (body: unknown) => Read | null,
): Promise<Read | null> {
  await means.pace.turn(signal)
  const startedMs = performance.now()
  const tell = (outcome: 'answered' | 'missing' | OfficeFaultKind, fault?: unknown): void =>
    means.observer.tell({
      name: 'accounts_call',
      labels: { call: name, outcome },
      seconds: secondsSince(startedMs),
      fault,
    })
  const failed = (kind: OfficeFaultKind, retryAfterMs: number | null = null, fault?: unknown): OfficeFault => {
    tell(kind, fault)
    return new OfficeFault(kind, retryAfterMs)
  }
  let answer: OutboundAnswer
  try {
    answer = await means.fetch({
      method: 'GET',
      url: `${means.url}${path}`,
      // The path has the number of a company, which is in no log.
      toldAs: `${means.url} (${name})`,
      headers: { accept, 'nbb-cbso-subscription-key': means.key, 'x-request-id': randomUUID() },
      limits: { ...callLimits, exchangeTimeoutMs: means.callMs ?? callMsDefault },
      signal,
    })
  } catch (fault) {
    signal.throwIfAborted()
    if (!(fault instanceof OutboundFailure)) throw fault
    const kind = fault.status === tooManyRequests ? 'too_fast' : 'unavailable'
    throw failed(kind, fault.retryAfterMs, fault)
  }
  const { status } = answer
  if (status === 404) {
    tell('missing')
    return null
  }
  if (status === 401 || status === 403) throw failed('key')
  if (status !== 200) throw failed('refused')
  const found = read(parsed(answer.body))
  if (found === null) throw failed('unreadable')
  tell('answered')
  return found
}

/** Undefined when it is no JSON; why is not told, because the parser's message repeats what it read. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
