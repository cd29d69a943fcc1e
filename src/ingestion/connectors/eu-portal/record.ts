/**
 * One row of the EU Funding & Tenders Portal as an input record (contract 4, "The EU connector"). Level and scope are
 * the Union's, without regions. Who may apply, and what is asked, exists at the portal as prose that refers to annexes; what is here
 * follows from the type of action.
 */

import { type EuProgramme, programmeOf } from '../../../reference/eu-programmes.ts'
import { type EuTypeOfAction, euTypeOfAction, typeOfTopic } from '../../../reference/eu-types-of-action.ts'
import { type InstrumentType, type TextLanguage, type Topic, textLanguages } from '../../../values/vocabularies.ts'
import { amountOf, type EuAmount, type EuNote, expectedGrants } from './amount.ts'
import type { EuAudience, EuTexts } from './applicants.ts'
import { demandsOf, type EuCondition } from './demands.ts'
import type { EuRule } from './derived-rule.ts'
import { applicationPageOf, pageOf } from './links.ts'
import { applicationOf, type EuApplication, type EuCallFacts, summaryInPlainWords } from './plain-words.ts'
import {
  type EuKind,
  type EuRow,
  firstOf,
  isObject,
  kindOf,
  labelOf,
  languageOf,
  referenceOf,
  UnreadableRow,
  valuesOf,
} from './row.ts'
import { descriptionOf, factsOf, titleOf } from './texts.ts'
import { topicsOf } from './topics.ts'
import { type EuWindow, statusOf, windowOf } from './window.ts'

/** The properties of the input record that an EU call has; the others are absent. */
export type EuInputRecord = {
  local_id: string
  title: Partial<Record<TextLanguage, string>>
  summary: Partial<Record<TextLanguage, string>> | null
  description: Partial<Record<TextLanguage, string>>
  status: 'forthcoming' | 'open' | 'closed' | null
  instrument_type: InstrumentType
  government_level: 'eu'
  scope: 'eu'
  regions: []
  topics: Topic[]
  programme: string | null
  issuer: typeof issuer
  application_window: EuWindow
  amount: EuAmount | null
  rules: EuRule[]
  conditions: EuCondition[]
  application: EuApplication
  legal_basis: { title: EuTexts; url: string }[]
  url: string
  application_url: string | null
  record_url: string
}

export type EuMapping = { record: EuInputRecord } | { localId: string | null; reason: string }

/** Who pays; names and address stand in the table of authorities. For cascade calls too: the project hands the money on. */
const issuer = { id: 'european-commission' } as const

/** `language`: for rows that name one we keep no texts in. Without `keepsWording` the portal's own texts are left out. */
export type EuMappingOptions = { language: TextLanguage; keepsWording: boolean }

/** Maps one row. */
export function mapEuRow(row: unknown, options: EuMappingOptions): EuMapping {
  if (!isObject(row)) return { localId: null, reason: 'the row is not an object' }
  const reference = referenceOf(row)
  if (reference === null) return { localId: null, reason: 'reference: missing, or not an id' }
  const { localId } = reference
  const kind = kindOf(row, reference)
  if (kind === null) return { localId, reason: 'type: none of 1, 2 and 8' }
  const identifier = firstOf(row, 'identifier')
  if (identifier === null) return { localId, reason: 'identifier: missing' }
  const title = titleOf(row, kind)
  if (title === null) return { localId, reason: kind === 'cascade' ? 'callTitle: missing' : 'title: missing' }
  const url = pageOf(row, kind, reference, identifier)
  if (url === null) return { localId, reason: 'url: no page of the call can be named' }

  try {
    const language = textLanguageOf(row, options.language)
    const { window, dated } = windowOf(row, kind, identifier)
    const programme = programmeOf(valuesOf(row, 'frameworkProgramme'), identifier)
    const grants = kind === 'topic' ? expectedGrants(row, identifier) : null
    const facts = factsOf(row, kind, identifier, grants, language)
    const texts = descriptionOf(options.keepsWording ? row : {}, facts, language)
    const actions = valuesOf(row, 'typesOfAction')
    const instrument = instrumentOf(actions)
    const type = typeOfActionOf(actions, identifier)
    const amount = amountOf(row, kind, identifier, type, instrument.note)
    const call = {
      ...{ kind, type, instrument: instrument.type, programme: shortNameOf(programme), amount, grants },
      country: kind === 'prospect' ? (countryOfReference.exec(identifier)?.[1] ?? null) : null,
    }
    const demands = demandsOf(type, amount, title, audienceOf(kind, type, title))
    return {
      record: {
        local_id: localId,
        title: { [language]: title },
        summary: summaryOf(call, texts.summary, language),
        description: { [language]: texts.description },
        status: statusOf(row, dated),
        instrument_type: instrument.type,
        government_level: 'eu',
        scope: 'eu',
        regions: [],
        topics: topicsOf(row, programme?.code ?? null, identifier),
        programme: programme?.code ?? null,
        issuer,
        application_window: window,
        amount,
        rules: demands.rules,
        conditions: demands.conditions,
        application: applicationOf(call),
        legal_basis: identifier.startsWith(ofAnotherProgramme) ? [] : regulationOf(programme),
        url,
        application_url: applicationPageOf(row),
        record_url: url,
      },
    }
  } catch (error) {
    if (error instanceof UnreadableRow) return { localId, reason: error.message }
    throw error
  }
}

/**
 * The language under which a row's texts are kept. Some rows name a language that is not the one their texts are in, and
 * the query asks for the source's; a name outside our four languages therefore says nothing.
 */
function textLanguageOf(row: EuRow, language: TextLanguage): TextLanguage {
  const named = languageOf(row)
  return textLanguages.find((known) => known === named) ?? language
}

/** Calls of the European Defence Industry Programme, which the portal files under the Defence Fund. */
const ofAnotherProgramme = 'EDF-EDIP-'
/** The type of action of a row; null where the table knows none of that name, where several are named, and where it misleads. */
function typeOfActionOf(actions: readonly string[], identifier: string): EuTypeOfAction | null {
  const names = new Set(actions.map((action) => labelOf(action) ?? ''))
  const [name] = names
  if (names.size !== 1 || name === undefined || identifier.startsWith(ofAnotherProgramme)) return null
  const type = euTypeOfAction(name)
  return type === null ? null : typeOfTopic(type, identifier)
}

/** `EuropeAid/186723/DD/ACT/EG`: the last part is the country, or `Multi`. */
const countryOfReference = /\/ACT\/([A-Z]{2})$/

/** Titles of cascade calls for those who study, are trained or go abroad, and not for projects. */
const ofLearners =
  /\b(scholarships?|internships?|traineeships?|master thes[ie]s|master students?|mobility grants?|(?<!knowledge )exchange program(me)?)\b/i

/** Whom a call addresses: as its type of action says, and of a cascade call its own title where that names learners. */
function audienceOf(kind: EuKind, type: EuTypeOfAction | null, title: string): EuAudience {
  return kind === 'cascade' && ofLearners.test(title) ? 'learner' : (type?.who ?? 'call')
}

/** In plain words, and in the language of the portal's text what the call is about: its first sentences. */
function summaryOf(call: EuCallFacts, first: string | null, language: TextLanguage): EuInputRecord['summary'] {
  const plain = summaryInPlainWords(call)
  if (plain === null) return first === null ? null : { [language]: first }
  const own = language === 'de' ? null : plain[language]
  return first === null || own === null ? plain : { ...plain, [language]: `${own} ${first}` }
}

const shortNameWordsMax = 2

/** `Horizon Europe`; `LIFE` where the name is longer than two words. */
function shortNameOf(programme: EuProgramme | null): string | null {
  if (programme === null) return null
  return programme.label.split(' ').length > shortNameWordsMax ? programme.code : programme.label
}

/** The regulation that sets the programme up; empty where the table knows none. */
function regulationOf(programme: EuProgramme | null): EuInputRecord['legal_basis'] {
  const regulation = programme?.regulation ?? null
  if (regulation === null) return []
  const name = shortNameOf(programme)
  return [
    {
      title: {
        nl: `Verordening (EU) ${regulation} (${name})`,
        fr: `Règlement (UE) ${regulation} (${name})`,
        en: `Regulation (EU) ${regulation} (${name})`,
      },
      url: `https://eur-lex.europa.eu/eli/reg/${regulation}/oj`,
    },
  ]
}

/** The Accelerator pays a grant, and takes a share in the company beside it: one record, with the second in a note. */
const withEquity = {
  en: 'The grant is at most € 2.5 million; equity from the EIC Fund can be combined with it. A short proposal comes first, a full one after a positive answer.',
  nl: 'De subsidie bedraagt hoogstens € 2,5 miljoen en kan worden gecombineerd met kapitaal van het EIC-fonds. Eerst komt een kort voorstel, na een positief antwoord een volledig.',
  fr: "La subvention est de 2,5 millions d'euros au plus et peut être combinée avec des fonds propres du fonds CEI. D'abord une proposition courte, puis une complète après une réponse positive.",
}

const instruments: readonly [action: RegExp, type: InstrumentType, note: EuNote | null][] = [
  [/Prizes?\b/i, 'prize', null],
  [/EIC Equity Only/i, 'equity', null],
  [/EIC Accelerator/i, 'grant', withEquity],
  [/Procurement/i, 'other', null],
]

/** What a type of action pays (design of the mapping: prize, equity, procurement, else a grant). */
export function instrumentOf(actions: readonly string[]): { type: InstrumentType; note: EuNote | null } {
  const kinds = actions.map((action) => instruments.find(([form]) => form.test(action)))
  const [first] = kinds
  // Several types of action that pay different things: a grant is what every such topic has for somebody.
  const agree = first !== undefined && kinds.every((kind) => kind?.[1] === first[1])
  return agree ? { type: first[1], note: first[2] } : { type: 'grant', note: null }
}
