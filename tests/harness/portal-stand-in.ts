/**
 * A stand-in for the search API of the EU Funding & Tenders Portal. It speaks the portal's own wire format (multipart
 * question, page of rows with a total, 100 rows a page, 10,000 rows a question) over real HTTP, and fails in the ways
 * the portal fails.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { byCodePoint } from '../../src/values/ids.ts'
import type { PortalRow } from './portal-rows.ts'

/**
 * What the next search does instead of answering well. `repeated`: the page begins with the last row of the page before
 * in place of its own first. `short`: its last row is missing. `grown`: it announces one row more than there are.
 */
export type PortalFault =
  | 'http500'
  | 'http429'
  | 'hang'
  | 'reset'
  | 'truncated'
  | 'notjson'
  | 'empty'
  | 'repeated'
  | 'short'
  | 'grown'

export type PortalSearch = {
  pageNumber: number
  pageSize: number
  query: unknown
  languages: unknown
  displayFields: unknown
  userAgent: string
}

export type Portal = {
  /** To be used as `base_url`. */
  url: string
  /** Every search so far, oldest first, those that failed included. */
  searches: PortalSearch[]
  serve(rows: readonly PortalRow[]): void
  /** The next `times` searches fail so, after `after` that are answered well. */
  fault(kind: PortalFault, options?: { times?: number; after?: number }): void
  close(): Promise<void>
}

export type PortalOptions = {
  rows?: readonly PortalRow[]
  /** How far one question reaches. */
  windowRows?: number
  /** Rows with one identifier stand in another order at every second search, as the portal's do in its own order. */
  shufflesEqual?: boolean
}

const pageRowsMax = 100
const searchPath = '/search-api/prod/rest/search'

export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  let rows = inOrder(options.rows ?? [])
  let faults: (PortalFault | null)[] = []
  const searches: PortalSearch[] = []
  const windowRows = options.windowRows ?? 10_000

  const server = createServer((request, response) => {
    readAll(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    )
  })

  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const url = new URL(request.url ?? '/', 'http://portal')
    const parts = partsOf(body, request.headers['content-type'] ?? '')
    const pageSize = Math.min(Number(url.searchParams.get('pageSize') ?? 50), pageRowsMax)
    const pageNumber = Number(url.searchParams.get('pageNumber') ?? 1)
    const from = (pageNumber - 1) * pageSize
    searches.push({
      pageNumber,
      pageSize,
      query: parts?.query,
      languages: parts?.languages,
      displayFields: parts?.displayFields,
      userAgent: request.headers['user-agent'] ?? '',
    })
    const fault = faults.shift() ?? null
    if (fault === 'hang') return
    const isKnown = url.searchParams.get('apiKey') === 'SEDIA' && Boolean(url.searchParams.get('text'))
    if (fault === 'reset') request.socket.destroy()
    else if (fault === 'http500') send(response, 500, { message: 'internal' })
    else if (fault === 'http429') send(response, 429, { message: 'slow down' }, { 'retry-after': '1' })
    else if (fault === 'notjson') response.writeHead(200).end('<html><body>Maintenance</body></html>')
    else if (request.method !== 'POST' || url.pathname !== searchPath) send(response, 404, { message: 'no such route' })
    else if (parts === null) send(response, 415, { message: 'multipart/form-data expected' })
    else if (!isKnown) send(response, 400, { message: 'apiKey and text are mandatory' })
    else if (from + pageSize > windowRows) send(response, 400, { message: 'result window is too large' })
    else {
      const found = fault === 'empty' ? [] : rows.filter((row) => matches(parts.query, row))
      const text = JSON.stringify({
        apiVersion: '2.154',
        terms: url.searchParams.get('text'),
        totalResults: found.length + (fault === 'grown' ? 1 : 0),
        pageNumber,
        pageSize,
        results: pageOf(found, from, pageSize, fault),
        warnings: [],
      })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      if (fault === 'truncated') response.write(text.slice(0, text.length / 2), () => request.socket.destroy())
      else response.end(text)
    }
  }

  function pageOf(found: PortalRow[], from: number, pageSize: number, fault: PortalFault | null): PortalRow[] {
    const shuffled = options.shufflesEqual && searches.length % 2 === 0 ? withEqualReversed(found) : found
    const page = shuffled.slice(from, from + pageSize)
    const before = shuffled[from - 1]
    if (fault === 'repeated' && before !== undefined) page[0] = before
    if (fault === 'short') page.pop()
    return page
  }

  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    searches,
    serve(next) {
      rows = inOrder(next)
    },
    fault(kind, { times = 1, after = 0 } = {}) {
      faults = [...Array(after).fill(null), ...Array(times).fill(kind)]
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')
  return address.port
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** The JSON parts of a form by name; null when the body is no form or a part is not typed as JSON. */
function partsOf(body: string, contentType: string): Record<string, unknown> | null {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const parts: Record<string, unknown> = {}
  for (const piece of body.split(`--${boundary}`)) {
    const [head = '', ...rest] = piece.split('\r\n\r\n')
    const name = /name="([^"]+)"/.exec(head)?.[1]
    if (name === undefined) continue
    if (!/content-type: application\/json/i.test(head)) return null
    parts[name] = JSON.parse(rest.join('\r\n\r\n'))
  }
  return parts
}

type Query = {
  bool?: { must?: Query[] }
  terms?: Record<string, string[]>
  term?: Record<string, string>
}

function matches(given: unknown, row: PortalRow): boolean {
  const query = given as Query
  if (query.bool !== undefined) return (query.bool.must ?? []).every((part) => matches(part, row))
  const wanted = Object.entries(query.terms ?? {}).concat(
    Object.entries(query.term ?? {}).map(([key, value]) => [key, [value]]),
  )
  return wanted.every(([key, values]) => valuesOf(row, key).some((value) => values.includes(value)))
}

function valuesOf(row: PortalRow, key: string): string[] {
  const value = row.metadata[key] ?? row[key]
  return (Array.isArray(value) ? value : [value]).map(String)
}

const identifierOf = (row: PortalRow): string => valuesOf(row, 'identifier')[0] ?? ''

function inOrder(rows: readonly PortalRow[]): PortalRow[] {
  return rows.toSorted(
    (a, b) => byCodePoint(identifierOf(a), identifierOf(b)) || byCodePoint(String(a.reference), String(b.reference)),
  )
}

function withEqualReversed(rows: readonly PortalRow[]): PortalRow[] {
  return [...Map.groupBy(rows, identifierOf).values()].flatMap((equal) => equal.toReversed())
}
