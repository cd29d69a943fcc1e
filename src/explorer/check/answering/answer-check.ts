/** What a form of the company check is answered: read, counted as a step of its dialogue, judged. Nothing of it is kept. */

import { isAnswer, type OpenProperty } from '../../../matching/request/answers.ts'
import { type MatchRequest, readMatchRequest } from '../../../matching/request/match-request.ts'
import { requestBounds } from '../../../matching/request/request-bounds.ts'
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import type { Fields } from '../../../pages/form-fields.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { givenIn, isProperty, withAnswer, withFact } from '../asking/facts-given.ts'
import { type FirstField, type FirstRead, type FirstTyped, firstFields, readFirstForm } from '../asking/first-form.ts'
import type { NaceFound } from '../asking/nace-finding.ts'
import { readTyped, type TypedFault } from '../asking/typed-value.ts'
import type { DialogueMeans, Steps } from '../dialogue/dialogues.ts'
import { type Kept, keptText, readKept } from '../dialogue/kept.ts'
import { type JudgedCompany, type JudgeNeeds, judge } from './judged.ts'

export type CheckNeeds = JudgeNeeds & { cursors: DialogueMeans; dialogues: Steps }

/** Rows that are shown at first, and at most. */
const rowsAtFirst = 25
export const rowsMost = requestBounds.limitMax

/** What was typed to a question and is no answer. */
export type QuestionFault = {
  fault: TypedFault
  typed: readonly string[]
  found: readonly NaceFound[]
  /** What may be meant; null where nobody knows. */
  meant: string | null
}

export type Shown = {
  kept: Kept
  token: string
  isRenewed: boolean
  judged: JudgedCompany
  /** Codes of the municipalities in which the postcode lies. */
  municipalities: readonly string[]
  /** The question was asked for, not the next one. */
  isAskedFor: boolean
  fault: QuestionFault | null
  /** Where its forms are sent, where the dialogue stands on a screen with a heading of its own. */
  screen?: string
}

export type CheckAnswer =
  | {
      kind: 'first'
      why: 'faults'
      typed: FirstTyped
      read: Exclude<FirstRead, { facts: FactsInput }>
      measure: string | null
    }
  /** What came is no form of ours. */
  | { kind: 'unreadable' }
  /** The address has begun all the dialogues that it may today. */
  | { kind: 'limit'; kept: Kept }
  | { kind: 'results' | 'report'; shown: Shown }

export type CheckCall = { language: Language; now: Instant; address: string }

const slugMax = 400

export async function answerCheck(needs: CheckNeeds, fields: Fields, call: CheckCall): Promise<CheckAnswer> {
  const text = fields.one('kept')
  if (text === null) return begin(needs, fields, call)
  const kept = await readKept(text)
  const before = kept === null ? null : requestOf(kept, call)
  if (kept === null || before === null) return { kind: 'unreadable' }
  const done = take(kept, fields, call)
  if (done === null) return { kind: 'unreadable' }
  const after = requestOf(done.kept, call)
  // A fact that was judged by itself, and cannot stand beside the others.
  if (after === null) return { kind: 'unreadable' }
  return show(needs, call, {
    ...done,
    request: after,
    before: done.isChange ? before : null,
    token: fields.one('token'),
  })
}

async function begin(needs: CheckNeeds, fields: Fields, call: CheckCall): Promise<CheckAnswer> {
  const names = Object.keys(firstFields) as FirstField[]
  const typed: FirstTyped = Object.fromEntries(names.map((name) => [name, fields.all(name)]))
  const slug = fields.one('measure')
  const measure = slug === null || slug.length > slugMax ? null : slug
  const read = readFirstForm(typed, call)
  if (!('facts' in read)) return { kind: 'first', why: 'faults', typed, read, measure }
  const kept: Kept = { facts: read.facts, skipped: [], measure, isLong: false }
  const request = requestOf(kept, call)
  if (request === null) return { kind: 'unreadable' }
  return show(needs, call, { ...nothingDone(kept), request, before: null, token: null })
}

/** Null where the facts cannot be right together. */
function requestOf({ facts }: Kept, { language, now }: CheckCall): MatchRequest | null {
  const asked = { ...facts, language, limit: rowsMost, topics_only: true, view: 'compact' as const }
  const request = readMatchRequest(asked, now)
  return 'field' in request ? null : request
}

/** What a form did to what is kept. */
type Done = {
  kept: Kept
  isChange: boolean
  asking: OpenProperty | null
  fault: QuestionFault | null
  isReport: boolean
}

function nothingDone(kept: Kept): Done {
  return { kept, isChange: false, asking: null, fault: null, isReport: false }
}

/** Null where the form asks for what none of ours does. */
function take(kept: Kept, fields: Fields, call: CheckCall): Done | null {
  const done = nothingDone(kept)
  const ask = fields.one('ask')
  if (ask !== null) return isAskable(ask) ? { ...done, asking: ask } : null
  const work = fields.one('do')
  if (work === 'report') return { ...done, isReport: true }
  if (work === 'more') return { ...done, kept: { ...kept, isLong: true } }
  const property = fields.one('asked')
  if (work === null || work === 'results') return done
  if (property === null || !isAskable(property)) return null
  if (work === 'unknown')
    return { ...done, kept: skip(kept, property), isChange: givenIn(kept.facts).includes(property) }
  if (isAnswer(property)) {
    if (work !== 'yes' && work !== 'no') return null
    return changed(kept, withAnswer(kept.facts, property, work === 'yes'), property)
  }
  if (work !== 'answer') return null
  const typed = fields.all('value')
  const read = readTyped(property, typed, kept.facts, call)
  if ('facts' in read) return changed(kept, read.facts, property)
  const { fault, found = [], meant = null } = read
  return { ...done, asking: property, fault: { fault, typed, found, meant } }
}

const propertyMax = 500

function isAskable(text: string): text is OpenProperty {
  return text.length <= propertyMax && isProperty(text)
}

function changed(kept: Kept, facts: FactsInput, property: OpenProperty): Done {
  const skipped = kept.skipped.filter((one) => one !== property)
  return { ...nothingDone({ ...kept, facts, skipped }), isChange: true }
}

/** Not known: what was said before is taken back, and the question is not put again by itself. */
function skip(kept: Kept, property: OpenProperty): Kept {
  const facts = isAnswer(property)
    ? withAnswer(kept.facts, property, undefined)
    : withFact(kept.facts, property, undefined)
  return { ...kept, facts, skipped: [...kept.skipped.filter((one) => one !== property), property] }
}

type Showing = Done & { request: MatchRequest; before: MatchRequest | null; token: string | null }

async function show(needs: CheckNeeds, call: CheckCall, showing: Showing): Promise<CheckAnswer> {
  const { request, before, token, asking, fault, isReport } = showing
  // What a form of ours can carry is no more than what one of ours may send back.
  const kept = await readKept(keptText(showing.kept))
  if (kept === null) return { kind: 'unreadable' }
  const step = needs.dialogues.step(needs.cursors, token, call.address, call.now)
  if (step === null) return { kind: 'limit', kept }
  const { facts, skipped, measure, isLong } = kept
  const judged = await judge(needs, {
    ...{ request, before, measure, skipped, asking },
    told: [...givenIn(facts), ...skipped],
    rows: isLong ? rowsMost : rowsAtFirst,
  }).catch((fault: unknown) => {
    step.takeBack()
    throw fault
  })
  const { candidates } = request.facts.place
  const { token: nextToken, isRenewed } = step
  const shown = {
    kept,
    token: nextToken,
    isRenewed,
    judged,
    municipalities: candidates,
    isAskedFor: asking !== null,
    fault,
  }
  return { kind: isReport ? 'report' : 'results', shown }
}
