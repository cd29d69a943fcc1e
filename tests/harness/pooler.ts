/** PgBouncer in transaction mode before a PostgreSQL server, as it stands in `docs/operating.md`. */
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { serverFolder, serverUser } from './as-server-user.ts'
import { freePorts } from './free-ports.ts'
import { pgbouncer } from './middle-programs.ts'
import { type StartedProcess, startProgram, until } from './started-process.ts'

export type Pooler = {
  /** Of a database behind it, given as the server has it. */
  urlOf(databaseUrl: string): string
  /** SIGKILL: every connection through it is cut. */
  kill(): Promise<void>
  /** Starts it again at the same port, leading to the server of now. */
  start(): Promise<void>
  /** Has it lead to another server: written, and read again without a cut. */
  leadTo(serverUrl: string): Promise<void>
  /** What it has logged; for finding out. */
  log(): string
  [Symbol.asyncDispose](): Promise<void>
}

export async function startPooler(serverUrl: string): Promise<Pooler> {
  if (pgbouncer === null) throw new Error('pgbouncer is not installed')
  const program = pgbouncer
  const folder = await serverFolder()
  const [port = 0] = await freePorts(1)
  const file = path.join(folder, 'pgbouncer.ini')
  let running: StartedProcess | null = null
  const write = (server: string): Promise<void> => writeFile(file, settingsFor(new URL(server), port))
  const start = async (): Promise<void> => {
    running = startProgram(program, [file], { environment: {}, cwd: folder, ...serverUser })
    await until(`pgbouncer listens:\n${running.error}`, () => listens(port))
  }
  await write(serverUrl)
  await start()
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    kill: async () => running?.kill(),
    start,
    async leadTo(server) {
      await write(server)
      running?.signal('SIGHUP')
    },
    log: () => running?.error ?? '',
    async [Symbol.asyncDispose]() {
      await running?.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Any database of the server, by whoever says who it is: the server is the test's own. */
function settingsFor(server: URL, port: number): string {
  return `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 400
default_pool_size = 12
reserve_pool_size = 4
server_lifetime = 600
server_login_retry = 1
query_wait_timeout = 4
server_connect_timeout = 3
tcp_keepalive = 1
`
}

/** Whether somebody takes connections at the port. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
