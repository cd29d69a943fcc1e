/**
 * Asks a PostgreSQL server to end the statement that a connection is running: a message of its own connection, with the
 * key that the server gave to the first ("Canceling Requests in Progress", PostgreSQL documentation, chapter 53.2.7).
 * `pg` has one too, but only as a deprecated method that goes in clear text where the connection itself is encrypted.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { PoolClient } from 'pg'

const cancelCode = 80_877_102
const encryptionCode = 80_877_103

/** Resolves when the server has taken the request, or after `timeoutMs`; never rejects: there is nothing more to do. */
export async function requestCancel(client: PoolClient, timeoutMs: number): Promise<void> {
  const target = targetOf(client)
  if (target === null) return
  const socket = target.host.startsWith('/')
    ? connect(`${target.host}/.s.PGSQL.${target.port}`)
    : connect(target.port, target.host)
  const timer = setTimeout(() => socket.destroy(), timeoutMs)
  try {
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    await Promise.race([once(socket, 'connect'), closed])
    const channel = target.ssl === false ? socket : await encrypted(socket, target)
    channel.end(message(cancelCode, target.processId, target.secret))
    channel.resume()
    await closed
  } catch {
    // The server is gone or refuses: the statement ends with its connection.
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

async function encrypted(socket: Socket, target: Target): Promise<Socket> {
  socket.write(message(encryptionCode))
  const [answer] = await once(socket, 'data')
  if (String(answer) !== 'S') throw new Error('The server takes no encrypted connections.')
  const options = typeof target.ssl === 'object' ? target.ssl : {}
  const channel = connectTls({ ...options, socket, host: target.host })
  channel.on('error', () => socket.destroy())
  await once(channel, 'secureConnect')
  return channel
}

/** A start-up message: its length, then 32-bit integers, most significant byte first. */
function message(...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * words.length)
  bytes.writeInt32BE(bytes.length, 0)
  for (const [index, word] of words.entries()) bytes.writeInt32BE(word, 4 + 4 * index)
  return bytes
}

/** The process that the other side has named for the connection; null: none. */
export function processIdOf(client: PoolClient): number | null {
  return targetOf(client)?.processId ?? null
}

type Target = { host: string; port: number; ssl: boolean | object; processId: number; secret: number }

/** `pg` keeps these on its client without declaring them, hence the looking. */
function targetOf(client: PoolClient): Target | null {
  const { host, port, ssl, processID, secretKey } = Object.fromEntries(Object.entries(client))
  if (typeof host !== 'string' || typeof port !== 'number') return null
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return null
  return {
    host,
    port,
    ssl: typeof ssl === 'object' && ssl !== null ? ssl : ssl === true,
    processId: processID,
    secret: secretKey,
  }
}
