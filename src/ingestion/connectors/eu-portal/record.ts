/**
 * One row of the EU Funding & Tenders Portal as an input record (contract 4, "The EU connector"). Level and scope are
 * the Union's, without regions. Who may apply, and every other condition, exists at the portal as prose that refers to
 * annexes only, so no rules, conditions, applicants or sizes are made up from it.
 */
import { programmeOf } from '../../../reference/eu-programmes.ts'
import { type InstrumentType, type TextLanguage, type Topic, textLanguages } from '../../../values/vocabularies.ts'
import { amountOf, type EuAmount, expectedGrants } from './amount.ts'
import { applicationPageOf, pageOf } from './links.ts'
import { type EuRow, firstOf, isObject, kindOf, languageOf, referenceOf, UnreadableRow, valuesOf } from './row.ts'
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
    const programme = programmeOf(valuesOf(row, 'frameworkProgramme'), identifier)?.code ?? null
    const grants = kind === 'topic' ? expectedGrants(row, identifier) : null
    const facts = factsOf(row, kind, identifier, grants, language)
    const texts = descriptionOf(options.keepsWording ? row : {}, facts, language)
    const instrument = instrumentOf(valuesOf(row, 'typesOfAction'))
    return {
      record: {
        local_id: localId,
        title: { [language]: title },
        summary: texts.summary === null ? null : { [language]: texts.summary },
        description: { [language]: texts.description },
        status: statusOf(row, dated),
        instrument_type: instrument.type,
        government_level: 'eu',
        scope: 'eu',
        regions: [],
        topics: topicsOf(row, programme, identifier),
        programme,
        issuer,
        application_window: window,
        amount: amountOf(row, kind, identifier, instrument.note),
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

/** The Accelerator pays a grant, and takes a share in the company beside it: one record, with the second in a note. */
const withEquity = {
  en: 'Equity from the EIC Fund can be combined with the grant.',
  nl: 'De subsidie kan worden gecombineerd met kapitaal van het EIC-fonds.',
  fr: 'La subvention peut être combinée avec des fonds propres du fonds CEI.',
}

const instruments: readonly [action: RegExp, type: InstrumentType, note: EuAmount['note']][] = [
  [/Prizes?\b/i, 'prize', null],
  [/EIC Equity Only/i, 'equity', null],
  [/EIC Accelerator/i, 'grant', withEquity],
  [/Procurement/i, 'other', null],
]

/** What a type of action pays (design of the mapping: prize, equity, procurement, else a grant). */
export function instrumentOf(actions: readonly string[]): { type: InstrumentType; note: EuAmount['note'] } {
  const kinds = actions.map((action) => instruments.find(([form]) => form.test(action)))
  const [first] = kinds
  // Several types of action that pay different things: a grant is what every such topic has for somebody.
  const agree = first !== undefined && kinds.every((kind) => kind?.[1] === first[1])
  return agree ? { type: first[1], note: first[2] } : { type: 'grant', note: null }
}
