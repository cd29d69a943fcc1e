/** Receivers of webhooks as a customer could have them, byte by byte, and what a request to one comes to and leaves behind. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { allowedHosts } from '../../src/platform/egress/allowed-hosts.ts'
import {
  type EgressOutcome,
  type EgressRequest,
  type EgressSettings,
  makeEgress,
} from '../../src/platform/egress/post-once.ts'
import { until } from './started-process.ts'

/** What it does with a connection once a whole request has come, or at once (`isAtOnce`). */
export type Conduct = (socket: net.Socket, request: string) => unknown
export type ReceiverOptions = {
  tls?: tls.TlsOptions
  host?: string
  port?: number
  isAtOnce?: boolean
  allowHalfOpen?: boolean
}

export type Receiver = AsyncDisposable & {
  port: number
  /** Requests that came whole, as text; with TLS only what came through it. */
  requests: string[]
  /** Connections that were made, and those that stand. */
  made(): number
  standing(): number
  /** Of connections with TLS: whether an earlier session was taken up. */
  reused: boolean[]
  names: (string | false | null)[]
}

/** Listens and behaves. Everything of it ends with the scope. */
export async function receiver(conduct: Conduct, options: ReceiverOptions = {}): Promise<Receiver> {
  const sockets = new Set<net.Socket>()
  const requests: string[] = []
  const reused: boolean[] = []
  const names: (string | false | null)[] = []
  let made = 0
  const onConnection = (socket: net.Socket): void => {
    socket.on('error', () => {})
    if (socket instanceof tls.TLSSocket) {
      reused.push(socket.isSessionReused())
      names.push(socket.servername)
    }
    if (options.isAtOnce === true) {
      conduct(socket, '')
      return
    }
    let text = ''
    let isWhole = false
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      const [, length] = /content-length: (\d+)/i.exec(text) ?? []
      const head = text.indexOf('\r\n\r\n')
      if (isWhole || head < 0 || text.length < head + 4 + Number(length)) return
      isWhole = true
      requests.push(text)
      conduct(socket, text)
    })
  }
  const { allowHalfOpen = false } = options
  const server =
    options.tls === undefined
      ? net.createServer({ allowHalfOpen }, onConnection)
      : tls.createServer({ ...options.tls, allowHalfOpen }, onConnection)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket) => {
    made += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return {
    port: address.port,
    requests,
    made: () => made,
    standing: () => sockets.size,
    reused,
    names,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Writes this once the request has come, and leaves the connection open. */
export const says =
  (text: string): Conduct =>
  (socket) =>
    void socket.write(text, 'latin1')

/** Writes this and closes. */
export const saysAndEnds =
  (text: string): Conduct =>
  (socket) =>
    void socket.end(text, 'latin1')

export const answerOf = (status: number | string, body = '', fields = ''): string =>
  `HTTP/1.1 ${status} Some\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n${body}`

export type Post = Partial<EgressRequest> & Partial<EgressSettings> & { allowed?: readonly string[] }

/**
 * What a POST comes to, told within the deadline and a little; afterwards no timer, no listener on the signal and no connection is
 * left. The deadline is short, because what is waited for in full has to be waited for.
 */
export async function posted(url: string, given: Post = {}): Promise<EgressOutcome> {
  const { headers = {}, body = '{}', mayBegin = () => true, signal = new AbortController().signal } = given
  const { allowed = ['127.0.0.1', '[::1]', 'receiver.test'], deadlineMs = 600 } = given
  const egress = makeEgress({ allowedHosts: allowedHosts(allowed), ...given, deadlineMs })
  const timers = timersNow()
  const begin = performance.now()
  const outcome = await egress.post({ url, headers, body, mayBegin, signal })
  const tookMs = performance.now() - begin
  assert.ok(tookMs < deadlineMs + 500, `told after ${Math.round(tookMs)} ms`)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  await until('no timer is left', () => timersNow() <= timers, 2_000)
  return outcome
}

/** The same to a receiver of this conduct over http, and that it sees the connection gone. */
export async function postedTo(
  conduct: Conduct,
  given: Post & { receiver?: ReceiverOptions } = {},
): Promise<EgressOutcome & { requests: string[] }> {
  await using there = await receiver(conduct, given.receiver)
  const outcome = await posted(`http://127.0.0.1:${there.port}/hooks?a=b`, given)
  await until('the connection is gone', () => there.standing() === 0, 2_000)
  return { ...outcome, requests: there.requests }
}

/** An outcome in a few words: `answered 200 "text"`, `failed tls`, `withheld`. */
export function told(outcome: EgressOutcome): string {
  if (outcome.kind === 'answered') return `answered ${outcome.status} "${outcome.excerpt.toString('latin1')}"`
  return outcome.kind === 'failed' ? `failed ${outcome.error}` : 'withheld'
}

const timersNow = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
