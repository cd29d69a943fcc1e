/**
 * The order of checks (contract 11). Paths and methods come before everything; then, on a keyed route: key, plan, rate,
 * quota, capability, form of the query, the body, and only then the work. An open route has its address's bucket in the
 * place of the first five. Which of the two it is, or another, the access profile says.
 */

import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bodyBytesMax, bodyReader, checkNoBody, emptyBodyBytesMax } from '../../contract/body/body.ts'
import { FormBody, RawBody } from '../../contract/body/body-kinds.ts'
import { ByteStream, type Headers, type Idempotency, JsonBytes, type Reply } from '../../contract/call.ts'
import { answerParts, dataBytes } from '../../contract/envelope.ts'
import { linesType } from '../../contract/media-type.ts'
import { readQuery, splitQuery } from '../../contract/query.ts'
import { invalidParameter } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { codingFor, compress } from './answering/compression.ts'
import { entityTag, entityTagOfRow } from './answering/entity-tag.ts'
import { deliverStream, type StreamMeans } from './answering/stream.ts'
import type { Bounds } from './bounds.ts'
import type { Entered, Entrance } from './entering/entrance.ts'
import type { Exchange } from './exchange.ts'
import {
  BodyCut,
  checkFormType,
  checkJsonType,
  checkMediaType,
  hasBody,
  readBody,
  refuseCoding,
  refuseTooLarge,
} from './request-body.ts'

/** A route, with what can be made ready once. */
export type PreparedRoute<Needs> = {
  record: RouteRecord<Needs>
  enter: Entrance
  body: PreparedBody
}

/** What was sent where nothing was. */
const noBytes = Buffer.alloc(0)

/** Throws where the server has no entrance for the route's callers. */
export function prepare<Needs>(
  record: RouteRecord<Needs>,
  entrances: Readonly<Record<string, Entrance>>,
): PreparedRoute<Needs> {
  const enter = entrances[record.access.entrance]
  if (enter === undefined)
    throw new Error(`There is no entrance ${record.access.entrance}, which ${record.path} needs.`)
  return { record, enter, body: preparedBody(record) }
}

/** Lets the caller in, reads query and body, does the work and answers. Rejects with what is to be refused. */
export async function serve<Needs>(
  exchange: Exchange<Needs>,
  route: PreparedRoute<Needs>,
  means: StreamMeans,
): Promise<void> {
  const { record, body } = route
  const entering = route.enter(exchange)
  const entered = entering instanceof Promise ? await entering : entering
  exchange.isEntered = true
  if (exchange.isAnswered) return
  exchange.accountId = entered.accountId ?? null
  exchange.keyId = entered.keyId ?? null
  exchange.decidedAt = entered.at ?? exchange.now
  exchange.limitHeaders = entered.headers ?? null
  if (entered.refusal !== undefined) throw entered.refusal
  if (entered.answer !== undefined) {
    const { status, body } = entered.answer
    return exchange.answer(status, { ...exchange.profile.headers, ...exchange.limitHeaders }, body)
  }
  exchange.entrant = entered.caller
  exchange.query = readQuery(exchange.asked.pairs, record.query, record.access.unknownParameters)
  if (body.isExpected(exchange.request)) await takeBody(exchange, route, entered, means.bounds)
  else if (record.idempotent === true) exchange.idempotency = idempotencyOf(exchange.request, noBytes)
  if (entered.beforeWork !== undefined) {
    const said = entered.beforeWork()
    exchange.warnings.push(...(said instanceof Promise ? await said : said))
  }
  if (exchange.isAnswered) return
  const reply = record.run(exchange)
  await deliver(exchange, record, reply instanceof Promise ? await reply : reply, means)
}

async function takeBody<Needs>(
  exchange: Exchange<Needs>,
  { record, body }: PreparedRoute<Needs>,
  { judgeBody }: Entered,
  bounds: Bounds,
): Promise<void> {
  const bytes = await receiveBody(exchange, body.bytesMax, bounds)
  const refusal = judgeBody?.(bytes) ?? null
  if (refusal !== null) throw refusal
  exchange.body = await body.read(bytes)
  if (record.idempotent === true) exchange.idempotency = idempotencyOf(exchange.request, bytes)
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
  const headers: Headers = { ...exchange.profile.headers, ...exchange.limitHeaders, ...reply.headers }
  if (record.answers[status]?.lines !== undefined) {
    headers.vary = `${String(headers.vary)}, Accept`
    if (exchange.asLines) headers['content-type'] = linesType
  }
  if (record.answersSecret === true) headers['cache-control'] = 'no-store'
  if (reply.data instanceof ByteStream) return deliverStream(exchange, status, headers, reply.data, means)
  const data = dataBytes(reply)
  if (record.etag && status === 200 && exchange.answerUnchanged(headers, tagOf(reply, data))) return
  const parts = answerParts(record.shape, reply, data, exchange.requestId, exchange.warnings)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length === 0) delete headers['content-type']
  const coding = length < bounds.compressFromBytes ? null : codingFor(exchange.acceptEncoding)
  if (coding === null) {
    exchange.answer(status, headers, parts)
    return
  }
  const compressed = await compress(coding, Buffer.concat(parts, length))
  exchange.answer(status, { ...headers, 'content-encoding': coding }, compressed)
}

function tagOf({ etag, data }: Reply, bytes: readonly Buffer[]): string {
  if (etag !== undefined) return entityTag([etag])
  const [only] = bytes
  const isRow = data instanceof JsonBytes && only !== undefined && bytes.length === 1
  return isRow ? entityTagOfRow(only) : entityTag(bytes)
}

const keyForm = /^[\x20-\x7e]{1,255}$/

/** The key with what is sent under it; null where there is none. Throws 400 for what can be no key. */
function idempotencyOf(request: IncomingMessage, body: Buffer): Idempotency | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw invalidParameter(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 255 printable characters, for example a UUID; leave the header out to send none.',
    )
  }
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  return { key, route: `${request.method} ${path}`, digest: hash('sha256', body, 'hex') }
}

type PreparedBody = {
  bytesMax: number
  /** Whether there is anything to read; throws 400 naming the header where it is announced in a form that is not read. */
  isExpected(request: IncomingMessage): boolean
  /** The body as the work gets it. Throws the refusal of its first fault. */
  read(bytes: Buffer): Promise<unknown> | unknown
}

function preparedBody({ body, contentBy, access }: RouteRecord<never>): PreparedBody {
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
