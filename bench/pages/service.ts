/** The service as it is run, over measures of the bench, and the bare server beside it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { engines } from '../../tests/harness/databases.ts'
import { freePort, type Measured, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'

export type Side = { measured: Measured; port: number }
export type Sides = {
  service: Side
  bare: Side
  /** Of somebody who is signed in to an account with a key; as `name=value`. */
  signIn(): Promise<string>
  stop(): Promise<void>
}

/** On the embedded store. Visitors may name their own address, so that a load is that of many. */
export async function startSides(measures: number): Promise<Sides> {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
  const store = await embedded.open()
  const running: Measured[] = []
  const stop = async (): Promise<void> => {
    for (const one of running) await one.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, measures, Date.now())
    const [port, barePort] = [await freePort(), await freePort()]
    const environment = { ...serviceEnvironment(store, sourcesFile, port), TRUST_PROXY: '127.0.0.0/8' }
    const service = startMeasured({ file: 'src/begin.mjs', words: ['serve', '--role', 'api'], environment })
    running.push(service)
    const bare = startMeasured({ file: 'bench/pages/bare-server.ts', words: [String(barePort)], environment: {} })
    running.push(bare)
    await until200(`http://127.0.0.1:${port}/en/search`)
    await until200(`http://127.0.0.1:${barePort}/100`)
    const signIn = async (): Promise<string> => {
      const email = 'bench@example.org'
      const { id } = await createAccount(store.database, Date.now(), { email, plan: 'business' })
      await createKey(store.database, Date.now(), { account: id, mode: 'live', name: 'bench' })
      const link = await makeLink(store.database, Date.now(), id, null)
      const origin = `http://127.0.0.1:${port}`
      const answer = await fetch(`${origin}/v1/dashboard/session/link`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.slice(link.lastIndexOf('/') + 1) }),
      })
      const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0]
      if (cookie === undefined) throw new Error(`signing in was answered with ${answer.status}`)
      return cookie
    }
    return { service: { measured: service, port }, bare: { measured: bare, port: barePort }, signIn, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
