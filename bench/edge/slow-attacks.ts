/** What a caller can do to the edge with little to send: connections that are silent or slow, headers without end, packed bodies. */
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Attack } from './attacks.ts'
import { dial, sendAgainAndAgain } from './connections.ts'
import type { AttackedService } from './service.ts'

const idle = 10_000
const slow = 2_000
const heldMs = 20_000
const bytePauseMs = 1_000
/** So that the bound of each address (256) does not end the attack. */
const addresses = 40
const flooding = 40
const floodMs = 5_000
const headers = 900
const bombs = 20
const bombBytes = 256 * 1024 * 1024

export const slowAttacks: readonly Attack[] = [
  { name: `${idle} silent connections, ${addresses} addresses`, run: (service) => hold(service, idle, '', null) },
  {
    name: `${idle} connections that were answered once, ${addresses} addresses`,
    run: (service) => hold(service, idle, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n', null),
  },
  {
    name: `slow headers: ${slow} connections, a byte a second`,
    run: (service) => hold(service, slow, 'GET /v1/health HTTP/1.1\r\nHost: x\r\nX: ', 'x'),
  },
  {
    name: `slow bodies: ${slow} connections, a byte a second`,
    run: (service) => hold(service, slow, bodyOf(service, 'Content-Length: 1000'), ' '),
  },
  {
    name: `slow chunks: ${slow} connections, a chunk of a byte a second`,
    run: (service) => hold(service, slow, bodyOf(service, 'Transfer-Encoding: chunked'), '1\r\n \r\n'),
  },
  { name: `${headers} headers a request, ${flooding} connections, ${floodMs / 1_000} s`, run: floodHeaders },
  {
    name: `packed bodies: ${bombs} of ${bombBytes / 1024 / 1024} MB each, gzip`,
    run: sendBombs,
  },
]

function bodyOf({ keys }: AttackedService, framing: string): string {
  const lines = ['POST /v1/match HTTP/1.1', 'Host: x', `Authorization: ${keys.bulk}`, 'Content-Type: application/json']
  return [...lines, framing, '', ''].join('\r\n')
}

/** Opens so many connections, says `first` on each, and then every second a little more, for as long as they stand. */
async function hold({ port }: AttackedService, count: number, first: string, more: string | null): Promise<void> {
  const sockets: Socket[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = await dial(port, `127.0.0.${2 + (n % addresses)}`).catch(() => null)
    // Beyond the bound they are not taken.
    if (socket === null) continue
    socket.resume()
    if (first !== '') socket.write(first)
    sockets.push(socket)
  }
  for (const end = performance.now() + heldMs; performance.now() < end; ) {
    await wait(bytePauseMs)
    if (more !== null) for (const socket of sockets) if (!socket.destroyed) socket.write(more)
  }
  for (const socket of sockets) socket.destroy()
}

function floodHeaders({ port }: AttackedService): Promise<void> {
  const many = Array.from({ length: headers }, (_, n) => `x-${n}: ${'y'.repeat(40)}\r\n`).join('')
  return sendAgainAndAgain(port, `GET /v1/health HTTP/1.1\r\nHost: x\r\n${many}\r\n`, flooding, floodMs)
}

async function sendBombs(service: AttackedService): Promise<void> {
  const packed = gzipSync(Buffer.alloc(bombBytes, ' '))
  const head = bodyOf(service, `Content-Encoding: gzip\r\nContent-Length: ${packed.length}`)
  for (let n = 0; n < bombs; n += 1) {
    const socket = await dial(service.port)
    const ended = new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', () => resolve()))
    socket.write(head)
    socket.write(packed)
    await ended
    socket.destroy()
  }
}
