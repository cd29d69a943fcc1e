/** A customer's endpoint: which deliveries came of each event. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = Disposable & { url: string; byEvent: ReadonlyMap<string, ReadonlySet<string>> }

export async function startReceiver(): Promise<Received> {
  const byEvent = new Map<string, Set<string>>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id }: { id: string } = JSON.parse(Buffer.concat(chunks).toString())
      const deliveries = byEvent.get(id) ?? new Set()
      byEvent.set(id, deliveries.add(String(request.headers['service-delivery'])))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    byEvent,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
