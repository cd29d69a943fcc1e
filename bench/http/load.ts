/**
 * Sends requests over connections that are kept open, each the next as soon as its answer is whole, for a given time. It
 * reads no more of an answer than where it ends, so that it costs less than any server it asks.
 *
 * Forked: gets a `Task`, answers `Done`, and again.
 */
import { connect, type Socket } from 'node:net'

/** `requests` are sent in turn, whole, as they stand. */
export type Task = { port: number; requests: string[]; connections: number; durationMs: number }
/** `refused`: answers with another status than 200. */
export type Done = { answers: number; refused: number; ms: number; bytes: number; latenciesUs: number[] }

const headEnd = '\r\n\r\n'
/** A share of the latencies is enough, and costs less. */
const latencyEvery = 8
const answerMs = 20_000

process.on('message', (task: Task) => {
  run(task).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})

async function run({ port, requests, connections, durationMs }: Task): Promise<Done> {
  const done: Done = { answers: 0, refused: 0, ms: 0, bytes: 0, latenciesUs: [] }
  const buffers = requests.map((request) => Buffer.from(request, 'latin1'))
  let next = 0
  const from = performance.now()
  const take = (): Buffer | null => {
    if (performance.now() - from >= durationMs) return null
    next = (next + 1) % buffers.length
    return buffers[next] ?? null
  }
  await Promise.all(Array.from({ length: connections }, () => converse(port, take, done)))
  done.ms = performance.now() - from
  return done
}

function converse(port: number, take: () => Buffer | null, done: Done): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer came')))
    let left = 0
    let sentAt = 0
    const send = (): void => {
      const request = take()
      if (request === null) {
        socket.end()
        resolve()
        return
      }
      left = -1
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      done.bytes += chunk.length
      if (left < 0) {
        const end = chunk.indexOf(headEnd)
        if (end < 0) {
          socket.destroy(new Error('the head of an answer came in pieces'))
          return
        }
        const head = chunk.toString('latin1', 0, end)
        if (!head.startsWith('HTTP/1.1 200')) done.refused += 1
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
        left = length - (chunk.length - end - headEnd.length)
      } else left -= chunk.length
      if (left > 0) return
      done.answers += 1
      if (done.answers % latencyEvery === 0) done.latenciesUs.push(Math.round((performance.now() - sentAt) * 1_000))
      send()
    })
    socket.on('error', reject)
  })
}
