/**
 * What node:http and the way to the browser cost by themselves: pages of a given number of bytes that load nothing more.
 *
 *   node bench/pages/bare-server.ts <port>        GET /<bytes>
 */
import { createServer } from 'node:http'

const [portText = ''] = process.argv.slice(2)
const bytesMax = 1_000_000
const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body>'
const sentence = '<p>A measure, what it is, how much, until when, for whom and whose.</p>'
const made = new Map<number, Buffer>()

function page(bytes: number): Buffer {
  const known = made.get(bytes)
  if (known !== undefined) return known
  const page = Buffer.alloc(bytes, sentence)
  page.write(head.slice(0, bytes))
  made.set(bytes, page)
  return page
}

const server = createServer((request, response) => {
  const bytes = Math.min(Number((request.url ?? '').slice(1)) || 0, bytesMax)
  const body = page(bytes)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': String(body.length) })
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(Number(portText), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
