/**
 * The peers: a bare `node:http` server that sends the bytes of a file. `/buffers`: as buffers of 256 KB that lie ready in
 * memory, one after the other; `/file`: as the runtime streams a file.
 *
 *   node bench/export/bare.ts   BARE_FILES: names and files (JSON); PORT
 */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

const bufferBytes = 256 * 1024
const files = JSON.parse(process.env.BARE_FILES ?? '{}') as Record<string, string>
const ready = new Map(Object.entries(files).map(([name, file]) => [name, buffersOf(readFileSync(file))]))

createServer((request, response) => {
  const [, how = '', name = ''] = (request.url ?? '').split('/')
  const file = files[name]
  if (file === undefined) {
    response.end('ready')
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-length': String(statSync(file).size) })
  if (how === 'file') pipeline(createReadStream(file, { highWaterMark: bufferBytes }), response, () => {})
  else send(response, ready.get(name) ?? [])
}).listen(Number(process.env.PORT), '127.0.0.1')

function buffersOf(bytes: Buffer): Buffer[] {
  const buffers: Buffer[] = []
  for (let from = 0; from < bytes.length; from += bufferBytes) buffers.push(bytes.subarray(from, from + bufferBytes))
  return buffers
}

function send(response: ServerResponse, buffers: readonly Buffer[]): void {
  let next = 0
  const go = (): void => {
    while (next < buffers.length) {
      const buffer = buffers[next]
      next += 1
      if (!response.write(buffer)) {
        response.once('drain', go)
        return
      }
    }
    response.end()
  }
  go()
}
