/**
 * The two eras of the protocol, both served at the one address (contract 9): the legacy one, which begins with `initialize`
 * and answers everything with 200, and the modern one, in which each request says of itself what it is, and is answered with a
 * status of its own.
 */

import { isDay } from '../../values/brussels.ts'
import { isRecord, type Params, type ProtocolError } from './message.ts'
import { nameIn } from './name-header.ts'

const legacyRevisions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const
export const modernRevisions = ['2026-07-28'] as const
/** Offered to whoever asks `initialize` for one that is not served. */
const newestLegacy = '2025-11-25'
const firstModernDay = '2026-07-28'

export type Era = 'legacy' | 'modern'

/** Headers of the protocol as sent; undefined where they were not. */
export type ProtocolHeaders = { version: string | undefined; method: string | undefined; name: string | undefined }

/** Where a request of the modern era says of itself which revision it speaks, and what its client can do. */
export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

/** Of a message that stands alone; batches are legacy whatever they hold. */
export function eraOf({ version }: ProtocolHeaders, params: Params): Era {
  if (version !== undefined && isDay(version) && version >= firstModernDay) return 'modern'
  const named = metaOf(params)[metaKeys.version]
  return typeof named === 'string' && !isLegacy(named) ? 'modern' : 'legacy'
}

/** Why the version that a legacy request names in its header cannot be spoken; null when it can. */
export function legacyFault(version: string | undefined, isBatch: boolean): ProtocolError | null {
  if (version === undefined || isLegacy(version)) return null
  // What stands in a batch is legacy all the same.
  if (isBatch && isModern(version)) return null
  const supported = [...legacyRevisions, ...modernRevisions]
  return {
    name: 'invalid_params',
    message: `MCP-Protocol-Version names a revision that is not served. Served: ${supported.join(', ')}.`,
  }
}

type Refused = { status: 400 | 404; error: ProtocolError }

/** Why a modern request is not looked at any further, its method apart; null when it is. In the order of the contract. */
export function modernFault(headers: ProtocolHeaders, method: string, params: Params): Refused | null {
  const meta = metaOf(params)
  const version = meta[metaKeys.version]
  if (typeof version !== 'string') return refused('invalid_params', `params._meta needs ${metaKeys.version}, a string.`)
  if (!isRecord(meta[metaKeys.capabilities])) {
    return refused('invalid_params', `params._meta needs ${metaKeys.capabilities}, an object.`)
  }
  const mismatch = headerMismatch(headers, { version, method, params })
  if (mismatch !== null) return refused('header_mismatch', mismatch)
  if (isModern(version)) return null
  const message = `The revision ${shown(version)} is not served.`
  return {
    status: 400,
    error: {
      name: 'unsupported_revision',
      message,
      // Those of the other era are agreed on with `initialize`.
      data: { supported: modernRevisions, requested: version },
    },
  }
}

/** The revision that is answered to `initialize`. */
export function revisionFor({ protocolVersion }: Params): string {
  return typeof protocolVersion === 'string' && isLegacy(protocolVersion) ? protocolVersion : newestLegacy
}

function headerMismatch(
  headers: ProtocolHeaders,
  body: { version: string; method: string; params: Params },
): string | null {
  if (headers.version !== body.version) return unlike('MCP-Protocol-Version', headers.version, metaKeys.version)
  if (headers.method !== body.method) return unlike('Mcp-Method', headers.method, 'method')
  if (body.method !== 'tools/call') return null
  const name = headers.name === undefined ? undefined : nameIn(headers.name)
  return name !== undefined && name === body.params.name ? null : unlike('Mcp-Name', headers.name, 'params.name')
}

function unlike(header: string, sent: string | undefined, place: string): string {
  return sent === undefined ? `The header ${header} is missing.` : `The header ${header} is not what ${place} says.`
}

function refused(name: ProtocolError['name'], message: string): Refused {
  return { status: 400, error: { name, message } }
}

const isLegacy = (version: string): boolean => legacyRevisions.some((known) => known === version)
const isModern = (version: string): boolean => modernRevisions.some((known) => known === version)

function metaOf({ _meta }: Params): Record<string, unknown> {
  return isRecord(_meta) ? _meta : {}
}

const shownMax = 40
function shown(version: string): string {
  return version.length > shownMax ? `${version.slice(0, shownMax)}...` : version
}
