/** The log's lines of requests: one each, written when its answer has left or its client has. */
import type { Log } from '../log.ts'
import type { LogFields } from '../log-lines/log-line.ts'
import type { OccurrenceOf } from '../observer.ts'
import type { Bounds } from './bounds.ts'
import { probePaths } from './probes.ts'

const firstRefusal = 400
const lastRefusal = 499
const millisecondsPerSecond = 1_000

export type AccessLog = {
  request(occurrence: OccurrenceOf<'http_request'>): void
  unreadable(occurrence: OccurrenceOf<'http_unreadable_request'>): void
  /** Writes the count of lines that are still held back. */
  end(): void
}

export type AccessLogBounds = Pick<Bounds, 'refusedLinesMax' | 'refusedLinesWindowMs'>

/**
 * Anybody can be refused, or ask for OPTIONS, as often as a network carries it: of lines about callers without an account
 * only the first of each window are written, then one line that counts the others by status. What passed a limit, of an
 * account or of an address, has a line of its own.
 */
export function accessLog(log: Log, bounds: AccessLogBounds): AccessLog {
  let shown = 0
  let timer: NodeJS.Timeout | null = null
  let heldBack = new Map<number, number>()
  /** Answers that were cut since the start. */
  let cutTotal = 0

  function writeSampled(status: number, fields: LogFields, message: string): void {
    timer ??= setTimeout(endWindow, bounds.refusedLinesWindowMs).unref()
    if (shown < bounds.refusedLinesMax) {
      shown += 1
      log.info(fields, message)
    } else heldBack.set(status, (heldBack.get(status) ?? 0) + 1)
  }

  function endWindow(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    shown = 0
    const counted = heldBack
    heldBack = new Map()
    if (counted.size === 0) return
    const byStatus = [...counted].map(([status, count]) => [`status_${status}`, count])
    const requests = [...counted.values()].reduce((sum, count) => sum + count, 0)
    log.info({ requests, ...Object.fromEntries(byStatus) }, 'requests without a line of their own')
  }

  return {
    request({ labels, seconds = 0, about = {} }) {
      const { route, method, status, cut } = labels
      if (cut !== null) cutTotal += 1
      const fields = {
        request_id: about.request_id,
        route,
        method,
        status,
        duration_ms: Math.round(seconds * millisecondsPerSecond * 10) / 10,
        account_id: about.account_id,
        trace_id: about.trace_id,
        client: about.client,
        cut: cut ?? undefined,
        cut_total: cut === null ? undefined : cutTotal,
      }
      // What reached no route passed no limit either, OPTIONS among it.
      const isStrangers = route === null || (about.account_id === null && isRefusal(status))
      if (probePaths.some((path) => path === route)) log.debug(fields, 'request')
      else if (isStrangers) writeSampled(status, fields, 'request')
      else log.info(fields, 'request')
    },
    unreadable({ labels: { status }, about = {} }) {
      const { request_id, client } = about
      writeSampled(status, { request_id, route: null, status, client }, 'request not readable')
    },
    end: endWindow,
  }
}

function isRefusal(status: number): boolean {
  return status >= firstRefusal && status <= lastRefusal
}
