/**
 * A stand-in for the Flemish catalogue of products and services. It speaks the catalogue's own wire format over real HTTP:
 * the stream of versions in pages whose relations name another host, the collection with its totals, the key, and a limit
 * of tokens of which every product of an answer costs one. It fails in the ways the catalogue may fail.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { IpdcJson } from './ipdc-products.ts'

/** `nowhere`: a relation leads on without saying where. `short`: the collection leaves its last product out. */
export type CatalogueFault =
  | 'http500'
  | 'http429'
  | 'hang'
  | 'reset'
  | 'truncated'
  | 'notjson'
  | 'nopage'
  | 'nowhere'
  | 'short'

export type CatalogueRequest = {
  path: string
  query: Record<string, string>
  headers: Record<string, string | undefined>
}

export type Catalogue = {
  /** To be used as `base_url`. */
  url: string
  /** Every request so far, oldest first, those that failed included. */
  requests: CatalogueRequest[]
  /** Pages of the stream asked for so far, by number; those answered with 304 stand as `304:<number>`. */
  pages: string[]
  /** Members of the stream, oldest first; a page once full never changes. */
  stream(members: readonly IpdcJson[]): void
  products(products: readonly IpdcJson[]): void
  /** The next `times` requests fail so, after `after` that are answered well. */
  fault(kind: CatalogueFault, options?: { times?: number; after?: number }): void
  /** Tokens left; every product of an answer costs one, and none left is a 429 until they are given anew. */
  tokens(count: number): void
  close(): Promise<void>
}

export type CatalogueOptions = {
  apiKey?: string
  /** Whether pages carry an entity tag. */
  tagged?: boolean
  /** Seconds that a 429 asks to wait. */
  retryAfter?: number
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export async function startCatalogue(options: CatalogueOptions = {}): Promise<Catalogue> {
  let members: readonly IpdcJson[] = []
  let listed: readonly IpdcJson[] = []
  let faults: (CatalogueFault | null)[] = []
  let tokens = Number.POSITIVE_INFINITY
  const requests: CatalogueRequest[] = []
  const pages: string[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://catalogue')
    requests.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    })
    const fault = faults.shift() ?? null
    if (fault === 'hang') return
    if (fault === 'reset') request.socket.destroy()
    else if (fault === 'notjson') response.writeHead(200).end('<html><body>Onderhoud</body></html>')
    else send(request, response, fault === null ? answer(request, url, null) : failing(request, url, fault), fault)
  })

  function failing(request: IncomingMessage, url: URL, fault: CatalogueFault): Answer {
    if (fault === 'http500') return { status: 500, body: { message: 'internal' } }
    if (fault === 'http429') return tooMany()
    if (fault === 'nopage') return { status: 200, body: { message: 'no page' } }
    return answer(request, url, fault)
  }

  function answer(request: IncomingMessage, url: URL, fault: CatalogueFault | null): Answer {
    if (options.apiKey !== undefined && request.headers['x-api-key'] !== options.apiKey) {
      return { status: 401, body: { message: 'unauthorized' } }
    }
    const limit = Number(url.searchParams.get('limit') ?? 25)
    if (url.pathname === '/doc/instantiesnapshot') return streamPage(request, url, limit, fault)
    if (url.pathname === '/doc/instantie') return collectionPage(url, limit, fault)
    return { status: 404, body: { message: 'no such route' } }
  }

  function streamPage(request: IncomingMessage, url: URL, limit: number, fault: CatalogueFault | null): Answer {
    const last = Math.max(0, Math.ceil(members.length / limit) - 1)
    const number = Number(url.searchParams.get('pageNumber') ?? last)
    if (number > last) return { status: 404, body: { message: 'no such page' } }
    const body = streamBody(members, number, limit, fault)
    if (!spend(body.member.length)) return tooMany()
    const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`
    const isKnown = options.tagged !== false && request.headers['if-none-match'] === etag
    pages.push(isKnown ? `304:${number}` : String(number))
    const headers: Record<string, string> = options.tagged === false ? {} : { etag }
    return isKnown ? { status: 304, body: null, headers } : { status: 200, body, headers }
  }

  function collectionPage(url: URL, limit: number, fault: CatalogueFault | null): Answer {
    const types = url.searchParams.getAll('types')
    const found = listed.filter(
      (one) =>
        (types.length === 0 || types.includes(String(one.type))) &&
        (url.searchParams.get('gearchiveerd') === 'true' || one.gearchiveerd !== true),
    )
    const body = collectionBody(found, Number(url.searchParams.get('pageIndex') ?? 0), limit, fault)
    return spend(body.hydraMember.length) ? { status: 200, body } : tooMany()
  }

  function spend(count: number): boolean {
    if (tokens < count) return false
    tokens -= count
    return true
  }

  function tooMany(): Answer {
    const headers = {
      'retry-after': String(options.retryAfter ?? 1),
      'x-ratelimit-limit': '2000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '2026-02-03T09:00:00Z',
    }
    return { status: 429, body: { message: 'too many requests' }, headers }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    pages,
    stream(next) {
      members = next
    },
    products(next) {
      listed = next
    },
    fault(kind, { times = 1, after = 0 } = {}) {
      faults = [...Array(after).fill(null), ...Array(times).fill(kind)]
    },
    tokens(count) {
      tokens = count
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function streamBody(members: readonly IpdcJson[], number: number, limit: number, fault: CatalogueFault | null) {
  const last = Math.max(0, Math.ceil(members.length / limit) - 1)
  const address = (page: number): string => `http://another-host/doc/instancesnapshot?pageNumber=${page}&limit=${limit}`
  const relation = (page: number, type: string): IpdcJson => ({
    node: address(page),
    path: 'generatedAtTime',
    '@type': type,
  })
  return {
    timestampPath: 'generatedAtTime',
    versionOfPath: 'isVersionOf',
    view: {
      '@id': address(number),
      '@type': 'Node',
      relation: [
        ...(number > 0 ? [relation(number - 1, 'LessThanOrEqualToRelation')] : []),
        ...(number < last ? [relation(number + 1, 'GreaterThanOrEqualToRelation')] : []),
        ...(fault === 'nowhere' ? [{ '@type': 'GreaterThanOrEqualToRelation' }] : []),
      ],
    },
    '@context': ['http://another-host/ipdc-lpdc-im.jsonld', 'http://another-host/ldes.jsonld'],
    '@id': address(number),
    '@type': 'EventStream',
    member: members.slice(number * limit, (number + 1) * limit),
  }
}

function collectionBody(found: readonly IpdcJson[], index: number, limit: number, fault: CatalogueFault | null) {
  const held = found.slice(index * limit, (index + 1) * limit)
  return {
    '@type': 'Collection',
    hydraPageIndex: index,
    hydraLimit: limit,
    hydraTotalItems: found.length,
    hydraMember: fault === 'short' ? held.slice(0, -1) : held,
    hydraView: { hydraFirst: 'http://another-host/doc/instantie?pageIndex=0' },
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Answer,
  fault: CatalogueFault | null,
): void {
  const text = body === null ? '' : JSON.stringify(body)
  const length = { 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, { 'content-type': 'application/ld+json', ...headers, ...(body === null ? {} : length) })
  if (fault === 'truncated') response.write(text.slice(0, text.length / 2), () => request.socket.destroy())
  else response.end(text)
}
