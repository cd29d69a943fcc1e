/**
 * Lines of the log on their way to standard error, several in one write: each write wakes another thread, and a line for
 * each request so cost a seventh of what the request did.
 *
 * The library that writes gathers lines too (`minLength`), and is not used for it. It keeps them until there are enough,
 * however long that takes, and when the process ends it writes what it kept by trying until it has been taken: where nobody
 * reads standard error any more that is never, and the process stays.
 */
import { writeSync } from 'node:fs'
import { pino } from 'pino'

/** Lines wait for one another so long, and up to so many characters, before they are written together. */
export const gatherMs = 50
export const gatherCharacters = 64 * 1024

/** Where lines go. */
export type LineSink = {
  /** Writes beside the thread. */
  write(lines: string): void
  /** Waits until all that was given to `write` has been written. */
  flushSync(): void
  /** Writes on the thread, past what `write` was given; for the end of the process. */
  writeSync(lines: string): void
}

export function standardError(): LineSink {
  const descriptor = 2
  const destination = pino.destination({ dest: descriptor, sync: false })
  return {
    write: (lines) => destination.write(lines),
    flushSync: () => destination.flushSync(),
    writeSync: (lines) => writeSync(descriptor, lines),
  }
}

/** What is held when the process ends, in any way, is written then. */
export class GatheredLines {
  readonly #sink: LineSink
  readonly #onExit = (): void => this.#writeAtOnce()
  #held = ''
  #timer: NodeJS.Timeout | null = null

  constructor(sink: LineSink) {
    this.#sink = sink
  }

  write(line: string): void {
    if (this.#timer === null) {
      this.#timer = setTimeout(() => this.handOver(), gatherMs).unref()
      process.once('exit', this.#onExit)
    }
    this.#held += line
    if (this.#held.length >= gatherCharacters) this.handOver()
  }

  /** Gives away what is held, without waiting for more. */
  handOver(): void {
    const lines = this.#take()
    if (lines !== '') this.#sink.write(lines)
  }

  flush(): void {
    this.handOver()
    this.#sink.flushSync()
  }

  #take(): string {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    process.off('exit', this.#onExit)
    const lines = this.#held
    this.#held = ''
    return lines
  }

  #writeAtOnce(): void {
    try {
      this.#sink.writeSync(this.#take())
    } catch {
      // Nobody reads it any more.
    }
  }
}
