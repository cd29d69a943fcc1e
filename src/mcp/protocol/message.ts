/**
 * JSON-RPC 2.0 messages, judged one by one: a request, something that nobody answers (a notification, or a client's answer), or
 * neither. Ids are kept as they were written, so that an answer repeats them to the letter, whatever number one is.
 */

/** A value with the JSON that it was written in. */
export type Written = { readonly text: string; readonly value: unknown }

export type Message =
  | { kind: 'request'; id: string; method: string; params: Params }
  /** Nobody waits for an answer to it, and nothing is done for it. */
  | { kind: 'silent' }
  | { kind: 'invalid'; reason: string }

/** Of a request; `arguments` as they were written, undefined where none were given. */
export type Params = { readonly [name: string]: unknown; readonly arguments?: Written | undefined }

const protocolErrors = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  turned_away: -32000,
  rate_limit_exceeded: -32000,
  answer_too_large: -32000,
  header_mismatch: -32020,
  unsupported_revision: -32022,
} as const

type ProtocolErrorName = keyof typeof protocolErrors

/** What is answered in place of a result. */
export type ProtocolError = { name: ProtocolErrorName; message: string; data?: Readonly<Record<string, unknown>> }

/** `value`: JSON, in which `id` and `params.arguments` are `Written`. */
export function messageOf(value: unknown): Message {
  if (!isRecord(value)) return invalid('a message is an object')
  if (value.jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  const { id, method, params } = value
  if (method === undefined) {
    const isAnswer = 'result' in value || 'error' in value
    return isAnswer ? { kind: 'silent' } : invalid('a message has a method, or is an answer to one')
  }
  if (typeof method !== 'string') return invalid('method must be a string')
  if (params !== undefined && (typeof params !== 'object' || params === null))
    return invalid('params must be an object')
  if (id === undefined) return { kind: 'silent' }
  if (!isWritten(id) || !isId(id.value)) return invalid('an id must be a string or a number')
  return { kind: 'request', id: id.text, method, params: paramsOf(params) }
}

/** What a list of parameters comes to: no method takes its parameters by place. */
export const listed: Params = Object.freeze({})

const none: Params = Object.freeze({})

function paramsOf(params: object | undefined): Params {
  if (params === undefined) return none
  if (!isRecord(params)) return listed
  const given = params.arguments
  return isWritten(given) ? { ...params, arguments: given } : { ...params, arguments: undefined }
}

function invalid(reason: string): Message {
  return { kind: 'invalid', reason }
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function isWritten(value: unknown): value is Written {
  return isRecord(value) && typeof value.text === 'string' && 'value' in value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `id`: JSON; null where it is not known which message the error is of. */
export function errorText(id: string | null, { name, message, data }: ProtocolError): string {
  const error = JSON.stringify({ code: protocolErrors[name], message, ...(data === undefined ? {} : { data }) })
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${error}}`
}

/** What stands before a result; a brace stands after it. */
export function opening(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":`
}
