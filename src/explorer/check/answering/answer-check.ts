/** What a form of the company check is answered: read, counted as a step of its dialogue, looked up, judged. Nothing of it is kept. */

import { isShownWhole } from '../../../companies/registered-company.ts'
import { isAnswer, type OpenProperty } from '../../../matching/request/answers.ts'
import type { LookedUp } from '../../../matching/request/filling.ts'
import { type MatchRequest, readMatchRequest } from '../../../matching/request/match-request.ts'
import { requestBounds } from '../../../matching/request/request-bounds.ts'
import { type FactsInput, factOf, isGivenValue } from '../../../matching/request/request-schema.ts'
import type { Fields } from '../../../pages/form-fields.ts'
import { readEstablishmentNumber } from '../../../reference/enterprise-number.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { withChosenEstablishment, withoutNumber } from '../asking/company-number.ts'
import { givenIn, isProperty, withAnswer, withFact } from '../asking/facts-given.ts'
import { type FirstField, type FirstRead, type FirstTyped, firstFields, readFirstForm } from '../asking/first-form.ts'
import type { NaceFound } from '../asking/nace-finding.ts'
import { readTyped, type TypedFault } from '../asking/typed-value.ts'
import type { DialogueMeans, Steps } from '../dialogue/dialogues.ts'
import { type Kept, keptText, readKept } from '../dialogue/kept.ts'
import { type JudgedCompany, type JudgeNeeds, judge } from './judged.ts'
import { type AskedNumber, askedNumber, type Looking, lookUpBoth } from './looking.ts'

/** `looking`: where companies are looked up by their numbers; absent: nowhere, as where no register is loaded. */
export type CheckNeeds = JudgeNeeds & { cursors: DialogueMeans; dialogues: Steps; looking?: Looking }

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
  /** The establishment that was chosen beside it. */
  chosen?: string
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
  /** The number that was given, with what came of it; absent or null: none was. */
  asked?: AskedNumber | null
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
  if (kept === null || requestOf(kept, call) === null) return { kind: 'unreadable' }
  const done = take(kept, fields, call)
  if (done === null) return { kind: 'unreadable' }
  // A fact that was judged by itself, and cannot stand beside the others.
  if (requestOf(done.kept, call) === null) return { kind: 'unreadable' }
  return show(needs, call, { ...done, before: done.isChange ? kept : null, token: fields.one('token') })
}

async function begin(needs: CheckNeeds, fields: Fields, call: CheckCall): Promise<CheckAnswer> {
  const names = Object.keys(firstFields) as FirstField[]
  const typed: FirstTyped = Object.fromEntries(names.map((name) => [name, fields.all(name)]))
  const slug = fields.one('measure')
  const measure = slug === null || slug.length > slugMax ? null : slug
  const read = readFirstForm(typed, call)
  if (!('facts' in read)) return { kind: 'first', why: 'faults', typed, read, measure }
  const kept: Kept = { facts: read.facts, skipped: [], measure, isLong: false }
  if (requestOf(kept, call) === null) return { kind: 'unreadable' }
  return show(needs, call, { ...nothingDone(kept), before: null, token: null })
}

/** Null where the facts cannot be right together. `lookedUp`: what is known of the company beside them. */
function requestOf(
  { facts }: Kept,
  { language, now }: CheckCall,
  lookedUp: LookedUp | null = null,
): MatchRequest | null {
  const asked = { ...facts, language, limit: rowsMost, topics_only: true, view: 'compact' as const }
  const request = readMatchRequest(asked, now, lookedUp)
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
  if (work === 'without_number') return { ...done, kept: { ...kept, facts: withoutNumber(kept.facts) }, isChange: true }
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
  const chosen = property === 'company.postcode' ? fields.one('establishment') : null
  if (chosen !== null && chosen !== elsewhere) return chooseEstablishment(kept, chosen, typed)
  const facts = property === 'company.municipality' ? withPostcodeOf(fields, kept.facts, call) : kept.facts
  const read = readTyped(property, typed, facts, call)
  if ('facts' in read) return changed(kept, read.facts, property)
  const { fault, found = [], meant = null } = read
  return { ...done, asking: property, fault: { fault, typed, found, meant } }
}

/** What the form sends in the place of an establishment where none of them applies. */
export const elsewhere = 'elsewhere'

function chooseEstablishment(kept: Kept, chosen: string, typed: readonly string[]): Done | null {
  const number = readEstablishmentNumber(chosen)
  if (number === null) return null
  if (typed.every((text) => text.trim() === ''))
    return changed(kept, withChosenEstablishment(kept.facts, number), 'company.postcode')
  const fault = { fault: 'either', typed, found: [], meant: null, chosen: number } as const
  return { ...nothingDone(kept), asking: 'company.postcode', fault }
}

/** A municipality is that of a postcode. Where the register gave it, the form sends it along, and both are then what was told. */
function withPostcodeOf(fields: Fields, facts: FactsInput, call: CheckCall): FactsInput {
  const postcode = fields.one('postcode')
  if (postcode === null || factOf(facts, 'company.postcode') !== undefined) return facts
  const read = readTyped('company.postcode', [postcode], facts, call)
  return 'facts' in read ? read.facts : facts
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

/** `before`: what was kept before a change. */
type Showing = Done & { before: Kept | null; token: string | null }

async function show(needs: CheckNeeds, call: CheckCall, showing: Showing): Promise<CheckAnswer> {
  // What a form of ours can carry is no more than what one of ours may send back.
  const kept = await readKept(keptText(showing.kept))
  if (kept === null) return { kind: 'unreadable' }
  // Before anybody is looked up: who may begin no more learns of no company either.
  const step = needs.dialogues.step(needs.cursors, showing.token, call.address, call.now)
  if (step === null) return { kind: 'limit', kept }
  try {
    const shown = await judgedStep(needs, call, { ...showing, kept })
    if (shown === null) {
      step.takeBack()
      return { kind: 'unreadable' }
    }
    const { token, isRenewed } = step
    return { kind: showing.isReport ? 'report' : 'results', shown: { ...shown, token, isRenewed } }
  } catch (fault) {
    step.takeBack()
    throw fault
  }
}

/** Null where the numbers that are given are not of one enterprise. */
async function judgedStep(
  needs: CheckNeeds,
  call: CheckCall,
  { kept, before: keptBefore, asking, fault }: Showing,
): Promise<Omit<Shown, 'token' | 'isRenewed'> | null> {
  const { facts, measure, isLong } = kept
  const [lookedUp, lookedUpBefore] = await lookUpBoth(needs.looking, facts, keptBefore?.facts ?? null)
  const request = requestOf(kept, call, lookedUp)
  if (request === null) return null
  const before = keptBefore === null ? null : requestOf(keptBefore, call, lookedUpBefore)
  const asked = await askedNumber(facts, lookedUp, needs.looking)
  const isHidden = isPlaceHidden(facts, lookedUp)
  const skipped = isHidden ? [...kept.skipped, municipalityAsked] : kept.skipped
  const isToChoose = request.facts.establishments.length > 0 && !skipped.includes('company.postcode')
  const isInsteadOfTown = isHidden && asking === municipalityAsked
  const judged = await judge(needs, {
    ...{ request, before, measure, skipped, told: [...givenIn(facts), ...kept.skipped] },
    asking: isInsteadOfTown ? 'company.postcode' : (asking ?? (isToChoose ? 'company.postcode' : null)),
    rows: isLong ? rowsMost : rowsAtFirst,
  })
  return {
    ...{ kept, judged, isAskedFor: asking !== null, asked },
    municipalities: isHidden ? [] : request.facts.place.candidates,
    fault: isInsteadOfTown ? null : fault,
  }
}

const municipalityAsked: OpenProperty = 'company.municipality'

/**
 * Whether the place is to be shown to nobody: of whoever is not shown whole, where no postcode was told. The municipality is then not asked
 * for, since its choices, and that there are any, tell the postcode that was filled in.
 */
function isPlaceHidden({ company, project }: FactsInput, lookedUp: LookedUp | null): boolean {
  const found = lookedUp?.found ?? null
  const isTold = [company?.postcode, project?.postcode].some(isGivenValue)
  return found !== null && !isShownWhole(found.company) && !isTold
}
