/** A receiver in a process of its own: answers 204, `/hang...` never; tells when what came. Started by `run.ts`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What it tells when asked: of each delivery that came, its path, id and instant. */
export type Came = { path: string; delivery: string; atMs: number }

let came: Came[] = []
const server = createServer((request, response) => {
  const { url = '' } = request
  came.push({ path: url, delivery: String(request.headers['service-delivery'] ?? ''), atMs: Date.now() })
  request.resume()
  if (url.startsWith('/hang')) return
  request.on('end', () => response.writeHead(204).end())
})
server.keepAliveTimeout = 1
process.on('message', () => {
  process.send?.(came)
  came = []
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', 16_384, () => process.send?.((server.address() as AddressInfo).port))
