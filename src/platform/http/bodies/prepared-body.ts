/** The body of a route, as it was announced and as it is read: JSON, a form, bytes, or none. */
import type { IncomingMessage } from 'node:http'
import { bodyBytesMax, bodyReader, checkNoBody, emptyBodyBytesMax } from '../../../contract/body/body.ts'
import { FormBody, RawBody } from '../../../contract/body/body-kinds.ts'
import { readQuery, splitQuery } from '../../../contract/query.ts'
import type { RouteRecord } from '../../../contract/route.ts'
import { checkFormType, checkJsonType, checkMediaType, hasBody, refuseCoding } from './request-body.ts'

export type PreparedBody = {
  bytesMax: number
  /** Whether there is anything to read; throws 400 naming the header where it is announced in a form that is not read. */
  isExpected(request: IncomingMessage): boolean
  /** The body as the work gets it. Throws the refusal of its first fault. */
  read(bytes: Buffer): Promise<unknown> | unknown
}

export function preparedBody({ body, contentBy, access }: RouteRecord<never>): PreparedBody {
  if (body === null) return noBody
  if (body instanceof RawBody) {
    return { bytesMax: body.bytesMax, isExpected: expected(refuseCoding), read: (bytes) => bytes }
  }
  if (body instanceof FormBody) {
    const { fields, bytesMax } = body
    // One character a byte, as in a request line.
    const read = (bytes: Buffer): unknown =>
      readQuery(splitQuery(bytes.toString('latin1')), fields, access.unknownParameters)
    return { bytesMax, isExpected: expected(checkFormType), read }
  }
  const reader = bodyReader(body, contentBy ?? 'edge')
  return { bytesMax: bodyBytesMax, isExpected: expected(checkJsonType), read: (bytes) => reader.read(bytes) }
}

const noBody: PreparedBody = {
  bytesMax: emptyBodyBytesMax,
  isExpected(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') checkMediaType(request)
    return hasBody(request)
  },
  read: (bytes) => checkNoBody(bytes),
}

function expected(check: (request: IncomingMessage) => void): (request: IncomingMessage) => boolean {
  return (request) => {
    check(request)
    return true
  }
}
