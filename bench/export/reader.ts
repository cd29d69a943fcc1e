/**
 * A reader of downloads, which does nothing with them: reads an answer to its end into one buffer, again and again, and notes
 * how long it took. Forked, so that its work is not taken for the server's.
 *
 * Gets a `Task`, answers `Done`, and again.
 */
import { connect } from 'node:net'

export type Task = { port: number; path: string; key: string; coding: string | null; times: number }
/** Of each time: milliseconds to the first byte of the body and to its last, bytes received (chunks' frames with them). */
export type Done = { status: number; firstMs: number; ms: number; bytes: number }[]

const readBytes = 1024 * 1024

process.on('message', (task: Task) => {
  read(task).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})

async function read(task: Task): Promise<Done> {
  const done: Done = []
  for (let time = 0; time < task.times; time += 1) done.push(await readOnce(task))
  return done
}

function readOnce({ port, path, key, coding }: Task): Promise<Done[number]> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const one: Done[number] = { status: 0, firstMs: 0, ms: 0, bytes: 0 }
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(readBytes),
        callback: (length, buffer) => {
          if (one.status === 0) {
            one.status = Number(Buffer.from(buffer).toString('latin1', 9, 12))
            one.firstMs = performance.now() - from
          }
          one.bytes += length
          return true
        },
      },
    })
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Authorization: Bearer ${key}`]
    if (coding !== null) lines.push(`Accept-Encoding: ${coding}`)
    socket.write([...lines, '', ''].join('\r\n'))
    socket.on('error', reject)
    socket.on('close', () => {
      one.ms = performance.now() - from
      resolve(one)
    })
  })
}
