/** One line a request, written when its answer has left or its client has: never a key, a query, a body, a full address. */
import type { FastifyReply } from 'fastify'
import type { Log } from '../log.ts'
import { maskedAddress } from './client-address.ts'
import { traceIdOf } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { probePaths } from './probes.ts'

/** Status of a request whose client went away before it was answered; no answer ever carries it. */
const clientGone = 499

export function logRequest<Needs>(log: Log, exchange: Exchange<Needs>, reply: FastifyReply): void {
  const { request, pattern } = exchange
  const fields = {
    request_id: exchange.requestId,
    route: pattern,
    method: request.method,
    status: reply.raw.headersSent ? reply.raw.statusCode : clientGone,
    duration_ms: Math.round((performance.now() - exchange.startedMs) * 10) / 10,
    account_id: exchange.accountId,
    trace_id: traceIdOf(request.headers.traceparent),
    client: maskedAddress(exchange.address),
  }
  if (probePaths.some((path) => path === pattern)) log.debug(fields, 'request')
  else log.info(fields, 'request')
}
