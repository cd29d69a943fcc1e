/** The shapes around every answer: `{ data, meta }`, `{ data, pagination, meta }`, `{ error }`, and the fixed texts. */

import type { Label } from '../values/labels.ts'
import type { Language } from '../values/vocabularies.ts'
import { type AnswerShape, JsonBytes, type Reply, type ReplyMeta } from './call.ts'
import type { Refusal, RefusalDetails } from './refusals.ts'
import { shownWarning, type Warning } from './warnings.ts'

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

const dataOpen = Buffer.from('{"data":')
const paginationOpen = Buffer.from(',"pagination":')
const metaOpen = Buffer.from(',"meta":{"request_id":"')
const warningsOpen = Buffer.from('","warnings":[')
const warningsClose = Buffer.from(']')
const noWarnings = Buffer.from('","warnings":[]')
const comma = Buffer.from(',')
const close = Buffer.from('}')
const closeBoth = Buffer.from('}}')

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
  if (shape === 'wrapper') return [dataOpen, ...data, close]
  const parts = [dataOpen, ...data]
  if (shape === 'list') parts.push(paginationOpen, paginationBytes(reply))
  // An id of ours holds nothing to escape. What follows stands in the same object.
  parts.push(metaOpen, Buffer.from(requestId, 'latin1'))
  pushWarnings(parts, reply.language ?? 'en', warnings)
  if (reply.meta !== undefined) parts.push(metaBytes(reply.meta))
  parts.push(closeBoth)
  return parts
}

function pushWarnings(parts: Buffer[], language: Language, warnings: readonly Warning[]): void {
  if (warnings.length === 0) {
    parts.push(noWarnings)
    return
  }
  parts.push(warningsOpen)
  for (const [place, warning] of warnings.entries()) {
    if (place > 0) parts.push(comma)
    parts.push(warningBytes(warning, language))
  }
  parts.push(warningsClose)
}

/** Most warnings are the same few objects, in answer after answer. */
const bytesOfWarning = new WeakMap<Warning, Partial<Record<Language, Buffer>>>()

function warningBytes(warning: Warning, language: Language): Buffer {
  let known = bytesOfWarning.get(warning)
  if (known === undefined) {
    known = {}
    bytesOfWarning.set(warning, known)
  }
  known[language] ??= Buffer.from(JSON.stringify(shownWarning(language, warning)))
  return known[language]
}

/** The members of `meta` that the work gave, each after a comma: as they stand behind others in one object. */
function metaBytes(meta: ReplyMeta): Buffer {
  const text = JSON.stringify(meta)
  return Buffer.from(text === '{}' ? '' : `,${text.slice(1, -1)}`)
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

function paginationBytes({ pagination }: Reply): Buffer {
  if (pagination === undefined) throw new Error('A list answer needs its pagination.')
  const { has_more, next_cursor, limit } = pagination
  return Buffer.from(JSON.stringify({ has_more, next_cursor, limit }))
}
