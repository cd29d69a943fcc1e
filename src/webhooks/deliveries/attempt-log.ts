/** What is kept of the attempts at a delivery: a line each, written in the statement that ends the attempt. */
import type { Instant } from '../../values/brussels.ts'

/** An attempt that came to an end. */
export type LoggedAttempt = {
  /** From 1. */
  number: number
  begunAt: Instant
  durationMs: number
  /** Of the answer; null where none came. */
  status: number | null
  /** The class of `last_error` (`timeout`, `connection` ...); null after a success. */
  error: string | null
}

export function logLine({ number, begunAt, durationMs, status, error }: LoggedAttempt): string {
  return `${[number, begunAt, Math.round(durationMs), status ?? '', error ?? ''].join(',')}\n`
}

/** The class of an error: what stands before what the receiver answered. */
export function errorClass(error: string): string {
  return error.split(':', 1)[0] ?? error
}

/** Reads what lines there are; null reads as none. */
export function readLog(log: string | null): LoggedAttempt[] {
  return (log ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [number, begunAt, durationMs, status, error] = line.split(',')
      return {
        number: Number(number),
        begunAt: Number(begunAt),
        durationMs: Number(durationMs),
        status: status === undefined || status === '' ? null : Number(status),
        error: error === undefined || error === '' ? null : error,
      }
    })
}
