/** A port that is free, for a service that was told to take one and has to know its own address before it listens. */
import { once } from 'node:events'
import { createServer } from 'node:net'

export type FreePort = {
  port: number
  /** Lets go of it, for whoever listens next; a second time does nothing. */
  release(): Promise<void>
}

/** Holds a free port of `host`: until it is released nobody else is given it. */
export async function holdFreePort(host: string): Promise<FreePort> {
  const server = createServer((socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host} has no ports`)
  let released: Promise<unknown> | null = null
  return {
    port: address.port,
    async release() {
      released ??= once(server.close(), 'close')
      await released
    },
  }
}
