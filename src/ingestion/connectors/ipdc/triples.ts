/**
 * Products of the Flemish catalogue in RDF, brought back into the JSON form of its stream, so that one reader serves both.
 * The predicates are those of the catalogue's own JSON-LD context (implementation model IPDC-LPDC). Parts whose nodes the
 * document does not hold stay as empty parts: that there is such a part is known, what it says is not.
 */
import { type Graph, objectsOf, subjectsOfType, type Term } from '../n-triples.ts'

type Json = Record<string, unknown>

const lpdc = 'https://productencatalogus.data.vlaanderen.be/ns/ipdc-lpdc#'
const dct = 'http://purl.org/dc/terms/'
const m8g = 'http://data.europa.eu/m8g/'
const schema = 'http://schema.org/'

const productTypes = [`${lpdc}InstancePublicServiceSnapshot`, `${lpdc}InstancePublicService`]

/** Property of the JSON form by predicate; the kinds differ in how their objects are written. */
const texts: Record<string, string> = {
  naam: `${dct}title`,
  beschrijving: `${dct}description`,
  verdereBeschrijving: `${lpdc}additionalDescription`,
  uitzonderingen: `${lpdc}exception`,
  regelgevingTekst: `${lpdc}regulation`,
}
const codes: Record<string, string> = {
  type: `${dct}type`,
  doelgroepen: `${lpdc}targetAudience`,
  themas: `${m8g}thematicArea`,
  bevoegdBestuursniveaus: `${lpdc}competentAuthorityLevel`,
  bevoegdeOverheden: `${m8g}hasCompetentAuthority`,
  uitvoerendeOverheden: `${lpdc}hasExecutingAuthority`,
  geografischToepassingsgebieden: `${dct}spatial`,
  yourEuropeCategorieen: `${lpdc}yourEuropeCategory`,
}
const values: Record<string, string> = {
  productnummer: `${schema}productID`,
  startDienstVerlening: `${schema}startDate`,
  eindeDienstVerlening: `${schema}endDate`,
  gearchiveerd: `${lpdc}isArchived`,
  generatedAtTime: 'http://www.w3.org/ns/prov#generatedAtTime',
  isVersionOf: `${dct}isVersionOf`,
}
const parts: Record<string, string> = {
  voorwaarden: 'http://vocab.belgif.be/ns/publicservice#hasRequirement',
  procedures: 'http://purl.org/vocab/cpsv#follows',
  kosten: `${m8g}hasCost`,
  financieleVoordelen: 'http://purl.org/vocab/cpsv#produces',
  regelgeving: `${m8g}hasLegalResource`,
}
const evidence = `${m8g}hasSupportingEvidence`
const websites = `${lpdc}hasWebsite`
const address = `${schema}url`
const order = 'http://www.w3.org/ns/shacl#order'
const keyword = 'http://www.w3.org/ns/dcat#keyword'

/** The products of a document in the JSON form of the stream, in the order in which they first stand. */
export function ipdcProductsIn(graph: Graph): Json[] {
  return subjectsOfType(graph, productTypes).map((subject) => {
    const objects = (predicate: string): readonly Term[] => objectsOf(graph, subject, predicate)
    return {
      '@id': subject,
      ...mapped(texts, (predicate) => textsByLanguage(objects(predicate))),
      ...mapped(codes, (predicate) => objects(predicate).map(({ value }) => value)),
      ...mapped(values, (predicate) => objects(predicate)[0]?.value),
      ...mapped(parts, (predicate) => objects(predicate).map(({ value }) => partOf(graph, value))),
      zoektermen: { nl: objects(keyword).map(({ value }) => value) },
    }
  })
}

function partOf(graph: Graph, node: string): Json {
  const objects = (predicate: string): readonly Term[] => objectsOf(graph, node, predicate)
  const [proof] = objects(evidence)
  const [place] = objects(order)
  return {
    ...mapped(texts, (predicate) => textsByLanguage(objects(predicate))),
    ...(proof === undefined ? {} : { bewijs: textPart(graph, proof.value) }),
    ...(place === undefined ? {} : { order: Number(place.value) }),
    url: objects(address)[0]?.value,
    websites: objects(websites).map(({ value }) => ({ url: objectsOf(graph, value, address)[0]?.value })),
  }
}

const textPart = (graph: Graph, node: string): Json =>
  mapped(texts, (predicate) => textsByLanguage(objectsOf(graph, node, predicate)))

/** Texts without a language are the catalogue's own Dutch. */
function textsByLanguage(terms: readonly Term[]): Json | undefined {
  const literals = terms.filter((term) => term.kind === 'literal')
  if (literals.length === 0) return undefined
  return Object.fromEntries(literals.map(({ value, language }) => [language ?? 'nl', value]))
}

function mapped(table: Record<string, string>, read: (predicate: string) => unknown): Json {
  return Object.fromEntries(Object.entries(table).map(([key, predicate]) => [key, read(predicate)]))
}
