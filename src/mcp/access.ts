/**
 * How callers of the MCP endpoint are met: as those of the API, by key and plan, but for two things. A name in `Host` that is
 * not ours is turned away before the key is looked at, so that no page can reach a service on somebody's own machine under a
 * name that it made lead there. And a body that cannot be read is refused as JSON-RPC says.
 */
import { isIP } from 'node:net'
import { type AccessProfile, keyedAccess, type RefusalForm } from '../contract/access.ts'
import type { Caller } from '../contract/call.ts'
import type { Gatekeeper } from '../platform/http/entering/admission.ts'
import type { Entrance } from '../platform/http/entering/entrance.ts'
import { keyEntrance } from '../platform/http/entering/entrances.ts'
import { errorText } from './protocol/message.ts'

/** Parameters of a refusal that speaks of the body as a whole, which the edge takes in. */
const ofBody = ['body', 'Content-Encoding']

const refusals: RefusalForm = (refusal, request) => {
  const written = keyedAccess.refusals(refusal, request)
  if (!ofBody.includes(String(refusal.details.parameter))) return written
  return { ...written, body: Buffer.from(errorText(null, { name: 'parse_error', message: refusal.message })) }
}

export const mcpAccess: AccessProfile<Caller> = { ...keyedAccess, entrance: 'mcp', refusals }

/** As for every key, for whoever calls under the name of `baseUrl`, `localhost`, or an address. */
export function mcpEntrance(gate: Gatekeeper, baseUrl: string): Entrance {
  const enter = keyEntrance(gate)
  const isServed = servedHosts(baseUrl)
  const message = 'This address is not served under the name in Host.'
  const body = Buffer.from(errorText(null, { name: 'turned_away', message }))
  return (asked) => (isServed(asked.request.headers.host) ? enter(asked) : { answer: { status: 403, body } })
}

/** Whether a `Host`, as it was received and with whatever port, names this service. */
function servedHosts(baseUrl: string): (host: string | undefined) => boolean {
  const own = new URL(baseUrl).hostname
  return (host) => {
    const name = host?.replace(/:\d*$/, '').toLowerCase()
    if (name === undefined) return false
    return name === own || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  }
}
