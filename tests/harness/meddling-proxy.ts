/** Before a service: passes everything on as it is, but lets a test do something between a request and its answer. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is answered in the place of the service; nothing: the service answers. */
export type Instead = { status: number; json: unknown } | undefined

export type MeddlingProxy = { origin: string; [Symbol.asyncDispose](): Promise<void> }

/** `before` is called with the path of each request, and what it waits for the request waits for; `headers` are added to it. */
export async function startMeddlingProxy(
  origin: string,
  before: (path: string) => Promise<Instead> | Instead,
  headers: Readonly<Record<string, string>> = {},
): Promise<MeddlingProxy> {
  const { hostname, port } = new URL(origin)
  const server = createServer(async (incoming, outgoing) => {
    const { method, url: path = '' } = incoming
    const instead = await before(path)
    if (instead !== undefined) {
      outgoing.writeHead(instead.status, { 'content-type': 'application/json' }).end(JSON.stringify(instead.json))
      return
    }
    const passed = request({ hostname, port, method, path, headers: { ...incoming.headers, ...headers }, agent: false })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
