/** The service as it is run, over measures of the bench, and the bare server beside it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '../../tests/harness/databases.ts'
import { freePort, type Measured, serviceEnvironment, startMeasured, until200 } from '../start/measured.ts'
import { fillStore, writeSourcesFile } from '../start/store.ts'

export type Side = { measured: Measured; port: number }
export type Sides = { service: Side; bare: Side; stop(): Promise<void> }

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
    return { service: { measured: service, port }, bare: { measured: bare, port: barePort }, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
