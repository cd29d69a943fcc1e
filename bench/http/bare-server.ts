/**
 * What node:http costs by itself: a server that knows its answers by their paths and sends them, the bytes as they lie in
 * memory. `/stringified...` makes each body anew with JSON.stringify, as a service without rows made beforehand does;
 * `/empty` answers without a body.
 *
 *   node bench/http/bare-server.ts <port> <file of recorded answers>
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Recorded } from './recorded.ts'

const [portText = '', file = ''] = process.argv.slice(2)
const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'))
const answers = new Map(
  recorded.map(({ path, status, headers, body }) => [path, { status, headers, body: Buffer.from(body) }]),
)
const values = new Map(
  recorded.map(({ path, headers, body }) => [`/stringified${path}`, { headers, value: JSON.parse(body) }]),
)

const server = createServer((request, response) => {
  const url = request.url ?? ''
  const answer = answers.get(url)
  if (answer !== undefined) {
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
    return
  }
  const made = values.get(url)
  if (made === undefined) {
    response.writeHead(200, { 'content-length': '0' })
    response.end()
    return
  }
  const body = Buffer.from(JSON.stringify(made.value))
  response.writeHead(200, { ...made.headers, 'content-length': String(body.length) })
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(Number(portText), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
