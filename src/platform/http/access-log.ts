/** One line a request, written when its answer has left or its client has: never a key, a query, a body, a full address. */
import { networkOf } from '../../values/network-address.ts'
import type { Log, LogFields } from '../log.ts'
import type { Bounds } from './bounds.ts'
import { traceIdOf } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { probePaths } from './probes.ts'

/** Status of a request whose client went away before it was answered; no answer ever carries it. */
const clientGone = 499
const firstRefusal = 400
const lastRefusal = 499

export type AccessLog = {
  /** The line of a request whose answer has left, whole or cut. */
  write<Needs>(exchange: Exchange<Needs>): void
  /** The line of what never became a request. */
  writeUnreadable(fields: { requestId: string; status: number; address: string }): void
  /** Writes the count of lines that are still held back. */
  stop(): void
}

/**
 * Anybody can be refused, or ask for OPTIONS, as often as a network carries it: of lines about callers without an account
 * only the first of each window are written, then one line that counts the others by status. What passed a limit, of an
 * account or of an address, has a line of its own.
 */
export function accessLog(log: Log, bounds: Bounds): AccessLog {
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
    write(exchange) {
      const { request, pattern } = exchange
      const status = exchange.status ?? clientGone
      if (exchange.cut !== null) cutTotal += 1
      const fields = {
        request_id: exchange.requestId,
        route: pattern,
        method: request.method,
        status,
        duration_ms: Math.round((performance.now() - exchange.startedMs) * 10) / 10,
        account_id: exchange.accountId,
        trace_id: traceIdOf(request.headers.traceparent),
        client: networkOf(exchange.address),
        ...(exchange.cut === null ? {} : { cut: exchange.cut, cut_total: cutTotal }),
      }
      // What reached no route passed no limit either, OPTIONS among it.
      const isStrangers = pattern === null || (exchange.accountId === null && isRefusal(status))
      if (probePaths.some((path) => path === pattern)) log.debug(fields, 'request')
      else if (isStrangers) writeSampled(status, fields, 'request')
      else log.info(fields, 'request')
    },
    writeUnreadable({ requestId, status, address }) {
      const fields = { request_id: requestId, route: null, status, client: networkOf(address) }
      writeSampled(status, fields, 'request not readable')
    },
    stop: endWindow,
  }
}

function isRefusal(status: number): boolean {
  return status >= firstRefusal && status <= lastRefusal
}
