/** Connections of an attacker. */
import { connect, type Socket } from 'node:net'

/** One to that port of this machine, from that address of it. */
export function dial(port: number, localAddress?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) })
    socket.once('connect', () => resolve(socket)).once('error', reject)
    // Being cut is what some of this provokes.
    socket.on('error', () => {})
  })
}

export function once(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()))
}

/** The same request over so many connections, each again when an answer has come, for so long. */
export async function sendAgainAndAgain(port: number, request: string, count: number, forMs: number): Promise<void> {
  const until = performance.now() + forMs
  const one = async (): Promise<void> => {
    const socket = await dial(port)
    const closed = once(socket, 'close')
    while (performance.now() < until && !socket.destroyed) {
      socket.write(request)
      await Promise.race([once(socket, 'data'), closed])
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: count }, one))
}
