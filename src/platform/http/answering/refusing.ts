/** How what went wrong becomes an answer: a refusal as the table says, everything else as `internal_error`, told. */

import type { AccessProfile } from '../../../contract/access.ts'
import type { Headers } from '../../../contract/call.ts'
import { invalidParameter, Refusal } from '../../../contract/refusals.ts'
import type { Observer } from '../../observer.ts'
import type { Exchange } from '../exchange.ts'

export type Refuser = {
  /** Answers with the refusal, or with `internal_error` where the fault is none. */
  refuse<Needs>(exchange: Exchange<Needs>, fault: unknown): void
  /** A refusal as callers of a profile are answered. */
  written(
    refusal: Refusal,
    profile: AccessProfile,
    request: { requestId: string; accept: string | undefined; acceptLanguage?: string | undefined },
  ): { status: number; headers: Headers; body: Buffer }
}

export function refuser(baseUrl: string, observer: Observer): Refuser {
  const written: Refuser['written'] = (refusal, profile, request) => {
    const helpUrl = `${baseUrl}/docs/errors/${refusal.code}`
    const { status, headers, body } = profile.refusals(refusal, { ...request, helpUrl })
    return { status, headers: { ...refusal.headers, ...headers }, body }
  }
  return {
    written,
    refuse(exchange, fault) {
      if (exchange.isAnswered) return
      const refusal = refusalOf(fault)
      if (refusal.code === 'internal_error') {
        const { requestId: request_id, pattern: route } = exchange
        observer.tell({ name: 'http_fault', labels: { route, part: 'request' }, fault, about: { request_id } })
      }
      exchange.errorCode = refusal.code
      const { requestId, profile } = exchange
      const { status, headers, body } = written(refusal, profile, {
        requestId,
        accept: exchange.request.headers.accept,
        acceptLanguage: exchange.request.headers['accept-language'],
      })
      exchange.answer(status, { ...profile.headers, ...exchange.limitHeaders, ...headers }, body)
    },
  }
}

/** `asked`: methods of the path's own routes; where there is one, the request is most likely meant to be it. */
export function methodNotAllowed(method: string, allow: string, asked: Iterable<string> = []): Refusal {
  const own = [...asked]
  const [only, ...others] = own
  const form = only === undefined || others.length > 0 ? likeMethod(method, own) : formOfMethod[only]
  const message = `This path does not take ${method}. It takes: ${allow}.`
  return new Refusal('method_not_allowed', form === undefined ? message : `${message} ${form}`, {}, { allow })
}

/** Some change a part with PUT. */
function likeMethod(method: string, own: readonly string[]): string | undefined {
  return method === 'PUT' && own.includes('PATCH')
    ? 'What is given is changed, and the rest stays, with PATCH.'
    : undefined
}

/** How a request is written where a path takes one method alone. */
const formOfMethod: Readonly<Record<string, string>> = {
  GET: 'Send it as GET, what is asked for in the address.',
  POST: 'Send it as POST, what is asked for as JSON in the body.',
}

export function timedOut(limitMs: number): Refusal {
  return new Refusal('timeout', `The request took longer than ${limitMs / 1000} seconds.`)
}

export function bodyNotReadable(): Refusal {
  return invalidParameter('body', 'The body did not arrive as HTTP says, or not in time.')
}

function refusalOf(fault: unknown): Refusal {
  if (fault instanceof Refusal) return fault
  return new Refusal('internal_error', 'Something failed on our side. The request id helps us find it.')
}
