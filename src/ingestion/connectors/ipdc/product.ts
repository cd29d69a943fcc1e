/**
 * A product of the Flemish catalogue of products and services (IPDC) in the form in which its stream, its API and the
 * files derived from them give it: JSON-LD whose context is known, so that it can be read as plain JSON. Here it is read
 * without judging what it says; a property that is there and has another form throws `UnreadableProduct`, so that the
 * product is rejected and its measure stays as it was.
 */
import { type TextLanguage, textLanguages } from '../../../values/vocabularies.ts'

/** A text by our languages, as the catalogue writes it: HTML in all but names. */
export type IpdcTexts = Partial<Record<TextLanguage, string>>

export type IpdcPart = { name: IpdcTexts; description: IpdcTexts }

/** Codes are the last part of their addresses, e.g. `FinancieelVoordeel`, `BE23444021`, `OVO001835`. */
export type IpdcProduct = {
  localId: string
  /** Null: the catalogue gives none. */
  productNumber: string | null
  name: IpdcTexts
  description: IpdcTexts
  furtherDescription: IpdcTexts
  exceptions: IpdcTexts
  requirements: (IpdcPart & { evidence: IpdcPart | null })[]
  procedures: (IpdcPart & { addresses: string[] })[]
  costs: IpdcPart[]
  advantages: IpdcPart[]
  regulations: { name: IpdcTexts; address: string | null }[]
  regulationText: IpdcTexts
  publicationAddress: string | null
  audiences: string[]
  themes: string[]
  yourEuropeCategories: string[]
  keywords: string[]
  /** Levels of the authorities that decide. */
  levels: string[]
  competentAuthorities: string[]
  executingAuthorities: string[]
  areas: string[]
  startsAt: string | null
  endsAt: string | null
  /** Code of the Flemish grant programme that the product belongs to. */
  grantProgramme: string | null
  deMinimis: boolean | null
}

/** `unlisted`: archived, a tombstone, or no support. `localId` of a fault is null where not even that could be read. */
export type IpdcReading =
  | { kind: 'product'; localId: string; product: IpdcProduct }
  | { kind: 'unlisted'; localId: string }
  | { kind: 'fault'; localId: string | null; reason: string }

/** Without `keepsWording` only names are read: descriptions and other prose of the authority are left out. */
export type IpdcReadOptions = { keepsWording: boolean }

/** A property that is there and cannot be read. The message begins with the property. */
export class UnreadableProduct extends Error {}

type Json = Record<string, unknown>

const support = 'FinancieelVoordeel'
const localIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const localIdLengthMax = 200
/** Order of preference for display; the catalogue rewrites a text from one form of address into the other itself. */
const dutch = ['nl', 'nl-be-x-formal', 'nl-be-x-generated-formal', 'nl-be-x-informal', 'nl-be-x-generated-informal']

/** Reads a product, or one version of it; `isVersionOf` names the product where both have an id. */
export function readIpdcProduct(json: unknown, options: IpdcReadOptions): IpdcReading {
  if (!isObject(json)) return { kind: 'fault', localId: null, reason: 'the product is not an object' }
  const localId = localIdOf(json)
  if (localId === null) return { kind: 'fault', localId, reason: '@id: missing, or its last part is no id' }
  try {
    if (isWithdrawn(json) || !isSupport(json)) return { kind: 'unlisted', localId }
    return { kind: 'product', localId, product: productOf(json, localId, options) }
  } catch (error) {
    if (error instanceof UnreadableProduct) return { kind: 'fault', localId, reason: error.message }
    throw error
  }
}

/** The last part of the product's address; null when it has none, or one that is no id. */
export function localIdOf(json: Json): string | null {
  const last = lastPart(addressOf(json.isVersionOf) ?? addressOf(json['@id']) ?? '')
  return localIdForm.test(last) && last.length <= localIdLengthMax ? last : null
}

/** Archived, or replaced by a tombstone. Both can be undone by a later version. */
function isWithdrawn(json: Json): boolean {
  const types = Array.isArray(json['@type']) ? json['@type'] : [json['@type']]
  if (types.some((type) => typeof type === 'string' && lastPart(type) === 'Tombstone')) return true
  return flagOf(json, 'gearchiveerd') === true
}

/** What counts as support: the type, or any stated financial advantage. */
function isSupport(json: Json): boolean {
  return codesOf(json, 'type').includes(support) || listOf(json, 'financieleVoordelen').length > 0
}

function productOf(json: Json, localId: string, { keepsWording }: IpdcReadOptions): IpdcProduct {
  const prose = (key: string): IpdcTexts => (keepsWording ? textsOf(json, key) : {})
  const part = (entry: Json): IpdcPart => ({
    name: keepsWording ? textsOf(entry, 'naam') : {},
    description: keepsWording ? textsOf(entry, 'beschrijving') : {},
  })
  return {
    localId,
    productNumber: textOf(json, 'productnummer'),
    name: textsOf(json, 'naam'),
    description: prose('beschrijving'),
    furtherDescription: prose('verdereBeschrijving'),
    exceptions: prose('uitzonderingen'),
    requirements: partsOf(json, 'voorwaarden').map((entry) => ({
      ...part(entry),
      evidence: isObject(entry.bewijs) ? part(entry.bewijs) : null,
    })),
    procedures: partsOf(json, 'procedures').map((entry) => ({
      ...part(entry),
      addresses: partsOf(entry, 'websites').flatMap((site) => textOf(site, 'url') ?? []),
    })),
    costs: partsOf(json, 'kosten').map(part),
    advantages: partsOf(json, 'financieleVoordelen').map(part),
    regulations: partsOf(json, 'regelgeving').map((entry) => ({
      name: textsOf(entry, 'naam'),
      address: textOf(entry, 'url'),
    })),
    regulationText: prose('regelgevingTekst'),
    publicationAddress: isObject(json.publicatieLink) ? textOf(json.publicatieLink, 'url') : null,
    audiences: codesOf(json, 'doelgroepen'),
    themes: codesOf(json, 'themas'),
    yourEuropeCategories: codesOf(json, 'yourEuropeCategorieen'),
    keywords: keywordsOf(json),
    levels: codesOf(json, 'bevoegdBestuursniveaus'),
    competentAuthorities: codesOf(json, 'bevoegdeOverheden'),
    executingAuthorities: codesOf(json, 'uitvoerendeOverheden'),
    areas: codesOf(json, 'geografischToepassingsgebieden'),
    startsAt: textOf(json, 'startDienstVerlening'),
    endsAt: textOf(json, 'eindeDienstVerlening'),
    grantProgramme: codesOf(json, 'subsidiemaatregel')[0] ?? null,
    deMinimis: flagOf(json, 'deminimis'),
  }
}

/**
 * A language map by our languages. Dutch comes in up to five forms, of which the first of `dutch` that is there counts;
 * a text without any letter or figure is none. Languages that we keep no texts in are left out.
 */
function textsOf(json: Json, key: string): IpdcTexts {
  const value = json[key]
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw new UnreadableProduct(`${key}: not texts by language`)
  const byTag = new Map<string, string>()
  for (const [tag, text] of Object.entries(value)) {
    if (text === null) continue
    if (typeof text !== 'string') throw new UnreadableProduct(`${key}.${tag.slice(0, 40)}: not a text`)
    if (/[\p{L}\p{N}]/u.test(text.replaceAll(/<[^<>]*>|&[^;\s]{1,10};/g, ''))) byTag.set(tag.toLowerCase(), text)
  }
  const texts: IpdcTexts = {}
  for (const language of textLanguages) {
    const tags = language === 'nl' ? dutch : [language]
    const text = tags.map((tag) => byTag.get(tag)).find((given) => given !== undefined)
    if (text !== undefined) texts[language] = text
  }
  return texts
}

/** Members of a list of objects by their `order`, those without one after the others as they stand. */
function partsOf(json: Json, key: string): Json[] {
  return listOf(json, key)
    .map((entry) => {
      if (!isObject(entry)) throw new UnreadableProduct(`${key}: a member is not an object`)
      return { entry, order: typeof entry.order === 'number' ? entry.order : Number.MAX_SAFE_INTEGER }
    })
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry)
}

function listOf(json: Json, key: string): unknown[] {
  const value = json[key]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Codes: texts, addresses, or objects with an `id` or `@id`, each by the last part of its address, each once. */
function codesOf(json: Json, key: string): string[] {
  const codes = listOf(json, key).map((entry) => {
    const code = addressOf(entry)
    if (code === null) throw new UnreadableProduct(`${key}: a member is not a code`)
    return lastPart(code)
  })
  return [...new Set(codes)]
}

/** Search words of every language, in lower case. */
function keywordsOf(json: Json): string[] {
  const byLanguage = isObject(json.zoektermen) ? Object.values(json.zoektermen) : []
  const words = byLanguage.flat().filter((word) => typeof word === 'string')
  return [...new Set(words.map((word) => word.trim().toLowerCase()))]
}

/** A text or a number as text; null when it is absent or empty. */
function textOf(json: Json, key: string): string | null {
  const value = json[key]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new UnreadableProduct(`${key}: not a text`)
  return value.trim() === '' ? null : value.trim()
}

/** A boolean, which the stream also writes as a text; null when it is absent. */
function flagOf(json: Json, key: string): boolean | null {
  const value = json[key]
  if (value === undefined || value === null) return null
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new UnreadableProduct(`${key}: neither true nor false`)
}

/** An address or code given as a text, or as an object with it as `id` or `@id`. */
function addressOf(value: unknown): string | null {
  const given = isObject(value) ? (value.id ?? value['@id']) : value
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : null
}

const lastPart = (address: string): string =>
  address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1)

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
