/**
 * Offers of subsidies in the OSLO vocabulary of the Flemish government (RDF) as input records (contract 4). An offer has
 * series (its rounds), a series has a period and steps with periods of their own. The offers are meant for local
 * authorities unless a criterion names somebody else.
 */
import type { Instant } from '../../../values/brussels.ts'
import { type ApplicantType, applicantTypes, type TextLanguage } from '../../../values/vocabularies.ts'
import { cleanHtml, cleanLine } from '../clean-html.ts'
import { dateOf, type FlemishDate } from '../flemish-dates.ts'
import { type Graph, objectsOf, subjectsOfType, type Term } from '../n-triples.ts'
import { webAddressOf } from '../web-address.ts'

type InputText = Partial<Record<TextLanguage, string>>

/** The properties of the input record that an offer has; the others are absent. */
export type OsloInputRecord = {
  local_id: string
  title: InputText
  description: InputText | null
  instrument_type: 'grant'
  applicant_types: ApplicantType[]
  application_window: { opens_at: string | null; closes_at: string | null; note: InputText | null }
  url: string
  record_url: string
}

export type OsloMapping = { record: OsloInputRecord } | { localId: string | null; reason: string }

/** `now` says which round is the current one. Without `keepsWording` descriptions are left out. */
export type OsloOptions = { now: Instant; language: TextLanguage; keepsWording: boolean }

const dct = 'http://purl.org/dc/terms/'
const m8g = 'http://data.europa.eu/m8g/'
const skos = 'http://www.w3.org/2004/02/skos/core#'
const subsidie = 'http://lblod.data.gift/vocabularies/subsidie/'
const offerType = 'http://data.vlaanderen.be/ns/subsidie#SubsidiemaatregelAanbod'
const period = 'https://data.vlaanderen.be/ns/mobiliteit#periode'
const follows = 'http://purl.org/vocab/cpsv#follows'
const criterion = `${m8g}hasCriterion`

/** Written where a round has no end. */
const openEnd = Date.parse('2030-12-31T22:59:59Z')

/**
 * Criteria are named by address only. Those of the offers of before 2024, when the application admitted local authorities
 * alone, are classes of local authority; economic actors are enterprises and associations.
 */
const applicantsByCriterion = new Map<string, readonly ApplicantType[]>([
  // Municipalities, and their public centres for social welfare.
  ['f5ea0615-0b0a-47db-a38c-6097ff80815d', ['public_body']],
  ['8c32faa4-1167-4fee-932f-3d453e59b09a', ['public_body']],
  // Other classes of local authority.
  ['3872dbf9-2b16-4b9e-a3cb-d2bd9b9d86d3', ['public_body']],
  ['80301a63-927c-48e5-8678-048c87c25847', ['public_body']],
  ['72ada772-6e71-4eb3-85a6-c58539a13865', ['public_body']],
  ['2c9ee9c7-ea98-4596-85a5-3b83b77b3606', ['public_body']],
  ['be6b5c33-f4f0-45bc-b7ae-d8aa9c214843', ['public_body']],
  ['ece5bfcf-2c3f-401a-8176-0dac66ecbdad', ['public_body']],
  ['28fe1648-dd25-4772-b5e9-0eed4e8f4b90', ['company', 'self_employed', 'non_profit']],
])

const titleLengthMax = 500
const descriptionLengthMax = 20_000
const localIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** Every offer of the document, in the order in which they first stand. */
export function mapOsloOffers(graph: Graph, options: OsloOptions): OsloMapping[] {
  return subjectsOfType(graph, [offerType]).map((offer) => mapOffer(graph, offer, options))
}

class UnreadableOffer extends Error {}

function mapOffer(graph: Graph, offer: string, options: OsloOptions): OsloMapping {
  const localId = lastPart(offer)
  if (!localIdForm.test(localId)) return { localId: null, reason: `${offer.slice(0, 200)}: its last part is no id` }
  const { language } = options
  const title = lineIn(graph, offer, `${dct}title`, language) ?? lineIn(graph, offer, `${skos}prefLabel`, language)
  if (title === null) return { localId, reason: 'dct:title: missing' }
  const page = webAddressOf(objectsOf(graph, offer, `${skos}related`)[0]?.value)
  try {
    const rounds = objectsOf(graph, offer, `${subsidie}heeftReeks`).map(({ value }) => roundOf(graph, value))
    const round = currentRound(rounds, options.now) ?? roundOfSteps(graph, offer)
    return {
      record: {
        local_id: localId,
        title,
        description:
          options.keepsWording && round.series !== null ? descriptionOf(graph, round.series, language) : null,
        instrument_type: 'grant',
        applicant_types: applicantsOf(graph, offer),
        application_window: {
          opens_at: round.opens?.written ?? null,
          closes_at: round.closes?.written ?? null,
          note: laterStepsNote(round.later),
        },
        url: page ?? offer,
        record_url: offer,
      },
    }
  } catch (error) {
    if (error instanceof UnreadableOffer) return { localId, reason: error.message }
    throw error
  }
}

/** A period; `closes` is null where it has no end. */
type Span = { opens: FlemishDate | null; closes: FlemishDate | null }
type Round = Span & {
  series: string | null
  /** Steps after the one by which one enters, with their ends. */
  later: { name: string; closes: FlemishDate }[]
}

/**
 * One enters by the first step; its period is the round's, and the series' own stands in where the steps have none. What
 * ends later (a second phase, a report) is no deadline for whoever has not entered.
 */
function roundOf(graph: Graph, series: string): Round {
  return roundFrom(graph, `${subsidie}heeftSubsidieprocedurestap`, series, series)
}

function roundOfSteps(graph: Graph, offer: string): Round {
  return roundFrom(graph, follows, offer, null)
}

function roundFrom(graph: Graph, hasStep: string, subject: string, series: string | null): Round {
  const steps = objectsOf(graph, subject, hasStep)
    .map(({ value }) => ({ name: stepName(graph, value), span: spanOf(graph, value) }))
    .flatMap(({ name, span }) => (span === null ? [] : [{ name, span }]))
    .sort((a, b) => beginning(a.span) - beginning(b.span) || ending(a.span) - ending(b.span))
  const [first, ...others] = steps
  const span = first?.span ?? spanOf(graph, subject) ?? { opens: null, closes: null }
  const later = others.flatMap(({ name, span: { closes } }) => (closes === null ? [] : [{ name, closes }]))
  return { ...span, series, later }
}

const beginning = ({ opens }: Span): number => opens?.from ?? Number.NEGATIVE_INFINITY
const ending = ({ closes }: Span): number => closes?.to ?? Number.POSITIVE_INFINITY

/** The round that is open, else the next, else the last; of several open ones the one that ends first. */
function currentRound(rounds: readonly Round[], now: Instant): Round | null {
  const dated = rounds.filter(({ opens, closes }) => opens !== null || closes !== null)
  const ahead = dated.filter((round) => ending(round) >= now)
  const open = ahead.filter((round) => beginning(round) <= now).toSorted((a, b) => ending(a) - ending(b))
  const next = ahead.toSorted((a, b) => beginning(a) - beginning(b))
  const last = dated.toSorted((a, b) => ending(b) - ending(a))
  return open[0] ?? next[0] ?? last[0] ?? rounds[0] ?? null
}

function spanOf(graph: Graph, subject: string): Span | null {
  const [node] = objectsOf(graph, subject, period)
  if (node === undefined) return null
  const opens = dateIn(graph, node.value, `${m8g}startTime`)
  const closes = dateIn(graph, node.value, `${m8g}endTime`)
  if (opens !== null && closes !== null && closes.to < opens.from) {
    throw new UnreadableOffer(`m8g:endTime: lies before m8g:startTime in ${node.value.slice(0, 200)}`)
  }
  return { opens, closes: closes?.to === openEnd ? null : closes }
}

function dateIn(graph: Graph, node: string, predicate: string): FlemishDate | null {
  const [term] = objectsOf(graph, node, predicate)
  if (term === undefined) return null
  const date = dateOf(term.value)
  if (date === null) throw new UnreadableOffer(`${lastPart(predicate)}: ${term.value.slice(0, 40)} is no date`)
  return date
}

/** Who may apply; nobody is named where a criterion is not known: the list would shut out. */
function applicantsOf(graph: Graph, offer: string): ApplicantType[] {
  const criteria = objectsOf(graph, offer, criterion)
  if (criteria.length === 0) return ['public_body']
  const known = criteria.map(({ value }) => applicantsByCriterion.get(lastPart(value)))
  if (known.includes(undefined)) return []
  const found = new Set(known.flatMap((types) => types ?? []))
  return applicantTypes.filter((type) => found.has(type))
}

function descriptionOf(graph: Graph, series: string, language: TextLanguage): InputText | null {
  return textIn(objectsOf(graph, series, `${dct}description`), language, (text) =>
    cleanHtml(text, { lengthMax: descriptionLengthMax }),
  )
}

const stepName = (graph: Graph, step: string): string =>
  cleanLine(objectsOf(graph, step, `${dct}description`)[0]?.value ?? '', { lengthMax: titleLengthMax })

function laterStepsNote(later: Round['later']): InputText | null {
  if (later.length === 0) return null
  const steps = later
    .map(({ name, closes }) => `${name === '' ? '-' : name}: ${closes.written.slice(0, 10)}`)
    .join('; ')
  return {
    nl: `De uiterste datum is die van de eerste stap. Latere stappen: ${steps}.`,
    fr: `La date limite est celle de la première étape. Étapes ultérieures : ${steps}.`,
    en: `The deadline is that of the first step. Later steps: ${steps}.`,
  }
}

function lineIn(graph: Graph, subject: string, predicate: string, language: TextLanguage): InputText | null {
  return textIn(objectsOf(graph, subject, predicate), language, (text) =>
    cleanLine(text, { lengthMax: titleLengthMax }),
  )
}

/** Literals by language; those without one are in the source's. Null where nothing is left of them. */
function textIn(terms: readonly Term[], language: TextLanguage, clean: (text: string) => string): InputText | null {
  const texts: InputText = {}
  for (const term of terms) {
    if (term.kind !== 'literal') continue
    const own = (['nl', 'fr', 'en', 'de'] as const).find((tag) => tag === (term.language ?? language).slice(0, 2))
    const text = clean(term.value)
    if (own !== undefined && text !== '') texts[own] ??= text
  }
  return Object.keys(texts).length === 0 ? null : texts
}

const lastPart = (address: string): string =>
  address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1)
