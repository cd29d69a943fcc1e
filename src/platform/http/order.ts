/**
 * The order of checks (contract 11). Paths and methods come before everything; then, on a keyed route: key, plan, rate,
 * quota, capability, form of the query, the body, and only then the work. An open route has its address's bucket in the
 * place of the first five.
 */
import { type BodyReader, bodyBytesMax, bodyReader, checkNoBody, emptyBodyBytesMax } from '../../contract/body.ts'
import { answerParts, dataBytes } from '../../contract/envelope.ts'
import { capabilitiesUsed, readQuery } from '../../contract/query.ts'
import { planRequired, Refusal } from '../../contract/refusals.ts'
import { ByteStream, type Reply, type RouteRecord } from '../../contract/route.ts'
import type { Admission, Metered } from '../../values/admission.ts'
import { type Instant, nextUtcMonth } from '../../values/brussels.ts'
import type { Capability } from '../../values/vocabularies.ts'
import type { Gatekeeper } from './admission.ts'
import type { Bounds } from './bounds.ts'
import { codingFor, compress } from './compression.ts'
import { credentialOf } from './credentials.ts'
import { entityTag, matchesTag } from './entity-tag.ts'
import type { Exchange } from './exchange.ts'
import { keyedHeaders, openHeaders } from './headers.ts'
import { idempotencyOf } from './idempotency.ts'
import { BodyCut, checkBodyHeaders, hasBody, readBody, refuseTooLarge } from './request-body.ts'
import { deliverStream, type StreamMeans } from './stream.ts'

/** A route, with what can be made ready once. */
export type PreparedRoute<Needs> = { record: RouteRecord<Needs>; reader: BodyReader | null; hasParameters: boolean }

export function prepare<Needs>(record: RouteRecord<Needs>): PreparedRoute<Needs> {
  const reader = record.body === null ? null : bodyReader(record.body, record.contentBy ?? 'edge')
  return { record, reader, hasParameters: record.path.includes('{') }
}

/** Whether the request may be looked at: throws the first refusal of key, limits or plan. */
export async function admitRequest<Needs>(
  exchange: Exchange<Needs>,
  record: RouteRecord<Needs>,
  gate: Gatekeeper,
  bounds: Bounds,
): Promise<void> {
  if (record.access === 'open') {
    exchange.headers = openHeaders
    if (!gate.admitAddress(exchange.address, exchange.now)) throw tooFast('This address')
    return
  }
  exchange.headers = keyedHeaders
  const metered = await admitKey(exchange, gate, bounds)
  exchange.headers = { ...keyedHeaders, ...gate.limitHeaders(metered) }
  if (metered.outcome === 'rate_limit_exceeded') throw tooFast('This account')
  if (metered.outcome === 'quota_exceeded') throw quotaExceeded(metered.at)
  exchange.metered = metered
  checkCapabilities(metered, gate, [record.capability, ...capabilitiesUsed(exchange.pairs, record.query)])
}

/** Reads query and body, lets the process catch up, does the work and answers. */
export async function serve<Needs>(
  exchange: Exchange<Needs>,
  route: PreparedRoute<Needs>,
  gate: Gatekeeper,
  means: StreamMeans,
): Promise<void> {
  const { bounds } = means
  const { record, reader } = route
  exchange.query = readQuery(exchange.pairs, record.query)
  if (reader !== null) checkBodyHeaders(exchange.request)
  if (reader !== null || hasBody(exchange.request)) {
    const bytes = await receiveBody(exchange, reader === null ? emptyBodyBytesMax : bodyBytesMax, bounds)
    if (reader === null) checkNoBody(bytes)
    else exchange.body = await reader.read(bytes)
    if (record.idempotent === true) exchange.idempotency = idempotencyOf(exchange.request, bytes)
  }
  if (exchange.metered !== null) {
    const said = gate.onAdmitted(exchange.metered)
    exchange.warnings.push(...(said instanceof Promise ? await said : said))
  }
  if (exchange.isAnswered) return
  const reply = record.run(exchange)
  await deliver(exchange, record, reply instanceof Promise ? await reply : reply, means)
}

async function admitKey<Needs>(exchange: Exchange<Needs>, gate: Gatekeeper, bounds: Bounds): Promise<Metered> {
  const key = credentialOf(exchange.request)
  if (key === null || !gate.isWellFormedKey(key)) throw unauthorized()
  const admission = await within(bounds.admissionMs, gate.admit(key, exchange.now))
  if (admission.outcome === 'unauthorized') throw unauthorized()
  exchange.accountId = admission.accountId
  if (admission.outcome === 'subscription_required') {
    throw new Refusal('subscription_required', 'The account of this key has no active plan.')
  }
  return admission
}

async function within(limitMs: number, admission: Promise<Admission>): Promise<Admission> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`The store did not decide within ${limitMs} ms.`)), limitMs)
  try {
    return await Promise.race([admission, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function checkCapabilities(metered: Metered, gate: Gatekeeper, needed: readonly (Capability | null)[]): void {
  for (const capability of needed) {
    if (capability !== null && !gate.includes(metered.plan, capability)) {
      throw planRequired(capability, gate.cheapestPlanWith(capability))
    }
  }
}

async function receiveBody<Needs>(exchange: Exchange<Needs>, bytesMax: number, bounds: Bounds): Promise<Buffer> {
  try {
    refuseTooLarge(exchange.request, bytesMax)
    exchange.letBodyCome()
    const reading = readBody(exchange.request, bytesMax, bounds.bodyTimeoutMs)
    exchange.stopReading = reading.cut
    return await reading.bytes
  } catch (fault) {
    if (!(fault instanceof BodyCut)) throw fault
    exchange.closeAfter = true
    if (exchange.request.socket.destroyed) exchange.leave()
    throw fault.refusal
  } finally {
    exchange.stopReading = null
  }
}

async function deliver<Needs>(
  exchange: Exchange<Needs>,
  record: RouteRecord<Needs>,
  reply: Reply,
  means: StreamMeans,
): Promise<void> {
  const { bounds } = means
  const status = reply.status ?? 200
  const headers = { ...exchange.headers, ...reply.headers }
  if (record.answersSecret === true) headers['cache-control'] = 'no-store'
  if (reply.data instanceof ByteStream) return deliverStream(exchange, status, headers, reply.data, means)
  const data = dataBytes(reply)
  if (record.etag && status === 200) {
    headers.etag = entityTag(reply.etag === undefined ? data : [reply.etag])
    const known = exchange.request.headers['if-none-match']
    if (known !== undefined && matchesTag(known, headers.etag)) {
      delete headers['content-type']
      exchange.answer(304, headers, null)
      return
    }
  }
  const parts = answerParts(record.shape, reply, data, exchange.requestId, exchange.warnings)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const coding = length < bounds.compressFromBytes ? null : codingFor(exchange.acceptEncoding)
  if (coding === null) {
    exchange.answer(status, headers, parts)
    return
  }
  const compressed = await compress(coding, Buffer.concat(parts, length))
  exchange.answer(status, { ...headers, 'content-encoding': coding }, compressed)
}

/** The same for every cause: missing, malformed, unknown, revoked. */
function unauthorized(): Refusal {
  return new Refusal(
    'unauthorized',
    'A valid API key is needed: Authorization: Bearer <API_KEY>, or X-API-Key: <API_KEY>.',
    {},
    { 'www-authenticate': 'Bearer' },
  )
}

function tooFast(who: string): Refusal {
  const message = `${who} has sent more requests this second than its limit. Try again after Retry-After.`
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': '1' })
}

function quotaExceeded(now: Instant): Refusal {
  const seconds = Math.max(1, Math.ceil((nextUtcMonth(now) - now) / 1000))
  const message = 'The requests of this month are used up. They begin anew with the next UTC month.'
  return new Refusal('quota_exceeded', message, {}, { 'retry-after': String(seconds) })
}
