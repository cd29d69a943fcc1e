/**
 * The process log: structured, one line each, to standard error, so that standard output stays the place for what a
 * person or a program asked for. No key, secret, body or query string is ever logged, and no client address in full.
 */
import { writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { pino } from 'pino'
import type { LogLevel } from './settings.ts'

/** Words of a log line beside its message; snake_case, as everywhere outside the code. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  /** Writes out what is still held; for the end of the process. */
  flush(): void
}

const standardError = 2
/**
 * Lines wait for one another so long, and up to so many characters, before they are written together: each write wakes
 * another thread, and a line for each request so cost a seventh of what the request did.
 */
const gatherMs = 50
const gatherCharacters = 64 * 1024

/** A log of this level; `destination` is standard error unless a test reads along. */
export function createLog(level: LogLevel, destination?: Writable): Log {
  const gathered = destination === undefined ? new GatheredLines() : null
  const form = { level, base: null, messageKey: 'message', timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(
    { ...form, formatters: { level: (label) => ({ level: label }) } },
    destination ?? gathered ?? undefined,
  )
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn(fields, message) {
      logger.warn(fields, message)
      gathered?.handOver()
    },
    error(fields, message) {
      logger.error(fields, message)
      gathered?.handOver()
    },
    flush: () => gathered?.flush(),
  }
}

/** Standard error, to which lines are handed in groups. What is held when the process ends in any way is written then. */
class GatheredLines {
  readonly #standard = pino.destination({ dest: standardError, sync: false })
  readonly #onExit = (): void => this.#writeAtOnce()
  #held = ''
  #timer: NodeJS.Timeout | null = null

  write(line: string): void {
    if (this.#timer === null) {
      this.#timer = setTimeout(() => this.handOver(), gatherMs).unref()
      process.once('exit', this.#onExit)
    }
    this.#held += line
    if (this.#held.length >= gatherCharacters) this.handOver()
  }

  handOver(): void {
    const lines = this.#take()
    if (lines !== '') this.#standard.write(lines)
  }

  flush(): void {
    this.handOver()
    this.#standard.flushSync()
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
      writeSync(standardError, this.#take())
    } catch {
      // Nobody reads it any more.
    }
  }
}

/** A caught value as log fields: its class, message, code and stack; nothing that hangs on it. */
export function faultFields(fault: unknown): LogFields {
  if (!(fault instanceof Error)) return { fault: typeof fault }
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
  return { fault: fault.name, fault_message: fault.message, fault_code: code, fault_stack: fault.stack }
}
