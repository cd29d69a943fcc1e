/** What the edge tells of a request: never a key, a query, a body or a full address. */
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { networkOf } from '../../values/network-address.ts'
import { type Observer, secondsSince } from '../observer.ts'
import { traceIdOf } from './entering/credentials.ts'
import type { Exchange } from './exchange.ts'

/** Status of a request whose client went away before it was answered; no answer ever carries it. */
const clientGone = 499

/** A request whose answer has left, whole or cut, or whose client has. */
export function tellRequest<Needs>(observer: Observer, exchange: Exchange<Needs>): void {
  const { request, pattern, cut, errorCode: code } = exchange
  observer.tell({
    name: 'http_request',
    labels: { route: pattern, method: request.method ?? '', status: exchange.status ?? clientGone, cut, code },
    seconds: secondsSince(exchange.startedMs),
    about: {
      request_id: exchange.requestId,
      account_id: exchange.accountId,
      trace_id: traceIdOf(request.headers.traceparent),
      client: networkOf(exchange.address),
    },
  })
}

/** The same for its owner; null where it is nobody's in particular. */
export function answeredRequest<Needs>(exchange: Exchange<Needs>): AnsweredRequest | null {
  const { accountId, pattern } = exchange
  if (accountId === null || pattern === null) return null
  return {
    requestId: exchange.requestId,
    accountId,
    keyId: exchange.keyId,
    isMetered: exchange.profile.isMetered,
    at: exchange.now,
    decidedAt: exchange.decidedAt,
    method: exchange.request.method ?? '',
    route: pattern,
    status: exchange.status ?? clientGone,
    code: exchange.errorCode,
    cut: exchange.cut,
    durationMs: performance.now() - exchange.startedMs,
    evaluations: exchange.counted.evaluations,
  }
}

/** What never became a request, and was answered with that status. */
export function tellUnreadable(observer: Observer, told: { requestId: string; status: number; address: string }): void {
  observer.tell({
    name: 'http_unreadable_request',
    labels: { status: told.status },
    about: { request_id: told.requestId, client: networkOf(told.address) },
  })
}
