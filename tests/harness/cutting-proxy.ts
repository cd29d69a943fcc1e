/**
 * A bad line to a service: connections that are refused, cut in the request or in the answer, that stall, or that end in a
 * proxy which answers something of its own. Which of them go well is drawn.
 */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export const fates = [
  'passed',
  'refused',
  'request_cut',
  'answer_lost',
  'answer_cut',
  'stalled',
  'html',
  'not_json',
] as const
export type Fate = (typeof fates)[number]

export type CuttingProxy = {
  origin: string
  /** Where the service listens now; null: nowhere. */
  leadTo(origin: string | null): void
  /** How many connections had each fate. */
  met: Record<Fate, number>
  stop(): Promise<void>
}

/** Of answers so many bytes are let through at most before they are cut. */
const cutBytesMax = 60_000
const shareOfPassed = 0.5
/** Of a connection that is passed on, until it is cut at whatever it is doing. */
const livesMsMax = 400

const answers = {
  html: 'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html><h1>Bad Gateway</h1></html>',
  not_json: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>Log in to the network</html>',
}

/** `chance`: numbers from 0 to 1. */
export async function startCuttingProxy(chance: () => number): Promise<CuttingProxy> {
  let upstream: URL | null = null
  const met = Object.fromEntries(fates.map((fate) => [fate, 0])) as Record<Fate, number>
  const sockets = new Set<Socket>()
  // In turn, so that few connections meet them all.
  const [, ...bad] = fates
  let turn = 0
  const nextBad = (): Fate => {
    turn += 1
    return bad[turn % bad.length] ?? 'refused'
  }
  const server = createServer((near) => {
    const fate = upstream === null ? 'refused' : chance() < shareOfPassed ? 'passed' : nextBad()
    met[fate] += 1
    sockets.add(near)
    const end = setTimeout(() => near.destroy(), fate === 'stalled' ? livesMsMax * 10 : chance() * livesMsMax)
    near.on('close', () => clearTimeout(end))
    near.on('error', () => near.destroy())
    near.on('close', () => sockets.delete(near))
    if (fate === 'refused' || upstream === null) near.destroy()
    else if (fate === 'request_cut') near.once('data', () => near.destroy())
    else if (fate === 'html' || fate === 'not_json') near.once('data', () => near.end(answers[fate]))
    else join(near, connect(Number(upstream.port), upstream.hostname), fate, Math.floor(chance() * cutBytesMax))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(origin) {
      upstream = origin === null ? null : new URL(origin)
    },
    met,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes on both ways, until what the fate says has come to pass. */
function join(near: Socket, far: Socket, fate: Fate, cutAt: number): void {
  let answered = 0
  far.on('error', () => near.destroy())
  far.on('close', () => near.destroy())
  near.on('close', () => far.destroy())
  near.pipe(far)
  far.on('data', (bytes: Buffer) => {
    if (fate === 'answer_lost') near.destroy()
    const left = cutAt - answered
    answered += bytes.length
    if (fate === 'passed' || bytes.length <= left) near.write(bytes)
    else if (left > 0) near.write(bytes.subarray(0, left))
    if (fate === 'answer_cut' && answered > cutAt) near.destroy()
  })
}
