/**
 * Programs that a test starts: what they have written, their end, and that none outlives the test. Every wait has a
 * bound.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const projectRoot = path.join(import.meta.dirname, '..', '..')
/** For everything that a process is waited for; what takes longer has failed. */
const patienceMs = 45_000
const pollMs = 15

/** Polls until `ask` answers something other than undefined, false or null; fails with what was waited for. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs = patienceMs,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer as NonNullable<Exclude<T, false>>
    if (performance.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await wait(pollMs)
  }
}

/** A program that was started, and what it has written so far. */
export class StartedProcess {
  readonly child: ChildProcess
  out = ''
  error = ''
  /** Resolves when it has ended and everything it wrote is here. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>

  constructor(child: ChildProcess) {
    this.child = child
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.error += text
    })
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
    this.ended.catch(() => {})
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.pid !== undefined
  }

  /** Waits until it has written this to standard output (`out`) or standard error; fails when it ends before. */
  printed(pattern: RegExp, where: 'out' | 'error' = 'out', withinMs = patienceMs): Promise<RegExpExecArray> {
    return until(
      `${pattern} on ${where}; it wrote:\n${this.out}\n${this.error}`,
      () => {
        const found = pattern.exec(this[where])
        if (found === null && !this.isRunning) {
          throw new Error(`It ended without writing ${pattern}:\n${this.out}\n${this.error}`)
        }
        return found
      },
      withinMs,
    )
  }

  /** Its end, for which at most so long is waited. */
  async end(withinMs = patienceMs): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const patience = new AbortController()
    const late = wait(withinMs, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const)
    const ended = await Promise.race([this.ended, late])
    patience.abort()
    if (ended === 'late') throw new Error(`It did not end within ${withinMs} ms:\n${this.out}\n${this.error}`)
    return ended
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name)
  }

  /** SIGKILL, and its end. */
  async kill(): Promise<void> {
    if (this.isRunning) this.child.kill('SIGKILL')
    await this.end()
  }

  /** SIGTERM, and its end. */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM')
    return (await this.end()).code
  }
}

const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Starts a program that does not outlive this process. */
export function startProgram(
  command: string,
  words: readonly string[],
  options: { environment: Record<string, string>; cwd?: string; detached?: boolean; uid?: number; gid?: number },
): StartedProcess {
  const child = spawn(command, words, {
    cwd: options.cwd ?? projectRoot,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid ?? options.uid }),
    detached: options.detached ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: tmpdir(), ...options.environment },
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  return new StartedProcess(child)
}
