/**
 * What is answered to a body: one message, or a batch of them one after the other. A message that is wrong is told so by itself;
 * a tool that refuses, or fails inside, is a result that says so.
 */

import { readJson } from '../contract/body/body.ts'
import { anythingWith, written } from '../contract/body/body-form.ts'
import { errorObject } from '../contract/envelope.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Call } from '../contract/route.ts'
import { longWork } from '../contract/turns.ts'
import { type AnswerPart, QuotedJson } from './answer-bytes.ts'
import { errorText, opening } from './protocol/answers.ts'
import { type Era, eraOf, legacyFault, modernFault, type ProtocolHeaders } from './protocol/era.ts'
import { listed, type Message, messageOf, type Params, type ProtocolErrorName } from './protocol/message.ts'
import { completed, type Methods, type ServerWords } from './protocol/methods.ts'
import { callTool } from './tools/call-tool.ts'
import type { Tools } from './tools/make-tools.ts'

/** Messages in a batch (contract 9). */
export const batchMax = 20

/** `parts`: JSON; null where nothing is answered. */
export type McpAnswer = { status: number; parts: readonly AnswerPart[] | null }

export type McpMeans<Needs> = {
  server: ServerWords
  methods: Methods
  tools: Tools<Needs>
  /** Told what failed inside a tool. */
  tellFault(tool: string, fault: unknown): void
}

type Request = Extract<Message, { kind: 'request' }>
type Answered = { status: number; parts: readonly AnswerPart[] }

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
    return failed(400, null, 'parse_error', fault.message)
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
  if (eraOf(headers, params) === 'legacy') return answerLegacy(means, headers, message, false, call)
  const fault = modernFault(headers, method, params)
  if (fault !== null) return { status: fault.status, parts: [Buffer.from(errorText(id, fault.error))] }
  return answerMethod(means, 'modern', message, call)
}

async function answerBatch<Needs>(
  means: McpMeans<Needs>,
  headers: ProtocolHeaders,
  values: readonly unknown[],
  call: Call<Needs>,
): Promise<McpAnswer> {
  if (values.length === 0) return refusedMessage('a batch holds a message')
  if (values.length > batchMax) return refusedMessage(`a batch holds at most ${batchMax} messages`)
  const parts: AnswerPart[] = []
  for (const value of values) {
    const message = messageOf(value)
    if (message.kind === 'silent') continue
    if (parts.length > 0 && !longWork.hasTime()) await longWork.next()
    call.signal.throwIfAborted()
    const answered =
      message.kind === 'invalid'
        ? refusedMessage(message.reason)
        : await answerLegacy(means, headers, message, true, call)
    parts.push(parts.length === 0 ? open : comma, ...answered.parts)
  }
  return parts.length === 0 ? nothing : { status: 200, parts: [...parts, close] }
}

const open = Buffer.from('[')
const comma = Buffer.from(',')
const close = Buffer.from(']')
const brace = Buffer.from('}')
const nothing: McpAnswer = { status: 202, parts: null }

async function answerLegacy<Needs>(
  means: McpMeans<Needs>,
  headers: ProtocolHeaders,
  message: Request,
  isBatch: boolean,
  call: Call<Needs>,
): Promise<Answered> {
  const fault = legacyFault(headers.version, isBatch)
  if (fault !== null) return failed(200, message.id, fault.name, fault.message)
  return answerMethod(means, 'legacy', message, call)
}

async function answerMethod<Needs>(
  means: McpMeans<Needs>,
  era: Era,
  { id, method, params }: Request,
  call: Call<Needs>,
): Promise<Answered> {
  if (params === listed) return failed(200, id, 'invalid_params', 'params must be an object.')
  if (method === 'tools/call') return answerCall(means, era, id, params, call)
  const result = means.methods.resultOf(era, method, params)
  if (result === null) {
    return failed(era === 'modern' ? 404 : 200, id, 'method_not_found', 'This server has no such method.')
  }
  if (method === 'tools/list' && params.cursor !== undefined && params.cursor !== null) {
    return failed(200, id, 'invalid_params', 'The list of tools has one page, and no cursor.')
  }
  return { status: 200, parts: [Buffer.from(opening(id)), result, brace] }
}

async function answerCall<Needs>(
  means: McpMeans<Needs>,
  era: Era,
  id: string,
  { name, arguments: given }: Params,
  call: Call<Needs>,
): Promise<Answered> {
  if (typeof name !== 'string') return failed(200, id, 'invalid_params', 'params.name must name a tool.')
  const tool = means.tools.get(name)
  if (tool === undefined) {
    const known = [...means.tools.keys()].join(', ')
    return failed(200, id, 'invalid_params', `There is no such tool. There is: ${known}.`)
  }
  const outcome = await callTool(tool, given, call).catch((fault: unknown) => refusalOf(means, name, fault, call))
  const text = outcome instanceof Refusal ? [refusalBytes(outcome, call.requestId)] : outcome
  const rest = era === 'modern' ? JSON.stringify(completed({}, means.server)).slice(1, -1) : ''
  const parts: AnswerPart[] = [Buffer.from(`${opening(id)}{"content":[{"type":"text","text":"`), new QuotedJson(text)]
  if (outcome instanceof Refusal) parts.push(Buffer.from('"}],"isError":true'))
  else parts.push(Buffer.from('"}],"structuredContent":'), ...outcome)
  parts.push(Buffer.from(`${rest === '' ? '' : `,${rest}`}}}`))
  return { status: 200, parts }
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
  return failed(200, null, 'invalid_request', `This is no message of JSON-RPC 2.0: ${reason}.`)
}

function failed(status: number, id: string | null, name: ProtocolErrorName, message: string): Answered {
  return { status, parts: [Buffer.from(errorText(id, { name, message }))] }
}
