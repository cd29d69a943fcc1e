/**
 * What is answered to a body: one message, or a batch of them one after the other. A message that is wrong is told so by itself;
 * a tool that refuses, or fails inside, is a result that says so.
 */

import { readJson } from '../contract/body/body.ts'
import { anythingWith, written } from '../contract/body/body-form.ts'
import type { AnswerLimit, Call } from '../contract/call.ts'
import { errorObject } from '../contract/envelope.ts'
import { Refusal } from '../contract/refusals.ts'
import { longWork } from '../contract/turns.ts'
import { AnswerBudget, answerBytesMax } from './answer-budget.ts'
import { type AnswerPart, QuotedJson } from './answer-bytes.ts'
import { type Era, eraOf, legacyFault, modernFault, type ProtocolHeaders } from './protocol/era.ts'
import {
  errorText,
  listed,
  type Message,
  messageOf,
  opening,
  type Params,
  type ProtocolError,
} from './protocol/message.ts'
import { completed, type Methods, type ServerWords } from './protocol/methods.ts'
import { callTool, type Tools } from './tools/make-tools.ts'

/** Messages in a batch (contract 9). */
export const batchMax = 20

/** `parts`: JSON; null where nothing is answered. */
export type McpAnswer = { status: number; parts: readonly AnswerPart[] | null }

export type McpMeans<Needs> = {
  server: ServerWords
  methods: Methods
  tools: Tools<Needs>
  /** Takes a token of the caller's bucket, and counts no request; false where there is none. */
  takeToken(): Promise<boolean>
  /** Told what failed inside a tool. */
  tellFault(tool: string, fault: unknown): void
}

type Request = Extract<Message, { kind: 'request' }>
type Answered = { status: number; parts: readonly AnswerPart[] }

/** What a message is answered by: what all have, and what is left of this answer. */
type Answering<Needs> = { means: McpMeans<Needs>; headers: ProtocolHeaders; budget: AnswerBudget; call: Call<Needs> }

/** Seconds until a bucket has a token again, rounded up: the slowest plan has several a second. */
const nextTokenSeconds = 1

/** Ids and arguments with their text. */
const message = { id: written, params: anythingWith({ arguments: written }) }
const form = anythingWith(message, anythingWith(message))

/** Answers a body. Rejects only where nobody waits any more. */
export async function answerBody<Needs>(
  means: McpMeans<Needs>,
  headers: ProtocolHeaders,
  bytes: Buffer,
  call: Call<Needs>,
): Promise<McpAnswer> {
  let value: unknown
  try {
    value = await readJson(bytes, form)
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    return failed(400, null, { name: 'parse_error', message: fault.message })
  }
  return Array.isArray(value) ? answerBatch(means, headers, value, call) : answerSingle(means, headers, value, call)
}

async function answerSingle<Needs>(
  means: McpMeans<Needs>,
  headers: ProtocolHeaders,
  value: unknown,
  call: Call<Needs>,
): Promise<McpAnswer> {
  const message = messageOf(value)
  if (message.kind === 'silent') return nothing
  if (message.kind === 'invalid') return refusedMessage(message.reason)
  const { id, method, params } = message
  const answering = { means, headers, budget: new AnswerBudget([id]), call }
  if (eraOf(headers, params) === 'legacy') return answerLegacy(answering, message, false)
  const fault = modernFault(headers, method, params)
  if (fault !== null) return { status: fault.status, parts: [Buffer.from(errorText(id, fault.error))] }
  return answerMethod(answering, 'modern', message)
}

async function answerBatch<Needs>(
  means: McpMeans<Needs>,
  headers: ProtocolHeaders,
  values: readonly unknown[],
  call: Call<Needs>,
): Promise<McpAnswer> {
  if (values.length === 0) return refusedMessage('a batch holds a message')
  if (values.length > batchMax) return refusedMessage(`a batch holds at most ${batchMax} messages`)
  const messages = values.map(messageOf)
  const budget = new AnswerBudget(messages.map((message) => (message.kind === 'request' ? message.id : 'null')))
  const answering = { means, headers, budget, call }
  const parts: AnswerPart[] = []
  let toolCalls = 0
  for (const message of messages) {
    if (message.kind === 'silent') continue
    if (parts.length > 0 && !longWork.hasTime()) await longWork.next()
    call.signal.throwIfAborted()
    if (message.kind === 'request' && message.method === 'tools/call') toolCalls += 1
    const answered =
      message.kind === 'invalid'
        ? refusedMessage(message.reason)
        : await answerLegacy(answering, message, true, toolCalls > 1)
    parts.push(parts.length === 0 ? open : comma, ...answered.parts)
  }
  return parts.length === 0 ? nothing : { status: 200, parts: [...parts, close] }
}

const open = Buffer.from('[')
const comma = Buffer.from(',')
const close = Buffer.from(']')
const brace = Buffer.from('}')
const nothing: McpAnswer = { status: 202, parts: null }

/** `needsToken`: of a batch, a tool call that is not its first one; the first has the token of the request. */
async function answerLegacy<Needs>(
  answering: Answering<Needs>,
  message: Request,
  isBatch: boolean,
  needsToken = false,
): Promise<Answered> {
  const fault = legacyFault(answering.headers.version, isBatch)
  if (fault !== null) return failed(200, message.id, fault)
  if (message.method !== 'tools/call' || !needsToken) return answerMethod(answering, 'legacy', message)
  const { means, call } = answering
  try {
    if (!(await means.takeToken())) return failed(200, message.id, tooFast)
  } catch (fault) {
    return resultOf(answering, 'legacy', message.id, refusalOf(means, 'tools/call', fault, call))
  }
  return answerMethod(answering, 'legacy', message)
}

const tooFast: ProtocolError = {
  name: 'rate_limit_exceeded',
  message:
    'This account has sent more calls this second than its limit, and this one was not run. Each call of a batch after the ' +
    'first takes from the limit as a request does: send it again after data.retry_after seconds, or smaller batches.',
  data: { retry_after: nextTokenSeconds },
}

const tooLarge: ProtocolError = {
  name: 'answer_too_large',
  message:
    `An answer has at most ${answerBytesMax / 1_000_000} MB, and this call would pass that; nothing was counted for it. ` +
    'Ask for fewer rows (a smaller limit, compact rows), or send the call by itself.',
}

async function answerMethod<Needs>(
  answering: Answering<Needs>,
  era: Era,
  { id, method, params }: Request,
): Promise<Answered> {
  if (params === listed) return failed(200, id, { name: 'invalid_params', message: 'params must be an object.' })
  const { means, budget } = answering
  if (method === 'tools/call') return answerCall(answering, era, id, params)
  const result = means.methods.resultOf(era, method, params)
  if (result === null) {
    const message = 'This server has no such method.'
    return failed(era === 'modern' ? 404 : 200, id, { name: 'method_not_found', message })
  }
  if (method === 'tools/list' && params.cursor !== undefined && params.cursor !== null) {
    const message = 'The list of tools has one page, and no cursor.'
    return failed(200, id, { name: 'invalid_params', message })
  }
  const parts = [Buffer.from(opening(id)), result, brace]
  return (await budget.take(id, parts)) ? { status: 200, parts } : failed(200, id, tooLarge)
}

/** Thrown by a tool whose body has no room in the answer. */
class AnswerTooLarge extends Error {}

async function answerCall<Needs>(
  answering: Answering<Needs>,
  era: Era,
  id: string,
  { name, arguments: given }: Params,
): Promise<Answered> {
  const { means, budget, call } = answering
  if (typeof name !== 'string') {
    return failed(200, id, { name: 'invalid_params', message: 'params.name must name a tool.' })
  }
  const tool = means.tools.get(name)
  if (tool === undefined) {
    const known = [...means.tools.keys()].join(', ')
    return failed(200, id, { name: 'invalid_params', message: `There is no such tool. There is: ${known}.` })
  }
  const answerLimit: AnswerLimit = {
    // A body stands twice in its result, the second time with more bytes.
    bytesMax: budget.left / 2,
    refuse() {
      throw new AnswerTooLarge()
    },
    async check(body) {
      if (!(await budget.fits(id, resultParts(means, era, id, body)))) throw new AnswerTooLarge()
    },
  }
  try {
    return await resultOf(answering, era, id, await callTool(tool, given, call, answerLimit))
  } catch (fault) {
    if (fault instanceof AnswerTooLarge) return failed(200, id, tooLarge)
    return resultOf(answering, era, id, refusalOf(means, name, fault, call))
  }
}

/** The result of a tool, or the fault that stands in its place where the answer has no room for it. */
async function resultOf<Needs>(
  { means, budget, call }: Answering<Needs>,
  era: Era,
  id: string,
  outcome: readonly Buffer[] | Refusal,
): Promise<Answered> {
  const parts =
    outcome instanceof Refusal
      ? resultParts(means, era, id, [refusalBytes(outcome, call.requestId)], true)
      : resultParts(means, era, id, outcome)
  return (await budget.take(id, parts)) ? { status: 200, parts } : failed(200, id, tooLarge)
}

/** The result whose text is this JSON: structured content too, unless the tool failed. */
function resultParts<Needs>(
  { server }: McpMeans<Needs>,
  era: Era,
  id: string,
  json: readonly Buffer[],
  isError = false,
): AnswerPart[] {
  const rest = era === 'modern' ? JSON.stringify(completed({}, server)).slice(1, -1) : ''
  const parts: AnswerPart[] = [Buffer.from(`${opening(id)}{"content":[{"type":"text","text":"`), new QuotedJson(json)]
  if (isError) parts.push(Buffer.from('"}],"isError":true'))
  else parts.push(Buffer.from('"}],"structuredContent":'), ...json)
  parts.push(Buffer.from(`${rest === '' ? '' : `,${rest}`}}}`))
  return parts
}

function refusalOf<Needs>(means: McpMeans<Needs>, name: string, fault: unknown, call: Call<Needs>): Refusal {
  if (fault instanceof Refusal) return fault
  // Work that was given up because nobody waits for it is no fault.
  if (call.signal.aborted) throw fault
  means.tellFault(name, fault)
  return new Refusal('internal_error', 'Something failed on our side. The request id helps us find it.')
}

function refusalBytes(refusal: Refusal, requestId: string): Buffer {
  return Buffer.from(JSON.stringify(errorObject(refusal, requestId)))
}

function refusedMessage(reason: string): Answered {
  const message = `This is no message of JSON-RPC 2.0: ${reason}.`
  return failed(200, null, { name: 'invalid_request', message })
}

function failed(status: number, id: string | null, error: ProtocolError): Answered {
  return { status, parts: [Buffer.from(errorText(id, error))] }
}
