/**
 * What `webhooks listen` speaks with, on this machine: a service that answers as a test says, with a feed that a test writes,
 * and a receiver that keeps what it is sent.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Counts, listen } from '../../src/operator/listen/listen.ts'
import type { CommandFault } from '../../src/operator/output.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readFilters } from '../../src/webhooks/filters.ts'

export type Request = { method: string; path: string; headers: IncomingHttpHeaders; rawHeaders: string[]; body: string }
/** `cut`: the connection is ended without an answer; `silent`: nothing is answered. */
export type Reply =
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'cut'
  | 'silent'

export type Server = {
  origin: string
  requests: Request[]
  /** Nobody listens until `open`. */
  close(): Promise<void>
  open(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function serverThat(replies: (request: Request) => Reply): Promise<Server> {
  const requests: Request[] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    incoming.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders } = incoming
      const request = { method, path, headers, rawHeaders, body }
      requests.push(request)
      const reply = replies(request)
      if (reply === 'cut') incoming.socket.destroy()
      else if (reply !== 'silent') outgoing.writeHead(reply.status, reply.headers).end(reply.text ?? bodyOf(reply.json))
    })
  })
  let port = 0
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await open()
  return { origin: `http://127.0.0.1:${port}`, requests, open, close, [Symbol.asyncDispose]: close }
}

const bodyOf = (json: unknown): string => (json === undefined ? '' : JSON.stringify(json))

/** An error of the API. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: { error: { code, message: `${code} it is.`, request_id: 'req_1', details: {} } },
})

/** A feed that a test writes; its pages hold two events, and its cursors are places. */
export function writtenFeed() {
  const events: unknown[] = []
  const pageMax = 2
  return {
    events,
    reply({ path }: Request): Reply {
      const { searchParams } = new URL(path, 'http://any')
      const after = Number(searchParams.get('cursor') ?? events.length)
      const data = events.slice(after, after + pageMax)
      const end = after + data.length
      const pagination = { has_more: end < events.length, next_cursor: String(end), limit: pageMax }
      return { status: 200, json: { data, pagination, meta: { request_id: 'req_1', warnings: [] } } }
    },
  }
}

/** An event as the feed has it. */
export function feedEvent(place: number, changes: { event?: string; data?: Record<string, unknown> } = {}) {
  const { event = 'subsidy.created', data } = changes
  const summary = { title: { en: `Prime à l’énergie ${place}` }, regions: [], topics: [], source_id: 'alpha' }
  return {
    id: `chg_${place}`,
    event,
    created_at: '2026-03-03T10:00:00+01:00',
    data: { subject: 'subsidy', id: `al:${place}`, version: 1, categories: [event], diff: {}, summary, ...data },
  }
}

export type Heard = {
  counts: Counts
  lines: string[]
  /** Milliseconds of each wait. */
  waits: number[]
  /** Null: it ended because it was told to. */
  fault: CommandFault | null
}

export const listenerSecret = 'whsec_listener'
export const listenerKey = 'sm_test_listener'

/**
 * Listens until a step is the last. Nothing is waited for in truth: whenever it is idle, the next step is done, and after the
 * last one it is told to stop.
 */
export async function listening(
  { service, receiver, filters = {} }: { service: string; receiver: string; filters?: Record<string, string> },
  steps: readonly (() => unknown)[] = [],
): Promise<Heard> {
  const stop = new AbortController()
  const left = [...steps]
  const heard: Heard = {
    counts: { delivered: 0, passed_over: 0 },
    lines: [],
    waits: [],
    fault: null,
  }
  const wait = async (ms: number): Promise<void> => {
    heard.waits.push(ms)
    if (!idleMs.includes(ms)) return
    const step = left.shift()
    if (step === undefined) stop.abort()
    else await step()
    stop.signal.throwIfAborted()
  }
  const read = readFilters(filters)
  if ('fault' in read) throw new Error(read.fault.message)
  const userAgent = 'SubsidyMeasures/1.2.3 (+https://api.example.org/docs/webhooks)'
  try {
    await listen(
      {
        baseUrl: service,
        key: listenerKey,
        filters: read.filters,
        receiver: { to: `${receiver}/hook?a=1`, secret: listenerSecret, userAgent },
      },
      { signal: stop.signal, wait, tell: (line) => heard.lines.push(line), clock: systemClock },
      heard.counts,
    )
  } catch (error) {
    heard.fault = error as CommandFault
  }
  return heard
}

const idleMs = [2_000, 4_000, 8_000, 15_000]
