/** Clients of others, which `tests/mcp/clients` installs: each is a program of its own. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Brought, Errand } from '../mcp/clients/errand.ts'
import { type StartedProcess, startProgram } from './started-process.ts'

export const clientsFolder = path.join(import.meta.dirname, '..', 'mcp', 'clients')

/**
 * Why tests with these clients are skipped; false where they run. A check of the whole project says that none may be
 * skipped: then they fail where the clients are not there.
 */
export const clientsMissing: string | false =
  process.env.MCP_CLIENTS === 'required' || existsSync(path.join(clientsFolder, 'node_modules', '.setup-stamp'))
    ? false
    : 'the clients are not installed: npm ci --ignore-scripts in tests/mcp/clients, which needs the network'

/** A program of the folder, or one that a package there brings. */
export function startClient(program: string, words: readonly string[]): StartedProcess {
  return startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    cwd: clientsFolder,
    environment: {},
  })
}

/** Sends a client on an errand, and answers what it brought back. */
export async function send(program: string, errand: Errand): Promise<Brought> {
  const client = startClient(path.join(clientsFolder, program), [JSON.stringify(errand)])
  const { code } = await client.end()
  assert.equal(code, 0, client.error)
  return JSON.parse(client.out)
}

export type KeyAdder = { url: string; stop(): Promise<void> }

/** In front of a service: adds the key, for what cannot send one, and passes everything else on as it is. */
export async function startKeyAdder(origin: string, key: string): Promise<KeyAdder> {
  const { hostname, port } = new URL(origin)
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const passed = request({
      hostname,
      port,
      method,
      path: url,
      headers: { ...headers, authorization: `Bearer ${key}` },
    })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
