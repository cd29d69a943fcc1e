/** A server that answers request after request what a script says, whatever was asked; the last step goes on for ever. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Step =
  | { status: number; body: unknown; headers?: Record<string, string> }
  /** The connection is closed before a byte of the answer; in its body; or nothing more comes. */
  | 'cut'
  | 'cut in the body'
  | 'no answer'
  | 'no more body'
  | 'html'

export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string; at: number }

export type ScriptedServer = { origin: string; asked: Asked[]; [Symbol.asyncDispose](): Promise<void> }

export async function startScripted(steps: readonly Step[]): Promise<ScriptedServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers, body, at: performance.now() })
    carryOut(steps[Math.min(asked.length, steps.length) - 1] ?? 'cut', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function carryOut(step: Step, response: ServerResponse): void {
  if (step === 'cut') response.destroy()
  else if (step === 'cut in the body' || step === 'no more body') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"data":')
    if (step === 'cut in the body') setTimeout(() => response.destroy(), 20)
  } else if (step === 'html') {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html><h1>Service Unavailable</h1></html>')
  } else if (step !== 'no answer') {
    const { status, body, headers = {} } = step
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_here', ...headers }).end(text)
  }
}

/** A refusal as the service writes it. */
export function refusal(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details: object = {},
): Step {
  const error = { code, message: `It is ${code}.`, request_id: 'req_of_body', details }
  return {
    status,
    body: { error },
    headers: { link: `<https://x.example/docs/errors/${code}>; rel="help"`, ...headers },
  }
}
