/**
 * A whole installation: processes of the API behind HAProxy, workers, and their store: PostgreSQL behind PgBouncer, or the
 * embedded one. Each of them can be killed, stood still and started again.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Engine, engines, postgresEngine } from './databases.ts'
import { freePorts } from './free-ports.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type ProcessScene, processScene } from './process.ts'
import { type SilentRelay, startSilentRelay } from './silent-relay.ts'
import type { StartedProcess } from './started-process.ts'

export type Member = {
  name: string
  port: number
  process: StartedProcess
  /** Starts it, where it does not run. */
  start(): Promise<void>
  /** Sets its clock off by so many seconds, at once; only of members that were made with a clock of their own. */
  setClock(bySeconds: number): Promise<void>
}

export type Installation = AsyncDisposable & {
  origin: string
  scene: ProcessScene
  members: Member[]
  balancer: Balancer
  /** Null on the embedded store. */
  server: PostgresServer | null
  pooler: Pooler | null
  /** Between the processes and the pooler. */
  relay: SilentRelay | null
}

export type Layout = {
  engine: 'sqlite' | 'postgres'
  roles: readonly ('api' | 'worker' | 'both')[]
  /** Of the processes, beside what they share with the commands. */
  environment?: Record<string, string>
}

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

export async function startInstallation({ engine: name, roles, ...given }: Layout): Promise<Installation> {
  await using ending = new AsyncDisposableStack()
  const server = name === 'sqlite' ? null : ending.use(await startPostgres())
  const pooler = server === null ? null : ending.use(await startPooler(server.url))
  const relay = server === null || pooler === null ? null : ending.use(await startSilentRelay(pooler.urlOf(server.url)))
  const scene = ending.use(
    await processScene(engineOn(server, relay), {
      environment: { WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1', TRUST_PROXY: '127.0.0.1' },
    }),
  )
  const ports = await freePorts(roles.length)
  const served = ports.filter((_, index) => roles[index] !== 'worker')
  const balancer = ending.use(await startBalancer(served))
  const environment = { BASE_URL: balancer.origin, ...given.environment }
  const members: Member[] = []
  for (const [index, role] of roles.entries()) {
    const port = ports[index] ?? 0
    const clockFile = path.join(scene.folder, `clock-${index}`)
    await writeFile(clockFile, '+0')
    // The last of all has a clock of its own.
    const clock: Record<string, string> =
      index === roles.length - 1
        ? { LD_PRELOAD: fakeTime, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1' }
        : {}
    const words = ['serve', ...(role === 'both' ? [] : ['--role', role])]
    const begin = async (): Promise<StartedProcess> => {
      const program = scene.start(words, { ...environment, ...clock, PORT: String(port) })
      await (role === 'worker' ? program.printed(/has begun/, 'error') : program.printed(/^Docs .*$/m))
      return program
    }
    const member: Member = {
      name: `${role} ${index}`,
      port,
      process: await begin(),
      async start() {
        if (!member.process.isRunning) member.process = await begin()
      },
      setClock: (bySeconds) => writeFile(clockFile, `${bySeconds < 0 ? '' : '+'}${bySeconds}`),
    }
    members.push(member)
  }
  const all = ending.move()
  return {
    ...{ origin: balancer.origin, scene, members, balancer, server, pooler, relay },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function engineOn(server: PostgresServer | null, relay: SilentRelay | null): Engine {
  if (server !== null && relay !== null) return postgresEngine(relay.urlOf(server.url), true)
  const embedded = engines.find(({ name }) => name === 'sqlite')
  if (embedded === undefined) throw new Error('there is always the embedded store')
  return embedded
}
