/** A call of an operation as the request that it is. */
import { SubsidiesError } from './errors.ts'
import { type OperationId, operations } from './generated/operations.ts'
import type { Settings } from './settings.ts'

/** What is ours among the parameters of a method; the rest is the API's. */
export type CallOptions = {
  /** Ends the call when it is aborted: what is thrown is its reason. */
  signal?: AbortSignal | undefined
  /** In place of the client's own. */
  timeoutMs?: number | undefined
  /** Told the status and headers of every answer to the call, of those too that are tried again. */
  onAnswer?: ((answer: { status: number; headers: Headers }) => void) | undefined
}

/** Sends a call, and answers the body of what comes back. */
export type Ask = <Result>(call: Call) => Promise<Result>

export type Call = {
  operation: OperationId
  /** The parts of the path, in their order. */
  path: readonly (string | number)[]
  parameters: CallOptions & { readonly [name: string]: unknown }
  /** In place of the parameters, where a body is no plain object. */
  body?: unknown
  accept?: string
}

export type PreparedRequest = {
  method: string
  url: string
  headers: { [name: string]: string }
  body: string | null
  /** Whether doing it twice is doing it once. */
  isRepeatable: boolean
  signal: AbortSignal | null
  timeoutMs: number
  /** The call's own name, where the operation takes one. */
  idempotencyKey: string | null
  /** Whether it is answered in JSON-RPC, with errors of its own. */
  isRpc: boolean
}

type Record = { method: string; path: string; isKeyed: boolean; hasBody: boolean; headers: { [name: string]: string } }

const repeatableMethods = new Set(['GET', 'HEAD', 'DELETE', 'PATCH'])

/** Throws `SubsidiesError` for what cannot be sent: a keyed operation without a key, a part of a path that is none. */
export function requestOf(settings: Settings, call: Call): PreparedRequest {
  const { method, path, isKeyed, hasBody, headers: headerNames }: Record = operations[call.operation]
  if (isKeyed && settings.key === null) {
    throw new SubsidiesError(`${call.operation} needs a key: give one as \`key\`, or set SUBSIDIES_KEY.`)
  }
  const { signal, timeoutMs, onAnswer: _, ...given } = call.parameters
  const said: { [name: string]: unknown } = given
  const headers: { [name: string]: string } = { accept: call.accept ?? 'application/json' }
  if (isKeyed) headers.authorization = `Bearer ${settings.key}`
  if (settings.userAgent !== null) headers['user-agent'] = settings.userAgent
  const takesName = 'idempotencyKey' in headerNames
  if (takesName) said.idempotencyKey ??= globalThis.crypto.randomUUID()
  for (const [name, header] of Object.entries(headerNames)) {
    if (said[name] !== undefined) headers[header.toLowerCase()] = headerText(name, said[name])
    delete said[name]
  }
  if (hasBody) headers['content-type'] = 'application/json'
  return {
    method,
    url: `${settings.origin}${pathOf(path, call.path)}${hasBody ? '' : queryOf(said)}`,
    headers,
    body: hasBody ? JSON.stringify(call.body ?? said) : null,
    isRepeatable: repeatableMethods.has(method) || takesName,
    signal: signal ?? null,
    timeoutMs: timeoutMs ?? settings.timeoutMs,
    idempotencyKey: takesName ? (headers['idempotency-key'] ?? null) : null,
    isRpc: call.operation === 'callMcp',
  }
}

/** An address would take `.` and `..` for steps, and lead to another operation. */
const steps = new Set(['', '.', '..'])

function pathOf(template: string, parts: readonly (string | number)[]): string {
  const left = [...parts]
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(left.shift() ?? '')
    if (steps.has(part)) throw new SubsidiesError(`${name} must name something; it is ${JSON.stringify(part)}.`)
    return encodeURIComponent(part)
  })
}

/** Lists with commas between; nothing is left out but what is undefined: what cannot be is the service's to refuse. */
function queryOf(parameters: { readonly [name: string]: unknown }): string {
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.map((one) => encodeURIComponent(String(one))).join(',') : String(value)
      return `${encodeURIComponent(name)}=${Array.isArray(value) ? text : encodeURIComponent(text)}`
    })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function headerText(name: string, value: unknown): string {
  const text = String(value)
  if (!/^[\x20-\x7e]+$/.test(text)) throw new SubsidiesError(`${name} must be printable ASCII.`)
  return text
}
