/**
 * A connection to one of the addresses that were looked at, and to no other. The socket is given the address, so nothing resolves
 * the name again in between; where it leads is looked at once more when it stands, before a byte is sent. Name, certificate and
 * `Host` stay those of the URL. Each connection is new, and no session of an earlier one is taken up again: who answers under a name
 * today has to prove it today.
 */
import net from 'node:net'
import tls from 'node:tls'
import { isSameAddress, literalOf } from './addresses.ts'
import { withoutTrailingDot } from './allowed-hosts.ts'

export type EgressError = 'timeout' | 'connection' | 'tls' | 'refused_address'

/** Why a request came to no answer. */
export class EgressFault extends Error {
  readonly error: EgressError

  constructor(error: EgressError) {
    super(error)
    this.error = error
  }
}

type Target = {
  url: URL
  addresses: readonly string[] /** For an address that is not the last to stand. */
  connectMs: number
}

/** Faults of the network, which are none of TLS although they come up while it is being set up. */
const networkFaults = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENETRESET', 'ENOTCONN', 'ESHUTDOWN'],
])

/** Tries one address after the other until a connection stands, TLS included where the URL says so; destroying it ends both. */
export async function openConnection(
  { url, addresses, connectMs }: Target,
  context: tls.SecureContext,
  signal: AbortSignal,
): Promise<net.Socket> {
  const port = Number(url.port === '' ? defaultPorts[url.protocol] : url.port)
  const raw = await firstThatStands(addresses, port, connectMs, signal)
  if (url.protocol === 'http:') return raw
  try {
    return await withTls(raw, url.hostname, context, signal)
  } catch (fault) {
    raw.destroy()
    throw fault
  }
}

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 }

async function firstThatStands(
  addresses: readonly string[],
  port: number,
  connectMs: number,
  signal: AbortSignal,
): Promise<net.Socket> {
  for (const [place, address] of addresses.entries()) {
    const isLast = place === addresses.length - 1
    const socket = await dial(address, port, isLast ? null : connectMs, signal)
    if (socket !== null) return socket
  }
  throw new EgressFault('connection')
}

/** Null where there is nobody. */
async function dial(
  address: string,
  port: number,
  withinMs: number | null,
  signal: AbortSignal,
): Promise<net.Socket | null> {
  signal.throwIfAborted()
  const socket = net.connect({ host: address, port, noDelay: true })
  // What comes after whoever waits has gone is nobody's.
  socket.on('error', () => {})
  const timer = withinMs === null ? undefined : setTimeout(() => socket.destroy(), withinMs)
  try {
    const stands = await settles(socket, 'connect', signal).then(
      () => true,
      () => false,
    )
    signal.throwIfAborted()
    const reached = stands ? socket.remoteAddress : undefined
    // One that was broken off again at once leads nowhere.
    if (reached === undefined) {
      socket.destroy()
      return null
    }
    if (!isSameAddress(reached, address)) throw new EgressFault('refused_address')
    return socket
  } catch (fault) {
    socket.destroy()
    throw fault
  } finally {
    clearTimeout(timer)
  }
}

async function withTls(
  raw: net.Socket,
  hostname: string,
  secureContext: tls.SecureContext,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const address = literalOf(hostname)
  const host = address ?? withoutTrailingDot(hostname)
  const secure = tls.connect({
    socket: raw,
    host,
    // An address is no name to ask for (RFC 6066); the certificate has to name it all the same.
    ...(address === null ? { servername: host } : {}),
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Said here, so that no variable of the environment says otherwise.
    rejectUnauthorized: true,
  })
  secure.on('error', () => {})
  try {
    await settles(secure, 'secureConnect', signal)
    return secure
  } catch (fault) {
    secure.destroy()
    signal.throwIfAborted()
    throw new EgressFault(isNetworkFault(fault) ? 'connection' : 'tls')
  }
}

/** Resolves at the event; rejects with the socket's fault, or with any when it closes or the signal aborts. */
async function settles(socket: net.Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = (): void => void socket.destroy()
  const onClose = (): void => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
  socket.once(event, resolve)
  socket.once('error', reject)
  socket.once('close', onClose)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await promise
  } finally {
    socket.off(event, resolve)
    socket.off('error', reject)
    socket.off('close', onClose)
    signal.removeEventListener('abort', stop)
  }
}

function isNetworkFault(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' && networkFaults.has(fault.code)
}
