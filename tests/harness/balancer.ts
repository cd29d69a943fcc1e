/**
 * HAProxy before processes of the API, by the configuration that is shipped (`deploy/haproxy`): as it stands, over TLS and before
 * two processes, or for callers of this machine without TLS and before any number of them.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { certificate } from './certificates.ts'
import { freePorts } from './free-ports.ts'
import { haproxy } from './middle-programs.ts'
import { listens } from './pooler.ts'
import { projectRoot, type StartedProcess, startProgram, until } from './started-process.ts'

export const balancerConfiguration = path.join(projectRoot, 'deploy', 'haproxy', 'haproxy.cfg')

export type Balancer = {
  /** Where people reach it. */
  origin: string
  /** Begins another process with the same settings, which takes the port over; the one before ends what it has under way. */
  reload(): Promise<void>
  /** Fails with what it wrote where it does not run. */
  mustRun(): void
  [Symbol.asyncDispose](): Promise<void>
}
/** `plain`: where it leads to TLS; `authority`: what its certificate is checked by. */
export type ShippedBalancer = Balancer & { plain: string; authority: string }

/** Without TLS, before the processes on these ports of this machine. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const [port = 0] = await freePorts(1)
  const shipped = await readFile(balancerConfiguration, 'utf8')
  const servers = ports.map((one, index) => `    server api${index} 127.0.0.1:${one}`).join('\n')
  const settings = shipped
    .replace(/^frontend plain\n(?: .*\n)+/m, '')
    .replace(/^ {4}bind "\$\{LISTEN_TLS.*$/m, `    bind 127.0.0.1:${port}`)
    .replaceAll(/(?:^ {4}server api\d .*\n?)+/gm, `${servers}\n`)
  return begun({ settings, environment: { CONNECTIONS: '2000' }, port, origin: `http://127.0.0.1:${port}` })
}

/** As it is shipped, before two processes. */
export async function startShippedBalancer(hosts: readonly [string, string]): Promise<ShippedBalancer> {
  const [plain = 0, encrypted = 0] = await freePorts(2)
  const { cert, key } = certificate({ names: ['127.0.0.1'], by: null })
  const [API1, API2] = hosts
  const balancer = await begun({
    settings: await readFile(balancerConfiguration, 'utf8'),
    certificate: `${cert}${key}`,
    environment: {
      ...{ LISTEN_PLAIN: `127.0.0.1:${plain}`, LISTEN_TLS: `127.0.0.1:${encrypted}` },
      ...{ API1, API2, CONNECTIONS: '1000' },
    },
    port: encrypted,
    origin: `https://127.0.0.1:${encrypted}`,
  })
  return { ...balancer, plain: `http://127.0.0.1:${plain}`, authority: cert }
}

type Begin = {
  settings: string
  /** With its key; none where nothing is asked over TLS. */
  certificate?: string
  environment: Record<string, string>
  port: number
  origin: string
}

async function begun({ settings, certificate: held, environment, port, origin }: Begin): Promise<Balancer> {
  if (haproxy === null) throw new Error('haproxy is not installed')
  const program = haproxy
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-balancer-'))
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, settings)
  if (held !== undefined) await writeFile(path.join(folder, 'all.pem'), held)
  const all: StartedProcess[] = []
  const start = async (): Promise<void> => {
    const before = all.at(-1)?.child.pid
    const words = ['-db', '-f', file, ...(before === undefined ? [] : ['-sf', String(before)])]
    all.push(
      startProgram(program, words, {
        environment: { ...environment, CERTIFICATES: path.join(folder, 'all.pem') },
      }),
    )
    await until('haproxy listens', () => listens(port))
  }
  await start()
  return {
    origin,
    reload: start,
    mustRun() {
      const newest = all.at(-1)
      if (newest?.isRunning !== true) throw new Error(`haproxy has ended:\n${newest?.out}\n${newest?.error}`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((one) => one.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
