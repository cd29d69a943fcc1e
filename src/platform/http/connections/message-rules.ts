/**
 * What the parser takes and a server must not (RFC 9112, sections 2.3, 3.2 and 6.1): messages that two servers in a row
 * could read differently, or that name no host. Such a request is 400, and its connection ends.
 */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { invalidParameter, type Refusal } from '../../../contract/refusals.ts'

const versions = ['1.0', '1.1']
const hostNameMax = 255
const portMax = 65_535
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d*))?$/i

/** Why the request may not be looked at; null when it may. */
export function messageFault(request: IncomingMessage): Refusal | null {
  if (!versions.includes(request.httpVersion)) {
    return invalidParameter('request', 'The request line must end in HTTP/1.1 or HTTP/1.0.')
  }
  return hostFault(request) ?? codingFault(request)
}

function hostFault({ httpVersion, headers, rawHeaders }: IncomingMessage): Refusal | null {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? invalidParameter('Host', 'An HTTP/1.1 request needs a Host header.') : null
  }
  if (countOf(rawHeaders, 'host') > 1) return invalidParameter('Host', 'The request has more than one Host header.')
  return isHost(headers.host) ? null : invalidParameter('Host', 'The Host header names no host.')
}

function codingFault({ httpVersion, headers }: IncomingMessage): Refusal | null {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return null
  if (httpVersion !== '1.1') {
    return invalidParameter('Transfer-Encoding', 'Transfer-Encoding is no part of HTTP/1.0. Send Content-Length.')
  }
  if (coding.trim().toLowerCase() === 'chunked') return null
  return invalidParameter('Transfer-Encoding', 'Transfer-Encoding can be chunked, and nothing beside it.')
}

/** Hosts by which this service was called: few, and looked at for every request. */
const knownHosts = new Set<string>()
const knownHostsMax = 100

function isHost(text: string): boolean {
  if (knownHosts.has(text)) return true
  if (!namesHost(text)) return false
  if (knownHosts.size < knownHostsMax) knownHosts.add(text)
  return true
}

function namesHost(text: string): boolean {
  const [, address, name, port = ''] = hostForm.exec(text) ?? []
  if (Number(port) > portMax) return false
  if (address !== undefined) return isIPv6(address)
  return name !== undefined && name.length <= hostNameMax
}

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}
