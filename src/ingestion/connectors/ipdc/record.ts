/**
 * A product of the Flemish catalogue as an input record (contract 4). Who may apply, where, and until when are codes and
 * dates; conditions and amounts are prose, and stay prose. Without a date nobody knows whether it can be applied for:
 * that the catalogue lists a product is no word about that.
 */
import { authorityOf } from '../../../reference/authorities.ts'
import type {
  ApplicantType,
  GovernmentLevel,
  InstrumentType,
  Province,
  Region,
  Scope,
  Topic,
} from '../../../values/vocabularies.ts'
import { dateOf, type FlemishDate } from '../flemish-dates.ts'
import { webAddressOf } from '../web-address.ts'
import { placeOf } from './areas.ts'
import { applicantsOf, instrumentOf, levelOf, topicsOf } from './codes.ts'
import { type IpdcProduct, UnreadableProduct } from './product.ts'
import {
  advantagesOf,
  conditionsOf,
  descriptionOf,
  type InputCondition,
  type InputText,
  legalBasisOf,
  lineOf,
  shortDescriptionOf,
} from './texts.ts'

/** The properties of the input record that a product has; the others are absent. */
export type IpdcInputRecord = {
  local_id: string
  title: InputText
  summary: InputText | null
  description: InputText | null
  instrument_type: InstrumentType
  government_level: GovernmentLevel | null
  scope: Scope | null
  regions: Region[] | null
  provinces: Province[]
  area_codes: string[]
  topics: Topic[]
  applicant_types: ApplicantType[]
  issuer: { id: string } | null
  administrator: { id: string } | null
  application_window: { opens_at: string | null; closes_at: string | null }
  amount: { note: InputText } | null
  state_aid: { regime: 'de_minimis' } | null
  conditions: InputCondition[]
  legal_basis: { title: InputText | null; url: string | null }[]
  url: string
  application_url: string | null
  record_url: string
}

export type IpdcMapping = { record: IpdcInputRecord } | { localId: string; reason: string }

const catalogue = 'https://productcatalogus.ipdc.vlaanderen.be'

export function mapIpdcProduct(product: IpdcProduct): IpdcMapping {
  const { localId } = product
  const title = lineOf(product.name)
  if (title === null) return { localId, reason: 'naam: missing' }
  try {
    const place = placeOf(product.areas)
    const issuer = authorityIn(product.competentAuthorities)
    const executing = authorityIn(product.executingAuthorities)
    const level = levelIn(product, issuer)
    const note = advantagesOf(product)
    const record = recordPage(product)
    return {
      record: {
        local_id: localId,
        title,
        summary: shortDescriptionOf(product),
        description: descriptionOf(product),
        instrument_type: instrumentOf(product),
        government_level: level,
        // Every other level says the scope by itself.
        scope: level === 'other' ? place.scope : null,
        regions: place.regions,
        provinces: place.provinces,
        area_codes: place.area_codes,
        topics: topicsOf(product),
        applicant_types: applicantsOf(product),
        issuer,
        administrator: executing?.id === issuer?.id ? null : executing,
        application_window: windowOf(product),
        amount: note === null ? null : { note },
        state_aid: product.deMinimis === true ? { regime: 'de_minimis' } : null,
        conditions: conditionsOf(product),
        legal_basis: legalBasisOf(product),
        url: webAddressOf(product.publicationAddress) ?? record,
        application_url: applicationPage(product),
        record_url: record,
      },
    }
  } catch (error) {
    if (error instanceof UnreadableProduct) return { localId, reason: error.message }
    throw error
  }
}

/** The page of the public catalogue; without a product number its address of the record itself. */
function recordPage({ productNumber, localId }: IpdcProduct): string {
  return productNumber === null
    ? `${catalogue}/doc/instantie/${encodeURIComponent(localId)}`
    : `${catalogue}/nl/instantie/${encodeURIComponent(productNumber)}`
}

/** Where to apply: the first address of the first procedure that has one. */
function applicationPage({ procedures }: IpdcProduct): string | null {
  return procedures.flatMap(({ addresses }) => addresses.flatMap((address) => webAddressOf(address) ?? []))[0] ?? null
}

/**
 * The first authority named, by its code as it stands: our table of authorities knows some codes, and what it learns
 * later shows without a new version.
 */
function authorityIn(codes: readonly string[]): { id: string } | null {
  const [first] = codes
  if (first === undefined) return null
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(first)) {
    throw new UnreadableProduct(`overheden: ${first.slice(0, 40)} is no id`)
  }
  return { id: first }
}

/** A known authority's level goes before the catalogue's: that calls Flemish what is the Community's. */
function levelIn(product: IpdcProduct, issuer: { id: string } | null): GovernmentLevel | null {
  return (issuer === null ? null : authorityOf(issuer.id)?.government_level) ?? levelOf(product)
}

function windowOf({ startsAt, endsAt }: IpdcProduct): IpdcInputRecord['application_window'] {
  const opens = readDate(startsAt, 'startDienstVerlening')
  const closes = readDate(endsAt, 'eindeDienstVerlening')
  if (opens !== null && closes !== null && closes.to < opens.from) {
    throw new UnreadableProduct('eindeDienstVerlening: lies before startDienstVerlening')
  }
  return { opens_at: opens?.written ?? null, closes_at: closes?.written ?? null }
}

function readDate(text: string | null, property: string): FlemishDate | null {
  if (text === null) return null
  const date = dateOf(text)
  if (date === null) throw new UnreadableProduct(`${property}: ${text.slice(0, 40)} is no date`)
  return date
}
