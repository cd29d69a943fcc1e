/** Clients of others, which `tests/mcp/clients` installs: each is a program of its own. */
import assert from 'node:assert/strict'
import path from 'node:path'
import type { Brought, Errand } from '../mcp/clients/errand.ts'
import { startMeddlingProxy } from './meddling-proxy.ts'
import { packagesMissing } from './package-folders.ts'
import { type StartedProcess, startProgram } from './started-process.ts'

export const clientsFolder = path.join(import.meta.dirname, '..', 'mcp', 'clients')

/** Why tests with these clients are skipped; false where they run. */
export const clientsMissing = packagesMissing(clientsFolder, process.env.MCP_CLIENTS === 'required', 'the clients are')

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
  const proxy = await startMeddlingProxy(origin, () => undefined, { authorization: `Bearer ${key}` })
  return { url: `${proxy.origin}/mcp`, stop: () => proxy[Symbol.asyncDispose]() }
}
