/** Answers of JSON-RPC as JSON. An id stands in them as the request had it. */
import { type ProtocolError, protocolErrors } from './message.ts'

/** `id`: JSON; null where it is not known which message the error is of. */
export function errorText(id: string | null, { name, message, data }: ProtocolError): string {
  const error = JSON.stringify({ code: protocolErrors[name], message, ...(data === undefined ? {} : { data }) })
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${error}}`
}

/** What stands before a result; a brace stands after it. */
export function opening(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":`
}
