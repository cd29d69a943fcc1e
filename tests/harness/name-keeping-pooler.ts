/**
 * A pooler as PgBouncer is from 1.21 on with `max_prepared_statements`: it tells clients a process that no server has, and keeps
 * the names that each client prepares, under names of its own on the server. A client that asks for a name which it has not
 * prepared itself is cut off, as there. Each client keeps one connection of the server, so it needs no pool.
 */
import { connect, createServer, type Socket } from 'node:net'

export type NameKeepingPooler = AsyncDisposable & {
  /** Of a database behind it, given as the server has it. */
  urlOf(databaseUrl: string): string
  /** Names that clients have prepared, one for each time. */
  prepared: string[]
  /** How often clients have asked which process of the server they were given. */
  askedForProcess(): number
  /** Clients that were cut off. */
  cutOff(): number
}

const typeAndLength = 5

export async function startNameKeepingPooler(serverUrl: string): Promise<NameKeepingPooler> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const prepared: string[] = []
  let [askedForProcess, cutOff] = [0, 0]
  const pooler = createServer((near) => {
    const far = connect(Number(port), hostname)
    const own = new Set<string>()
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    const toServer = messages(true, (type, body) => {
      if (type === 'P') {
        const [name, text] = namesIn(body, 0)
        if (text.includes('pg_backend_pid')) askedForProcess += 1
        if (name === '') return body
        own.add(name)
        prepared.push(name)
        return Buffer.concat([Buffer.from(`POOLER_${name}\0`), body.subarray(name.length + 1)])
      }
      if (type === 'B') {
        const [portal, name] = namesIn(body, 0)
        if (name === '') return body
        if (!own.has(name)) {
          cutOff += 1
          near.destroy()
        }
        const rest = body.subarray(portal.length + 1 + name.length + 1)
        return Buffer.concat([Buffer.from(`${portal}\0POOLER_${name}\0`), rest])
      }
      return body
    })
    const toClient = messages(false, (type, body) => {
      if (type === 'K') body.writeInt32BE(body.readInt32BE(0) + 1, 0)
      return body
    })
    near.on('data', (bytes) => far.write(toServer(Buffer.from(bytes))))
    far.on('data', (bytes) => near.write(toClient(Buffer.from(bytes))))
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const address = pooler.address()
  if (address === null || typeof address === 'string') throw new Error('the pooler has no port')
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${address.port}`
      return url.href
    },
    prepared,
    askedForProcess: () => askedForProcess,
    cutOff: () => cutOff,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => pooler.close(resolve))
    },
  }
}

/** Passes bytes on message by message; a client's first message has no type. */
function messages(fromClient: boolean, change: (type: string, body: Buffer) => Buffer) {
  let [held, isFirst]: [Buffer, boolean] = [Buffer.alloc(0), fromClient]
  return (bytes: Buffer): Buffer => {
    held = Buffer.concat([held, bytes])
    const passed: Buffer[] = []
    for (;;) {
      const head = isFirst ? typeAndLength - 1 : typeAndLength
      if (held.length < head) break
      const end = held.readInt32BE(head - 4) + head - 4
      if (held.length < end) break
      if (isFirst) passed.push(held.subarray(0, end))
      else {
        const body = change(String.fromCharCode(held[0] ?? 0), Buffer.from(held.subarray(head, end)))
        const length = Buffer.alloc(4)
        length.writeInt32BE(body.length + 4)
        passed.push(held.subarray(0, 1), length, body)
      }
      isFirst = false
      held = held.subarray(end)
    }
    return Buffer.concat(passed)
  }
}

/** The texts with which a body begins, each ended by a zero. */
function namesIn(body: Buffer, from: number): [first: string, second: string] {
  const firstEnd = body.indexOf(0, from)
  const secondEnd = body.indexOf(0, firstEnd + 1)
  return [body.toString('utf8', from, firstEnd), body.toString('utf8', firstEnd + 1, secondEnd)]
}
