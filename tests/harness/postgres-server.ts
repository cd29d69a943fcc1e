/** PostgreSQL servers of a test's own: one that can be killed, restarted and stood still, and a replica that can take its place. */
import { execFileSync, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { serverFolder, serverUser } from './as-server-user.ts'
import { freePorts } from './free-ports.ts'
import { serverPrograms } from './middle-programs.ts'
import { type StartedProcess, startProgram, until } from './started-process.ts'

export type PostgresServer = {
  url: string
  /** Ends it in that way, and starts it again. `immediate`: as a crash, with the recovery that follows. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** SIGKILL: every process of it is gone. */
  kill(): Promise<void>
  /** Starts it again after that. */
  start(): Promise<void>
  /** SIGSTOP of every process of it: it takes connections and says nothing, as a machine does that hangs. */
  standStill(): void
  goOn(): void
  /** A server that follows this one, asynchronously. */
  replica(): Promise<PostgresServer>
  /** Has a replica take writes. */
  promote(): Promise<void>
  one(text: string): Promise<Record<string, unknown> | undefined>
  [Symbol.asyncDispose](): Promise<void>
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await serverFolder()
  const data = path.join(folder, 'data')
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'])
  await writeFile(
    path.join(data, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  )
  return begun(folder, data)
}

async function begun(folder: string, data: string): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=120',
    'wal_level=replica',
    'hot_standby=on',
    // As an operator sets it behind a pooler.
    'client_connection_check_interval=1000',
  ].flatMap((setting) => ['-c', setting])
  let running: StartedProcess | null = null
  let still: readonly number[] = []
  const goOn = (): void => {
    for (const pid of still) signalled(pid, 'SIGCONT')
    still = []
  }
  const kill = async (): Promise<void> => {
    const ended = running?.kill()
    // Those that stand still notice the end of their parent when they go on.
    goOn()
    await ended
  }
  const one = async (text: string): Promise<Record<string, unknown> | undefined> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    return client
      .query(text)
      .then(
        ({ rows }) => rows[0],
        (error: unknown) => Promise.reject(error),
      )
      .finally(() => client.end().catch(() => undefined))
  }
  const start = async (): Promise<void> => {
    const started = startProgram(programOf('postgres'), ['-D', data, ...settings], {
      environment: {},
      cwd: folder,
      ...serverUser,
    })
    running = started
    await until(`a PostgreSQL server answers:\n${started.error}`, () => one('select 1').catch(() => null))
  }
  await start()
  return {
    url,
    one,
    async restart(mode) {
      running?.signal(signals[mode])
      await running?.end()
      await start()
    },
    kill,
    start,
    standStill() {
      const pid = running?.child.pid
      if (pid === undefined) throw new Error('the server does not run')
      signalled(pid, 'SIGSTOP')
      still = [pid, ...childrenOf(pid)]
      for (const one of still) signalled(one, 'SIGSTOP')
    },
    goOn,
    async replica() {
      const other = await serverFolder()
      const copy = path.join(other, 'data')
      run('pg_basebackup', ['-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', url])
      return begun(other, copy)
    },
    promote: async () => {
      await one('select pg_promote(true, 30)')
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** One that has ended since it was listed is passed over. */
function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function programOf(name: string): string {
  if (serverPrograms === null) throw new Error('no PostgreSQL server is installed')
  return path.join(serverPrograms, name)
}

function run(name: string, words: readonly string[]): void {
  execFileSync(programOf(name), words, { ...serverUser, cwd: '/', stdio: 'pipe' })
}
