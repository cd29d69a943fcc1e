/** How what went wrong becomes an answer: a refusal as the table says, everything else as `internal_error`, logged. */
import { errorBytes } from '../../contract/envelope.ts'
import { invalidParameter, Refusal } from '../../contract/refusals.ts'
import { faultFields, type Log } from '../log.ts'
import type { Exchange } from './exchange.ts'
import type { Headers } from './headers.ts'

export type Refuser = {
  /** Answers with the refusal, or with `internal_error` where the fault is none. */
  refuse<Needs>(exchange: Exchange<Needs>, fault: unknown): void
  /** The headers that a refusal adds, its help link included. */
  headersOf(refusal: Refusal): Headers
}

export function refuser(baseUrl: string, log: Log): Refuser {
  const headersOf = (refusal: Refusal): Headers => ({
    ...refusal.headers,
    link: `<${baseUrl}/docs/errors/${refusal.code}>; rel="help"`,
  })
  return {
    headersOf,
    refuse(exchange, fault) {
      if (exchange.isAnswered) return
      const refusal = refusalOf(fault)
      if (refusal.code === 'internal_error') {
        log.error({ request_id: exchange.requestId, route: exchange.pattern, ...faultFields(fault) }, 'request failed')
      }
      const headers = { ...exchange.headers, ...headersOf(refusal) }
      exchange.answer(refusal.status, headers, errorBytes(refusal, exchange.requestId))
    },
  }
}

export function routeNotFound(): Refusal {
  return new Refusal('route_not_found', 'There is nothing at this path. Paths are exact, case and slashes included.')
}

export function methodNotAllowed(method: string, allow: string): Refusal {
  return new Refusal('method_not_allowed', `This path does not take ${method}. It takes: ${allow}.`, {}, { allow })
}

export function timedOut(limitMs: number): Refusal {
  return new Refusal('timeout', `The request took longer than ${limitMs / 1000} seconds.`)
}

export function bodyNotReadable(): Refusal {
  return invalidParameter('body', 'The body did not arrive as HTTP says, or not in time.')
}

function refusalOf(fault: unknown): Refusal {
  if (fault instanceof Refusal) return fault
  // Fastify judges a Content-Type that is no media type before any handler runs.
  if (fault instanceof Error && 'code' in fault && fault.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalidParameter('Content-Type', 'The Content-Type is not a media type.')
  }
  return new Refusal('internal_error', 'Something failed on our side. The request id helps us find it.')
}
