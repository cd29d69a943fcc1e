/** What a name may mean, and every name that the reader of situations knows with its meaning. */
import { type EuProgramme, programmes } from '../reference/eu-programmes.ts'
import { type Purpose, purposes } from '../reference/purposes.ts'
import { searchNamesIn } from '../reference/search-words.ts'
import { type Trade, trades } from '../reference/trades.ts'
import {
  type ApplicantType,
  applicantTypes,
  type CompanySize,
  companySizes,
  type InstrumentType,
  instrumentTypes,
  type TextLanguage,
  type Topic,
  textLanguages,
  topics,
} from '../values/vocabularies.ts'
import { type NamedPlace, namedPlaces } from './named-places.ts'

export type Sense =
  | { kind: 'place'; place: NamedPlace }
  | { kind: 'applicant'; type: ApplicantType | CompanySize }
  | { kind: 'activity'; trade: Trade }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'purpose'; purpose: Purpose }
  | { kind: 'instrument'; instrument: InstrumentType }
  | { kind: 'programme'; programme: EuProgramme }

/** People whom applicants employ or work with, and words for a town: they say too little of who applies. */
const noApplicants = new Set(
  (
    'onderzoeker onderzoekers chercheur chercheurs Forscher researcher researchers partners partenaires Partner partnership cluster ' +
    'Cluster stad ville Stadt city overheid government vrijwilligers bénévoles volunteers Ehrenamt'
  ).split(' '),
)

/** A name; null: of every language. */
export type NamedSense = { name: string; language: TextLanguage | null; sense: Sense }

export function* namedSenses(): Generator<NamedSense> {
  for (const [name, place] of namedPlaces()) yield { name, language: null, sense: { kind: 'place', place } }
  for (const programme of programmes())
    for (const name of [programme.code, programme.label])
      yield { name, language: null, sense: { kind: 'programme', programme } }
  for (const language of textLanguages) {
    for (const purpose of purposes())
      for (const name of purpose.names[language]) yield { name, language, sense: { kind: 'purpose', purpose } }
    for (const trade of trades())
      for (const name of trade.names[language]) yield { name, language, sense: { kind: 'activity', trade } }
    for (const type of applicantTypes)
      for (const name of searchNamesIn('applicant_type', type, language).filter((one) => !noApplicants.has(one)))
        yield { name, language, sense: { kind: 'applicant', type } }
    for (const type of companySizes)
      for (const name of searchNamesIn('company_size', type, language))
        yield { name, language, sense: { kind: 'applicant', type } }
    for (const topic of topics)
      for (const name of searchNamesIn('topic', topic, language))
        yield { name, language, sense: { kind: 'topic', topic } }
    for (const instrument of instrumentTypes)
      for (const name of searchNamesIn('instrument_type', instrument, language))
        yield { name, language, sense: { kind: 'instrument', instrument } }
  }
}
