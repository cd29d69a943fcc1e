/**
 * The process log, to standard error, so that standard output stays the place for what a person or a program asked for:
 * structured lines, one JSON object each; on a terminal lines for a person. No key, secret, body or query string is ever logged, and no client address in full.
 */
import type { Writable } from 'node:stream'
import { systemClock } from './clock.ts'
import { GatheredLines, standardError } from './log-lines/gathered-lines.ts'
import { type LogFields, logLine } from './log-lines/log-line.ts'
import { terminalLine } from './log-lines/terminal-line.ts'
import type { LogLevel } from './settings.ts'

export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  /** Writes out what is still held; for the end of the process. */
  flush(): void
}

/** From the one that says most to the one that says nothing. */
const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** How lines are written: as JSON, or for a person at a terminal. */
export type LogForm = 'json' | { terminal: true; hasColours: boolean }

/** A log of this level; `destination` is standard error unless a test reads along. */
export function createLog(level: LogLevel, destination?: Writable, form: LogForm = 'json'): Log {
  const line: typeof logLine = form === 'json' ? logLine : (...told) => terminalLine(form.hasColours, ...told)
  const gathered = destination === undefined ? new GatheredLines(standardError()) : null
  const lines = gathered ?? destination
  const least = levels.indexOf(level)
  const teller = (own: LogLevel): Log['info'] => {
    if (levels.indexOf(own) < least) return () => {}
    return (fields, message) => void lines?.write(line(own, systemClock.now(), fields, message))
  }
  const [warn, error] = [teller('warn'), teller('error')]
  return {
    debug: teller('debug'),
    info: teller('info'),
    warn(fields, message) {
      warn(fields, message)
      gathered?.handOver()
    },
    error(fields, message) {
      error(fields, message)
      gathered?.handOver()
    },
    flush: () => gathered?.flush(),
  }
}

/** A caught value as log fields: its class, message, code and stack; nothing that hangs on it, and nothing where nothing was caught. */
export function faultFields(fault: unknown): LogFields {
  if (fault === undefined) return {}
  if (!(fault instanceof Error)) return { fault: typeof fault }
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
  return { fault: fault.name, fault_message: fault.message, fault_code: code, fault_stack: fault.stack }
}
