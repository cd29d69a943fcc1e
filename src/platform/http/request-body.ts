/** The bytes of a request body: bounded in size and in time, never read further than either allows. */
import type { IncomingMessage } from 'node:http'
import { emptyBodyBytesMax } from '../../contract/body/body.ts'
import { invalidParameter, type Refusal } from '../../contract/refusals.ts'
import { quoted } from '../../values/meant/hints.ts'

/** The body did not come whole: the rest cannot be waited for, so that the connection ends with the answer. */
export class BodyCut extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** RFC 8259 JSON, or a type built on it. */
const jsonType = /^application\/(?:[\w!#$&^.+-]+\+)?json *$/i
const jsonParameter = /^ *(?:charset="?utf-8"?|(?!charset=)[\w-]+=[\w."-]+) *$/i

/** Whether the header names JSON; the one charset that it can have is UTF-8. */
function isJson(header: string): boolean {
  const [type = '', ...parameters] = header.split(';')
  return jsonType.test(type) && parameters.every((parameter) => jsonParameter.test(parameter))
}

const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/
const formType = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i

/** Throws 400 naming the header where a body is announced packed. */
export function refuseCoding(request: IncomingMessage): void {
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw invalidParameter(
      'Content-Encoding',
      'A request body must be sent as it is, unpacked and without Content-Encoding; it may have 2 MB.',
    )
  }
}

/** Throws 400 naming the header where what is announced is no JSON as it is. */
export function checkJsonType(request: IncomingMessage): void {
  refuseCoding(request)
  const type = request.headers['content-type']
  const hasOtherCharset = /charset/i.test(type ?? '') && !/charset="?utf-8"?/i.test(type ?? '')
  if (type === undefined || !isJson(type) || hasOtherCharset) {
    throw invalidParameter('Content-Type', notJson(type))
  }
}

function notJson(type: string | undefined): string {
  const rule = 'The body must be JSON, with Content-Type: application/json'
  if (type === undefined || type === '') return `${rule}. The request has no Content-Type.`
  if (formType.test(type)) return `${rule}. A form was sent: what is asked for stands in the body as a JSON object.`
  return `${rule}${/charset/i.test(type) ? ', in UTF-8' : ''}, not ${quoted(type)}.`
}

/** Throws 400 naming the header where a body's type is announced that is none. */
export function checkMediaType(request: IncomingMessage): void {
  const type = request.headers['content-type']
  if (type === undefined || mediaType.test(type)) return
  throw invalidParameter('Content-Type', 'The Content-Type is not a media type.')
}

/** Throws 400 naming the header where what is announced is no form as it is. */
export function checkFormType(request: IncomingMessage): void {
  refuseCoding(request)
  if (!formType.test(request.headers['content-type'] ?? '')) {
    throw invalidParameter('Content-Type', 'The body must be a form: application/x-www-form-urlencoded.')
  }
}

/** Throws `BodyCut` where the announced length alone says that the body is too large. */
export function refuseTooLarge(request: IncomingMessage, bytesMax: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

function tooLarge(bytesMax: number): BodyCut {
  const message =
    bytesMax === emptyBodyBytesMax
      ? 'This route takes no body. Leave it empty, or send {}.'
      : `The body is larger than ${bytesMax.toLocaleString('en')} bytes.`
  return new BodyCut(invalidParameter('body', message))
}

/** The whole body, and a way to end the reading early. */
type Reading = { bytes: Promise<Buffer>; cut(): void }

/** Reads the whole body, of at most that many bytes. Rejects with `BodyCut` when it is too large, too slow, cut, or the sender goes away. */
export function readBody(request: IncomingMessage, bytesMax: number, timeoutMs: number): Reading {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const settle = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
  }
  const cut = (reason: BodyCut): void => {
    settle()
    request.pause()
    reject(reason)
  }
  const onData = (chunk: Buffer): void => {
    length += chunk.length
    if (length > bytesMax) cut(tooLarge(bytesMax))
    else chunks.push(chunk)
  }
  const onEnd = (): void => {
    settle()
    resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length))
  }
  const onGone = (): void => cut(new BodyCut(invalidParameter('body', 'The body did not arrive whole.')))
  const onTime = (): void =>
    cut(new BodyCut(invalidParameter('body', `The body did not arrive within ${timeoutMs / 1000} seconds.`)))
  const timer = setTimeout(onTime, timeoutMs)
  request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  return { bytes: promise, cut: onGone }
}
