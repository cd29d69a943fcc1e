/** Callers for wire tests: an ordinary one, and one that writes bytes to a socket and reads what comes back. */
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'

export type Answer = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** The body as JSON; throws where it is none. */
  json(): Record<string, unknown>
  /** `error` of the envelope, for answers that are errors. */
  error(): {
    code: string
    message: string
    request_id: string
    details: Record<string, unknown>
    required_plan?: unknown
  }
}

export type CallOptions = {
  key?: string
  headers?: Record<string, string>
  body?: string | Buffer
  json?: unknown
  /** Where the connection comes from: any address of 127.0.0.0/8 on Linux; 127.0.0.1 where it is not given. */
  localAddress?: string
}

/** One request over a connection of its own; nothing is decoded, followed or retried. `path` is sent as it stands. */
export function call(origin: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const headers: Record<string, string> = {
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...options.headers,
  }
  const from = options.localAddress === undefined ? {} : { localAddress: options.localAddress }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers, agent: false, ...from }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const names = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
        resolve(answer(incoming.statusCode ?? 0, Object.fromEntries(names), Buffer.concat(chunks)))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * Writes bytes to a socket and answers every byte that came until the server closed it. `meanwhile` may write more, or
 * wait for something, once the first bytes are out.
 */
export async function raw(
  origin: string,
  bytes: string | Buffer,
  meanwhile: (socket: Socket) => Promise<void> | void = () => {},
): Promise<Buffer> {
  const socket = await open(origin)
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  // A server may reset a connection on which it no longer reads: what was received before stands.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(bytes)
  await meanwhile(socket)
  await closed
  return Buffer.concat(received)
}

export function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** The answers in what a socket received; interim ones (`100 Continue`) are left out unless asked for. */
export function answersIn(received: Buffer, options: { headOnly?: boolean; interim?: boolean } = {}): Answer[] {
  const answers: Answer[] = []
  let rest = received
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) throw new Error(`No whole answer in: ${rest.toString('latin1').slice(0, 200)}`)
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(statusLine.split(' ')[1])
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = options.headOnly === true ? 0 : Number(headers['content-length'] ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length)
    rest = rest.subarray(end + 4 + length)
    if (status >= 200 || options.interim === true) answers.push(answer(status, headers, body))
  }
  return answers
}

function answer(status: number, headers: Record<string, string>, body: Buffer): Answer {
  const json = (): Record<string, unknown> => JSON.parse(body.toString('utf8'))
  return { status, headers, body, json, error: () => json().error as ReturnType<Answer['error']> }
}
