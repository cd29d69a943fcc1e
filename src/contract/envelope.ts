/** The shapes around every answer: `{ data, meta }`, `{ data, pagination, meta }`, `{ error }`, and the fixed texts. */

import type { Label } from '../values/labels.ts'
import type { Refusal, RefusalDetails } from './refusals.ts'
import { type AnswerShape, JsonBytes, JsonText, type Reply } from './route.ts'
import { type Warning, warningsIn } from './warnings.ts'

/** The header `X-Independence`, on every answer. */
export const independence = 'Independent service. Not operated, endorsed by or affiliated with any public authority.'

/** `meta.disclaimer` of measure lists, match answers and watchlist matches. */
export const disclaimer: Label = {
  nl:
    'Dit is een onafhankelijke dienst, niet uitgebaat of onderschreven door, noch verbonden met een overheid. ' +
    'Wat hij zegt is informatie, geen advies en geen beslissing: alleen de bevoegde overheid beslist of steun wordt toegekend.',
  fr:
    "Ceci est un service indépendant, ni exploité ni approuvé par une autorité publique, ni lié à l'une d'elles. " +
    "Ce qu'il dit est une information, non un conseil ni une décision : seule l'autorité compétente décide si l'aide est accordée.",
  en:
    'This is an independent service, not operated, endorsed by or affiliated with any public authority. ' +
    'What it says is information, not advice and not a decision: only the competent authority decides whether support is granted.',
}

const openBrace = Buffer.from('{"data":')
const closeBrace = Buffer.from('}')

/** The JSON of `data`, once: it is hashed for the entity tag and put into the envelope without being made again. */
export function dataBytes(reply: Reply): readonly Buffer[] {
  if (reply.data instanceof JsonBytes) return reply.data.parts
  if (Buffer.isBuffer(reply.data)) return [reply.data]
  const text = JSON.stringify(reply.data)
  if (text === undefined) throw new Error('An answer needs data that is JSON.')
  return [Buffer.from(text)]
}

/** The body of a successful answer, in the parts that it is made of, rows that lie ready among them. */
export function answerParts(
  shape: AnswerShape,
  reply: Reply,
  data: readonly Buffer[],
  requestId: string,
  warnings: readonly Warning[],
): readonly Buffer[] {
  if (shape === 'own' || Buffer.isBuffer(reply.data)) return data
  if (shape === 'wrapper') return [openBrace, ...data, closeBrace]
  const pagination = shape === 'list' ? `,"pagination":${paginationText(reply)}` : ''
  const parts = [openBrace, ...data]
  parts.push(Buffer.from(`${pagination},"meta":${metaText(requestId, warnings, reply)}}`))
  return parts
}

function metaText(requestId: string, warnings: readonly Warning[], { language, meta: more }: Reply): string {
  const warned = warnings.length === 0 ? '[]' : JSON.stringify(warningsIn(language ?? 'en', warnings))
  const rest = more === undefined ? '{}' : textOf(more)
  // An id of ours holds nothing to escape. What follows stands in the same object.
  return `{"request_id":"${requestId}","warnings":${warned}${rest === '{}' ? '' : ','}${rest.slice(1)}`
}

function textOf(said: object): string {
  return said instanceof JsonText ? said.text : JSON.stringify(said)
}

/** The error object: of an answer, of a failed MCP tool, of an entry in a bulk answer. */
export function errorObject(
  refusal: Refusal,
  requestId: string,
): { code: string; message: string; request_id: string; details: RefusalDetails; required_plan?: string | null } {
  return {
    code: refusal.code,
    message: refusal.message,
    request_id: requestId,
    details: refusal.details,
    ...(refusal.code === 'plan_required' ? { required_plan: requiredPlanOf(refusal.details) } : {}),
  }
}

export function errorBytes(refusal: Refusal, requestId: string): Buffer {
  return Buffer.from(JSON.stringify({ error: errorObject(refusal, requestId) }))
}

function requiredPlanOf(details: RefusalDetails): string | null {
  const plan = details.required_plan
  return typeof plan === 'string' ? plan : null
}

function paginationText({ pagination }: Reply): string {
  if (pagination === undefined) throw new Error('A list answer needs its pagination.')
  if (pagination instanceof JsonText) return pagination.text
  const { has_more, next_cursor, limit } = pagination
  return JSON.stringify({ has_more, next_cursor, limit })
}
