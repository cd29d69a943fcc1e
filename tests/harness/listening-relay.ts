/** A way to a PostgreSQL server on which everything is heard that is sent to it. */
import { connect, createServer, type Socket } from 'node:net'

export type ListeningRelay = AsyncDisposable & {
  /** Of a database behind it, given as the server has it. */
  urlOf(databaseUrl: string): string
  /** All that was sent to the server so far, connection by connection. */
  sent(): Buffer
}

export async function startListeningRelay(serverUrl: string): Promise<ListeningRelay> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const heard: Buffer[][] = []
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname)
    const ofConnection: Buffer[] = []
    heard.push(ofConnection)
    near.on('data', (bytes: Buffer) => ofConnection.push(bytes))
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
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
    sent: () => Buffer.concat(heard.flat()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}
