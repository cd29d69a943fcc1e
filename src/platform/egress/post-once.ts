/**
 * One POST to an address that a customer chose: nothing is followed, kept, decoded, tried again or read to its end. One deadline,
 * begun before the name is resolved, stands over everything. What it comes to is told, never thrown, and when it is told the socket
 * is gone.
 *
 * The runtime's own HTTP speaks over a connection that `connection.ts` has made. undici was the first choice and is not used: its
 * client takes a 100 that it did not ask for as a broken answer, and bounds a head by names and values alone, so that 64 KB of
 * short fields, or of reason phrase, pass a bound of 16 KB. `fetch` follows, decodes and shares connections.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import tls from 'node:tls'
import { isPublicAddress, literalOf } from './addresses.ts'
import { type AllowedHosts, withoutTrailingDot } from './allowed-hosts.ts'
import { type EgressError, EgressFault, openConnection } from './connection.ts'
import { isUnanswered, type Resolve, resolveByServers, resolveBySystem } from './resolve.ts'

export type EgressRequest = {
  /** As stored: serialised, and accepted when it was given. */
  url: string
  /** Beside `Host`, `Content-Length` and `Connection`. */
  headers: Readonly<Record<string, string>>
  body: Buffer | string
  /**
   * Asked once, when the connection stands and in the very turn in which the request is handed to the system; false: nothing is
   * sent.
   */
  mayBegin(): boolean
  /** Keeps a request from leaving. One that has left is waited for, to its deadline: the receiver may have acted on it. */
  signal: AbortSignal
}

export type EgressOutcome =
  | {
      kind: 'answered'
      /** Of the final answer, 200 to 999. */
      status: number
      /** The beginning of the body as it was sent, at most 16 KB. */
      excerpt: Buffer
    }
  | { kind: 'failed'; error: EgressError }
  /** `mayBegin` said no, or the signal aborted before anything was sent. */
  | { kind: 'withheld' }

export type Egress = { post(request: EgressRequest): Promise<EgressOutcome> }

export type EgressSettings = {
  allowedHosts: AllowedHosts
  /** For everything, from the question for the name to the last byte read. */
  deadlineMs?: number
  /** Where this host itself is reached; asked at each request. */
  ownAddresses?: () => readonly string[]
  /** Whom all names are asked of; without, allowed hosts are asked of the system and all others of the name servers. */
  resolve?: Resolve
}

/** As a whole: whoever imports a name of it loads the runtime's client for the web with it. */
const http = process.getBuiltinModule('node:http')

type Means = Required<Omit<EgressSettings, 'resolve'>> & { resolve: Resolve | null; context: tls.SecureContext }

/** Contract 8: the final answer's status line and headers, complete within this, decide. */
const deadlineMs = 10_000
/** Of the final answer's status line and headers, and of what is read of its body. */
const headBytesMax = 16_384
const excerptBytesMax = 16_384
/** Answers that say that one is to come. */
const informationalMax = 64
/** Addresses of a name that are tried. One that does not answer leaves the next ones their share of the time. */
const addressesMax = 4
const connectShare = 1 / 5

const withheld: EgressOutcome = { kind: 'withheld' }

export function makeEgress(settings: EgressSettings): Egress {
  const means: Means = {
    deadlineMs,
    ownAddresses: addressesOfHost,
    resolve: null,
    ...settings,
    context: tls.createSecureContext(),
  }
  return { post: (request) => postOnce(request, means) }
}

async function postOnce(request: EgressRequest, means: Means): Promise<EgressOutcome> {
  const { signal } = request
  if (signal.aborted) return withheld
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new EgressFault('timeout')), means.deadlineMs)
  const withdraw = (): void => over.abort(signal.reason)
  signal.addEventListener('abort', withdraw, { once: true })
  let connection: Socket | null = null
  try {
    const url = new URL(request.url)
    const addresses = await vettedAddresses(url, means, over.signal)
    const target = { url, addresses, connectMs: means.deadlineMs * connectShare }
    connection = await openConnection(target, means.context, over.signal)
    over.signal.throwIfAborted()
    signal.removeEventListener('abort', withdraw)
    return await exchange(connection, url, request, over.signal)
  } catch (fault) {
    const cause: unknown = over.signal.aborted ? over.signal.reason : fault
    if (cause instanceof EgressFault) return { kind: 'failed', error: cause.error }
    if (over.signal.aborted) return withheld
    throw fault
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', withdraw)
    connection?.destroy()
  }
}

/** Where the request may go. An endpoint that was allowed when it was made is judged by what is allowed now. */
async function vettedAddresses(url: URL, means: Means, signal: AbortSignal): Promise<string[]> {
  const isAllowed = means.allowedHosts.allows(url.hostname)
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:')) throw new EgressFault('refused_address')
  const address = literalOf(url.hostname)
  const resolve = means.resolve ?? (isAllowed ? resolveBySystem : resolveByServers())
  const found = address === null ? await resolvedAddresses(url.hostname, resolve, signal) : [address]
  const own = means.ownAddresses()
  const open = isAllowed ? found : found.filter((each) => isPublicAddress(each, own))
  if (open.length === 0) throw new EgressFault('refused_address')
  return open.slice(0, addressesMax)
}

async function resolvedAddresses(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  try {
    return await resolve(withoutTrailingDot(hostname), signal)
  } catch (fault) {
    throw new EgressFault(isUnanswered(fault) ? 'timeout' : 'connection')
  }
}

/** Sends the request over a connection that stands, and reads what decides and a little more. The caller closes it. */
function exchange(socket: Socket, url: URL, request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<EgressOutcome>()
  let status: number | null = null
  const chunks: Buffer[] = []
  let length = 0
  let body: IncomingMessage | null = null
  let hasEnded = false
  /** From the final answer on it stands, however its body ends. */
  const end = (error: EgressError): void => {
    if (hasEnded) return
    hasEnded = true
    // What has come and was not handed on yet, when the same piece brought the fault.
    body?.read()
    signal.removeEventListener('abort', onDeadline)
    const excerpt = Buffer.concat(chunks).subarray(0, excerptBytesMax)
    resolve(status === null ? { kind: 'failed', error } : { kind: 'answered', status, excerpt })
    outgoing.destroy()
  }
  const breakOff = (): void => end('connection')
  const onDeadline = (): void => end('timeout')
  const outgoing = http.request({
    createConnection: () => socket,
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: { ...request.headers, Host: url.host, Connection: 'close' },
    maxHeaderSize: headBytesMax,
  })
  boundHead(outgoing, breakOff)
  outgoing.on('error', (fault) => end(isTlsFault(fault) ? 'tls' : 'connection'))
  outgoing.on('close', breakOff)
  outgoing.on('response', (answer) => {
    if (!isFinal(answer) || headBytesOf(answer) > headBytesMax) return breakOff()
    status = answer.statusCode ?? 0
    body = answer
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length >= excerptBytesMax) breakOff()
    })
    for (const event of ['end', 'error', 'close']) answer.on(event, breakOff)
  })
  signal.addEventListener('abort', onDeadline, { once: true })
  // The runtime writes what has been given so far right after this event: asked any earlier, a process could stand still between.
  outgoing.once('socket', () => {
    try {
      if (request.mayBegin()) return
      resolve(withheld)
    } catch (fault) {
      reject(fault)
    }
    hasEnded = true
    signal.removeEventListener('abort', onDeadline)
    outgoing.destroy()
  })
  outgoing.end(request.body)
  return promise
}

/**
 * Bounds what comes before the body of the final answer. The runtime counts names, values and the reason phrase alone; so what has
 * come of a head that is not whole yet is counted here, and one that is whole is measured by `headBytesOf`.
 */
function boundHead(outgoing: ClientRequest, onTooMuch: () => void): void {
  let informational = 0
  let bytes = 0
  let isFollowing = false
  let isAnswered = false
  // Without a bound of their number: fields left out could not be measured.
  outgoing.maxHeadersCount = 0
  outgoing.on('information', () => {
    informational += 1
    isFollowing = true
    if (informational > informationalMax) onTooMuch()
  })
  outgoing.once('response', () => {
    isAnswered = true
  })
  outgoing.once('socket', (socket) => {
    // After the parser, which has told by now what it found in the piece.
    socket.on('data', (piece: Buffer) => {
      bytes = isFollowing ? 0 : bytes + piece.length
      isFollowing = false
      if (!isAnswered && bytes > headBytesMax) onTooMuch()
    })
  })
}

/** Below 200 an answer is to follow, or it is none (a 101 the runtime breaks off itself); HTTP/2 has no line of this kind. */
function isFinal({ statusCode = 0, httpVersionMajor }: IncomingMessage): boolean {
  return statusCode >= 200 && httpVersionMajor === 1
}

/** Bytes of status line and fields as servers write them, with one space after each colon. */
function headBytesOf({ statusMessage = '', rawHeaders }: IncomingMessage): number {
  const line = `HTTP/1.1 200 ${statusMessage}\r\n`
  // Of each field name and value come by themselves, each followed by two characters.
  return rawHeaders.reduce((bytes, text) => bytes + text.length + 2, line.length + 2)
}

function isTlsFault(fault: Error): boolean {
  return 'code' in fault && typeof fault.code === 'string' && /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(fault.code)
}

function addressesOfHost(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
}
