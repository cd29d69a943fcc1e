/** A service of any checkout, with a store and keys of its own, made by its own commands: nothing is shared but the wire. */
import { execFile, fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, Measured, until200 } from '../start/measured.ts'
import { recordInput } from '../start/records.ts'

const measures = 1_000
const commandMs = 120_000
const program = path.join('src', 'main.ts')
const run = promisify(execFile)

export type AttackedService = {
  origin: string
  port: number
  measured: Measured
  /** Of the cheapest plan, of the largest one, and of a customer who has nothing to do with either. */
  keys: { attacker: string; bulk: string; neighbour: string }
  /** Lines in the log so far. */
  logLines(): Promise<number>
  stop(): Promise<void>
}

/** Starts the code under that folder. Whoever starts it stops it. */
export async function startAttacked(checkout: string): Promise<AttackedService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-bench-edge-'))
  const environment = await settingsIn(folder)
  const command = async (...words: string[]): Promise<{ id: string; key: string }> => {
    const { stdout } = await run(process.execPath, [program, ...words, '--json'], {
      cwd: checkout,
      env: { ...process.env, ...environment },
      timeout: commandMs,
    })
    return JSON.parse(stdout)
  }
  await run(process.execPath, [program, 'migrate'], { cwd: checkout, env: { ...process.env, ...environment } })
  await command('ingest', 'bench')
  const keyOn = async (plan: string, name: string): Promise<string> => {
    const account = await command('accounts', 'create', '--email', `${name}@example.org`, '--plan', plan)
    return (await command('keys', 'create', '--account', account.id, '--mode', 'live', '--name', name)).key
  }
  const keys = {
    attacker: await keyOn('developer', 'attacker'),
    bulk: await keyOn('enterprise', 'bulk'),
    neighbour: await keyOn('enterprise', 'neighbour'),
  }
  const log = path.join(folder, 'log')
  const port = Number(environment.PORT)
  const child = fork(path.join(checkout, program), ['serve', '--role', 'api'], {
    cwd: checkout,
    execPath: process.execPath,
    execArgv: ['--expose-gc', '--import', path.join(import.meta.dirname, '..', 'start', 'probe.ts')],
    env: { ...process.env, ...environment, BENCH_WATCH: '1' },
    stdio: ['ignore', 'ignore', openSync(log, 'w'), 'ipc'],
  })
  const measured = new Measured(child)
  const origin = `http://127.0.0.1:${port}`
  await until200(`${origin}/v1/subsidies?limit=1`, keys.neighbour)
  return {
    origin,
    port,
    measured,
    keys,
    logLines: async () => (await readFile(log, 'utf8')).split('\n').length - 1,
    async stop() {
      await measured.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function settingsIn(folder: string): Promise<Record<string, string>> {
  const records = path.join(folder, 'measures.ndjson')
  const lines = Array.from({ length: measures }, (_, number) => JSON.stringify(recordInput(number, 0)))
  await writeFile(records, lines.join('\n'))
  const source = {
    id: 'bench',
    prefix: 'bench',
    name: 'Synthetic measures',
    publisher: 'Agency',
    url: 'https://agency.example',
    connector: 'file',
    language: 'en',
    government_level: 'region',
    regions: [],
    licence: { id: 'cc0', name: 'CC0', url: null },
    reuse_mode: 'attribution',
    attribution: 'Source: Agency',
    expected_every_hours: null,
    schedule: null,
    settings: { path: records },
  }
  const file = path.join(folder, 'sources.json')
  await writeFile(file, JSON.stringify({ sources: [source] }))
  const port = String(await freePort())
  return { DATA_DIR: path.join(folder, 'var'), SOURCES_FILE: file, PORT: port, OPEN_ROUTE_RPS: '10', LOG_LEVEL: 'info' }
}
