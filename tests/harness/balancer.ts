/** HAProxy before processes of the API, as it stands in `docs/operating.md`: it asks each whether it is ready. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from './free-ports.ts'
import { haproxy } from './middle-programs.ts'
import { listens } from './pooler.ts'
import { type StartedProcess, startProgram, until } from './started-process.ts'

export type Balancer = {
  origin: string
  /** Begins another process with the same settings, which takes the port over; the one before ends what it has under way. */
  reload(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  if (haproxy === null) throw new Error('haproxy is not installed')
  const program = haproxy
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-balancer-'))
  const [port = 0] = await freePorts(1)
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, settingsFor(port, ports))
  const all: StartedProcess[] = []
  const start = async (): Promise<void> => {
    const before = all.at(-1)?.child.pid
    const words = ['-db', '-f', file, ...(before === undefined ? [] : ['-sf', String(before)])]
    all.push(startProgram(program, words, { environment: {} }))
    await until('haproxy listens', () => listens(port))
  }
  await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    reload: start,
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((one) => one.kill()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsFor(port: number, ports: readonly number[]): string {
  return `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 35s
  timeout server 35s
  timeout http-keep-alive 60s
  option redispatch
  retries 2
  retry-on conn-failure
frontend api
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${ports.map((one, index) => `  server api${index} 127.0.0.1:${one}`).join('\n')}
`
}
