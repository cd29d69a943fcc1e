/**
 * The process log: structured, one line each, to standard error, so that standard output stays the place for what a
 * person or a program asked for. No key, secret, body or query string is ever logged, and no client address in full.
 */
import type { Writable } from 'node:stream'
import { pino } from 'pino'
import { systemClock } from './clock.ts'
import { GatheredLines, standardError } from './gathered-lines.ts'
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

/** A log of this level; `destination` is standard error unless a test reads along. */
export function createLog(level: LogLevel, destination?: Writable): Log {
  const gathered = destination === undefined ? new GatheredLines(standardError()) : null
  const form = { level, base: null, messageKey: 'message', timestamp: timeMember() }
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

/** `time` as a member of a line's JSON; what lines of one second say alike is made once. */
function timeMember(): () => string {
  let [second, text] = [-1, '']
  return () => {
    const now = systemClock.now()
    const millisecond = now % 1_000
    if (now - millisecond !== second) {
      second = now - millisecond
      text = `,"time":"${new Date(second).toISOString().slice(0, -4)}`
    }
    return `${text}${String(millisecond).padStart(3, '0')}Z"`
  }
}

/** A caught value as log fields: its class, message, code and stack; nothing that hangs on it. */
export function faultFields(fault: unknown): LogFields {
  if (!(fault instanceof Error)) return { fault: typeof fault }
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
  return { fault: fault.name, fault_message: fault.message, fault_code: code, fault_stack: fault.stack }
}
