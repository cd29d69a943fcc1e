/**
 * A way to a PostgreSQL server that can fall silent, as a network does in which a machine is lost: nothing passes, nothing is
 * refused, and nobody is told. What was sent meanwhile arrives when it goes on.
 */
import { connect, createServer, type Socket } from 'node:net'

export type SilentRelay = AsyncDisposable & {
  /** Of a database behind it, given as the server has it. */
  urlOf(databaseUrl: string): string
  silence(): void
  /** Ends every connection there is, as a network does that comes back another one. */
  cut(): void
  goOn(): void
}

export async function startSilentRelay(serverUrl: string): Promise<SilentRelay> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const kept = (socket: Socket): Socket => {
    sockets.add(socket)
    if (isSilent) socket.pause()
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => to.destroy())
    }
    kept(near)
    kept(far)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${address.port}`
      return url.href
    },
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    goOn() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}
