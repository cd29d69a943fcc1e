/** A road to a service that cuts, holds up, refuses and garbles what passes, by chance; smooth where that is asked for. */
import { connect, createServer, type Socket } from 'node:net'

export type RoughRoad = {
  origin: string
  /** Whose port is at the other end now; null: nobody's. */
  leadsTo(port: number | null): void
  /** From now on: whether anything happens to what passes. What is under way goes on as it was. */
  isRough: boolean
  /** What has happened so far, by name. */
  mishaps: Map<string, number>
  close(): Promise<void>
}

const bytesMax = 40_000
const holdUpMs = 400
const nobodysPort = 1

const refusedByLimit = (): string => {
  const error = { code: 'rate_limit_exceeded', message: 'Slower.', request_id: 'req_road', details: {} }
  return answered('429 Too Many Requests', 'application/json', JSON.stringify({ error }), 'Retry-After: 1\r\n')
}

const answered = (status: string, type: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`

/** `onward` opens the rest of the way; where it is not called nobody at the other end hears of the connection. */
type Mishap = { name: string; weight: number; happens(from: Socket, onward: () => Socket, chance: () => number): void }

const smooth: Mishap = { name: 'none', weight: 4, happens: (from, onward) => pass(from, onward()) }
const mishaps: Mishap[] = [
  smooth,
  {
    name: 'cut after some bytes of answers',
    weight: 4,
    happens(from, onward, chance) {
      const to = onward()
      pass(from, to)
      let left = Math.floor(chance() ** 2 * bytesMax)
      to.on('data', (bytes: Buffer) => {
        left -= bytes.length
        if (left < 0) from.destroy()
      })
    },
  },
  {
    name: 'cut before the answer passed',
    weight: 2,
    happens(from, onward) {
      const to = onward()
      from.pipe(to)
      to.once('data', () => from.destroy())
    },
  },
  { name: 'cut at once', weight: 1, happens: (from) => void from.destroy() },
  {
    name: 'held up',
    weight: 2,
    happens: (from, onward, chance) => void setTimeout(() => pass(from, onward()), chance() * holdUpMs),
  },
  { name: 'never answered', weight: 0.3, happens: (from) => void from.resume() },
  { name: 'limited', weight: 1, happens: (from) => say(from, refusedByLimit()) },
  {
    name: 'a page of a proxy',
    weight: 1,
    happens: (from) => say(from, answered('502 Bad Gateway', 'text/html', '<html>502</html>')),
  },
  { name: 'garbage', weight: 0.5, happens: (from) => say(from, '\u0000\u0001 no HTTP at all\r\n\r\n') },
]

function pass(from: Socket, to: Socket): void {
  from.pipe(to)
  to.pipe(from)
}

function say(from: Socket, text: string): void {
  from.once('data', () => from.end(text))
}

/** Starts a road on a port of its own, with what happens on it decided by `chance`. */
export async function startRoad(chance: () => number): Promise<RoughRoad> {
  let port: number | null = null
  const counts = new Map<string, number>()
  const open = new Set<Socket>()
  const total = mishaps.reduce((sum, { weight }) => sum + weight, 0)

  const drawn = (): Mishap => {
    let left = chance() * total
    for (const mishap of mishaps) {
      left -= mishap.weight
      if (left < 0) return mishap
    }
    return smooth
  }
  const kept = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const server = createServer((from) => {
    kept(from)
    const onward = (): Socket => {
      // Nobody listens there while the service is down.
      const to = kept(connect(port ?? nobodysPort, '127.0.0.1'))
      to.on('close', () => from.destroy())
      from.on('close', () => to.destroy())
      return to
    }
    const mishap = road.isRough ? drawn() : smooth
    counts.set(mishap.name, (counts.get(mishap.name) ?? 0) + 1)
    mishap.happens(from, onward, chance)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the road has no port')
  const road: RoughRoad = {
    origin: `http://127.0.0.1:${address.port}`,
    leadsTo(next) {
      port = next
    },
    isRough: false,
    mishaps: counts,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return road
}
