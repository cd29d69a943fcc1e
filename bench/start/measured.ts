/** Processes that are measured from outside: the service as `npm start` runs it, or any other program. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { TestStore } from '../../tests/harness/databases.ts'
import type { Figures, Question } from './probe.ts'

const startMs = 120_000
const answerMs = 30_000
/** Between two questions of `until200`: one is a request, and what answers many does little else. */
const lookMs = 15
const stopMs = 40_000
const root = join(import.meta.dirname, '../..')

export class Measured {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
  }

  async ask(question: Question['ask']): Promise<Figures> {
    this.#child.send({ ask: question } satisfies Question)
    const [figures] = await once(this.#child, 'message', { signal: AbortSignal.timeout(answerMs) })
    return figures
  }

  /** Says something to what else was loaded into the process; nothing answers. */
  tell(message: Record<string, boolean>): void {
    this.#child.send(message)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const gone = once(this.#child, 'exit', { signal: AbortSignal.timeout(stopMs) })
    this.#child.kill('SIGTERM')
    await gone.catch(() => this.#child.kill('SIGKILL'))
  }
}

export type Program = {
  /** Relative to the project's folder. */
  file: string
  words: readonly string[]
  environment: Record<string, string>
  nodeOptions?: readonly string[]
}

/** Starts a program with the probe in it. What it logs is thrown away by the system, after it was written. */
export function startMeasured({ file, words, environment, nodeOptions = [] }: Program): Measured {
  const nowhere = openSync('/dev/null', 'w')
  const probe = join(import.meta.dirname, 'probe.ts')
  const child = fork(join(root, file), [...words], {
    execArgv: ['--expose-gc', '--import', probe, ...nodeOptions],
    env: { ...process.env, ...environment },
    stdio: ['ignore', nowhere, nowhere, 'ipc'],
  })
  return new Measured(child)
}

/** Where the service keeps what is its own; it is there. */
function dataFolderOf({ settings: { dataDir } }: TestStore, sourcesFile: string): string {
  return dataDir === '' ? dirname(sourcesFile) : dataDir
}

/** The environment in which the service runs on that store. */
export function serviceEnvironment(store: TestStore, sourcesFile: string, port: number): Record<string, string> {
  const { databaseUrl } = store.settings
  return {
    PORT: String(port),
    DATA_DIR: dataFolderOf(store, sourcesFile),
    SOURCES_FILE: sourcesFile,
    LOG_LEVEL: 'info',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
}

/** The API alone, as `npx subsidies serve --role api` runs it. */
export function startService(store: TestStore, sourcesFile: string, port: number, watch = false): Measured {
  return startMeasured({
    file: 'src/begin.mjs',
    words: ['serve', '--role', 'api'],
    environment: { ...serviceEnvironment(store, sourcesFile, port), BENCH_WATCH: watch ? '1' : '0' },
  })
}

/** A port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a server has no port')
  return address.port
}

/** Asks again and again until the answer has status 200; answers it. */
export async function until200(url: string, key: string | null = null): Promise<Response> {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  const deadline = performance.now() + startMs
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null)
    if (answer?.status === 200) return answer
    await answer?.arrayBuffer()
    if (performance.now() > deadline) throw new Error(`${url} did not answer 200 within ${startMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
