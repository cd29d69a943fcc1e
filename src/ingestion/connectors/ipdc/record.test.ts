import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasSavedFlemishData,
  type IpdcJson,
  localIdOf,
  noFlemishData,
  product,
  savedText,
} from '../../../../tests/harness/ipdc-products.ts'
import { readInputRecord } from '../../../measures/reading/read-input.ts'
import type { MeasureRecord, SourceSettings } from '../../../measures/record/record.ts'
import { referenceLookups } from '../../../measures/record/reference-lookups.ts'
import { resolve } from '../../../measures/record/resolve.ts'
import { readNTriples } from '../n-triples.ts'
import { readIpdcProduct } from './product.ts'
import { type IpdcInputRecord, type IpdcMapping, mapIpdcProduct } from './record.ts'
import { ipdcProductsIn } from './triples.ts'

const source: SourceSettings = {
  id: 'flanders-ipdc',
  prefix: 'ipdc',
  publisher: 'Digitaal Vlaanderen',
  url: 'https://productcatalogus.ipdc.vlaanderen.be',
  language: 'nl',
  government_level: 'region',
  regions: ['flanders'],
  reuse_mode: 'attribution',
  attribution: null,
  method: 'structured',
}

function mappingOf(json: unknown, keepsWording = true): IpdcMapping {
  const reading = readIpdcProduct(json, { keepsWording })
  if (reading.kind === 'fault') return { localId: reading.localId ?? '', reason: reading.reason }
  assert.equal(reading.kind, 'product')
  return reading.kind === 'product' ? mapIpdcProduct(reading.product) : { localId: '', reason: 'unlisted' }
}

function recordOf(more: IpdcJson = {}, keepsWording = true): IpdcInputRecord {
  const mapping = mappingOf(product(1, more), keepsWording)
  assert.ok('record' in mapping, JSON.stringify(mapping))
  assert.ok('record' in stored(mapping.record), JSON.stringify(stored(mapping.record)))
  return mapping.record
}

const stored = (record: IpdcInputRecord) => readInputRecord(record, source, referenceLookups)

function measureOf(record: IpdcInputRecord): MeasureRecord {
  const read = stored(record)
  assert.ok('record' in read, JSON.stringify(read))
  return read.record
}

test('a product is an input record without a fault, under the last part of its address', () => {
  assert.deepEqual(recordOf(), {
    local_id: localIdOf(1),
    title: { nl: 'Verzonnen subsidie 1' },
    summary: { nl: 'Wie iets verzint, krijgt subsidie nummer 1 van de stad.' },
    description: { nl: 'Wie iets verzint, krijgt subsidie nummer 1 van de stad.' },
    instrument_type: 'grant',
    government_level: 'region',
    scope: null,
    regions: ['flanders'],
    provinces: [],
    area_codes: [],
    topics: [],
    applicant_types: ['company', 'self_employed'],
    issuer: { id: 'OVO001835' },
    administrator: null,
    application_window: { opens_at: null, closes_at: null },
    amount: null,
    state_aid: null,
    conditions: [],
    legal_basis: [],
    url: 'https://productcatalogus.ipdc.vlaanderen.be/nl/instantie/70001',
    application_url: null,
    record_url: 'https://productcatalogus.ipdc.vlaanderen.be/nl/instantie/70001',
  })
})

const variants: [variants: Record<string, string>, title: Record<string, string>][] = [
  [
    { 'nl-BE-x-informal': 'je', 'nl-BE-x-generated-formal': 'u (gemaakt)', 'nl-BE-x-formal': 'u', nl: 'nl' },
    { nl: 'nl' },
  ],
  [{ 'nl-BE-x-informal': 'je', 'nl-BE-x-generated-formal': 'u (gemaakt)', 'nl-BE-x-formal': 'u' }, { nl: 'u' }],
  [{ 'nl-be-x-informal': 'je', 'nl-be-x-generated-formal': 'u (gemaakt)' }, { nl: 'u (gemaakt)' }],
  [{ 'nl-be-x-generated-informal': 'je (gemaakt)', 'nl-be-x-informal': 'je' }, { nl: 'je' }],
  [{ nl: '<p>&nbsp;</p>', 'nl-BE-x-informal': 'je' }, { nl: 'je' }],
  [
    { en: 'grant', nl: 'subsidie' },
    { nl: 'subsidie', en: 'grant' },
  ],
  [{ en: 'grant', es: 'subvención' }, { en: 'grant' }],
]
for (const [naam, title] of variants) {
  test(`of ${Object.keys(naam).join(', ')} the title takes ${JSON.stringify(title)}`, () => {
    assert.deepEqual(recordOf({ naam }).title, title)
  })
}

const dates: [stored: string, written: string][] = [
  ['2025-11-14T12:00:00+00:00', '2025-11-14'],
  ['2025-11-14T12:00:00Z', '2025-11-14'],
  ['2025-11-14T13:00:00+01:00', '2025-11-14'],
  ['2025-11-14T00:00:00Z', '2025-11-14'],
  ['2025-11-14T11:00:00Z', '2025-11-14T11:00:00Z'],
  ['2025-07-12T11:40:20.026205Z', '2025-07-12T11:40:20.026Z'],
  ['2025-11-14', '2025-11-14'],
]
for (const [date, written] of dates) {
  test(`the end ${date} closes at ${written}`, () => {
    assert.equal(recordOf({ eindeDienstVerlening: date }).application_window.closes_at, written)
  })
}

test('a day ends in Brussels, and a product without dates is not called closed or open', () => {
  const { application_window: window, status } = measureOf(recordOf({ eindeDienstVerlening: '2025-11-14T12:00:00Z' }))
  assert.deepEqual(window.deadlines, [Date.parse('2025-11-14T23:59:59.999+01:00')])
  assert.equal(window.precision, 'day')
  assert.equal(status, null)
})

const rejected: [more: IpdcJson, reason: RegExp][] = [
  [{ naam: {} }, /^naam: missing$/],
  [{ eindeDienstVerlening: 'weldra' }, /^eindeDienstVerlening: weldra is no date$/],
  [{ startDienstVerlening: '2026-02-30T12:00:00Z' }, /^startDienstVerlening: .* is no date$/],
  [
    { startDienstVerlening: '2026-03-01T12:00:00Z', eindeDienstVerlening: '2026-02-01T12:00:00Z' },
    /^eindeDienstVerlening: lies before startDienstVerlening$/,
  ],
  [{ geografischToepassingsgebieden: ['BE29999999'] }, /^geografischToepassingsgebieden: BE29999999 is no known area$/],
  [{ bevoegdeOverheden: ['Stad Gent'] }, /^overheden: Stad Gent is no id$/],
]
for (const [more, reason] of rejected) {
  test(`${JSON.stringify(more)} rejects the product, and names the property`, () => {
    const mapping = mappingOf(product(1, more))
    assert.ok('reason' in mapping)
    assert.match(mapping.reason, reason)
    assert.equal(mapping.localId, localIdOf(1))
  })
}

type Places = Pick<IpdcInputRecord, 'regions' | 'provinces' | 'area_codes'>
const places: [areas: string[], places: Places][] = [
  [['BE2'], { regions: ['flanders'], provinces: [], area_codes: [] }],
  [['http://data.europa.eu/nuts/code/BE2'], { regions: ['flanders'], provinces: [], area_codes: [] }],
  [['BE'], { regions: ['flanders', 'brussels', 'wallonia'], provinces: [], area_codes: [] }],
  [['BE2', 'BE1'], { regions: ['flanders', 'brussels'], provinces: [], area_codes: [] }],
  [['BE2', 'BE23444021'], { regions: ['flanders'], provinces: [], area_codes: [] }],
  [['BE23'], { regions: null, provinces: ['east_flanders'], area_codes: [] }],
  [['BE21', 'BE23'], { regions: null, provinces: ['antwerp', 'east_flanders'], area_codes: [] }],
  [['BE23444021'], { regions: null, provinces: ['east_flanders'], area_codes: ['44021'] }],
  [['BE234', 'BE23444021'], { regions: null, provinces: ['east_flanders'], area_codes: ['44021', 'BE234'] }],
  [['BE21', 'BE23444021'], { regions: null, provinces: ['antwerp', 'east_flanders'], area_codes: ['44021', 'BE21'] }],
  [['BE1', 'BE23444021'], { regions: null, provinces: [], area_codes: ['44021', 'BE1'] }],
  [[], { regions: null, provinces: [], area_codes: [] }],
]
for (const [areas, expected] of places) {
  test(`the areas ${areas.join(', ') || 'not named'} restrict to their union`, () => {
    const record = recordOf({ geografischToepassingsgebieden: areas })
    const { regions, provinces, area_codes: codes } = record
    assert.deepEqual({ regions, provinces, area_codes: codes }, expected)
    const measure = resolve(measureOf(record), source, referenceLookups)
    const covered = areas.flatMap((area) => referenceLookups.areaCovers(area.replace(/.*\//, ''))?.municipalities ?? [])
    for (const nis of measure.municipalities) assert.ok(covered.includes(nis), nis)
  })
}

const applicants: [audiences: string[], types: string[]][] = [
  [['Burger'], ['household']],
  [['Onderneming'], ['company', 'self_employed']],
  [
    ['Vereniging', 'LokaalBestuur'],
    ['non_profit', 'public_body'],
  ],
  [['Organisatie'], ['non_profit', 'research_organisation', 'education_institution']],
  [['Onderneming', 'Marsbewoner'], []],
  [[], []],
]
for (const [doelgroepen, types] of applicants) {
  test(`the audiences ${doelgroepen.join(', ') || 'not named'} are ${types.join(', ') || 'everybody'}`, () => {
    assert.deepEqual(recordOf({ doelgroepen }).applicant_types, types)
  })
}

const instruments: [title: string, more: IpdcJson, type: string][] = [
  ['Projectsubsidies Groene Gordel', {}, 'grant'],
  ['Subsidie voor een geveltuin', {}, 'grant'],
  ['Projectoproep straatfeesten', {}, 'grant'],
  ['Renteloze lening voor een dak', {}, 'loan'],
  ['Verbouwlening', {}, 'loan'],
  ['Waarborg voor een lening', {}, 'other'],
  ['Verlening van een voordeel', {}, 'other'],
  ['Subsidie en opleidingscheques', {}, 'other'],
  ['Opleidingscheques', {}, 'voucher'],
  ['Loonkostsubsidie', {}, 'wage_subsidy'],
  ['Premie voor een regenton', {}, 'other'],
  ['Financiële tussenkomst', {}, 'other'],
  ['Premie voor een regenton', { subsidiemaatregel: 'QD' }, 'grant'],
]
for (const [title, more, type] of instruments) {
  test(`"${title}"${more.subsidiemaatregel === undefined ? '' : ' of a grant programme'} pays: ${type}`, () => {
    assert.equal(recordOf({ naam: { nl: title }, ...more }).instrument_type, type)
  })
}

const levels: [levels: string[], authorities: string[], level: string | null, scope: string | null][] = [
  [['Vlaams'], [], 'region', null],
  [['Lokaal'], ['http://data.lblod.info/id/bestuurseenheden/353234'], 'municipality', null],
  [['Provinciaal'], [], 'province', null],
  [['Federaal'], [], 'federal', null],
  [['Europees'], [], 'eu', null],
  [['Federaal', 'Europees'], [], 'other', 'regional'],
  [['Federaal', 'Vlaams'], ['https://data.vlaanderen.be/id/organisatie/OVO001835'], 'region', null],
  [[], [], null, null],
]
for (const [names, authorities, level, scope] of levels) {
  test(`the levels ${names.join(', ') || 'not named'}${authorities.length > 0 ? ' with an authority' : ''} are ${level}`, () => {
    const record = recordOf({ bevoegdBestuursniveaus: names, bevoegdeOverheden: authorities })
    assert.deepEqual([record.government_level, record.scope], [level, scope])
  })
}

test('authorities are named by their code, which the table of authorities knows by its name', () => {
  const record = recordOf({
    bevoegdeOverheden: [{ id: 'OVO001835' }],
    uitvoerendeOverheden: ['https://data.vlaanderen.be/id/organisatie/OVO003323'],
  })
  const { issuer, administrator } = resolve(measureOf(record), source, referenceLookups)
  assert.deepEqual([issuer.id, issuer.name.nl], ['binnenlands-bestuur', 'Agentschap Binnenlands Bestuur'])
  assert.equal(administrator?.id, 'departement-omgeving')
})

test('who pays and handles the file alike has no administrator', () => {
  const same = ['https://data.vlaanderen.be/id/organisatie/OVO001835']
  assert.equal(recordOf({ bevoegdeOverheden: same, uitvoerendeOverheden: same }).administrator, null)
})

const topics: [more: IpdcJson, topics: string[]][] = [
  [{ themas: ['MilieuEnergie'] }, ['climate_environment']],
  [{ themas: ['BouwenWonen', 'CultuurSportVrijeTijd', 'BurgerOverheid'] }, []],
  [{ yourEuropeCategorieen: ['BedrijfsfinancieringFinancieringNationaal'] }, ['financing']],
  [{ yourEuropeCategorieen: ['VoertuigenVerkeersregels'] }, []],
  [{ zoektermen: { nl: ['Landbouw', 'boer'], en: ['Water'] } }, ['agriculture', 'water']],
  [{ zoektermen: { nl: ['financiering', 'landbouwer'] } }, []],
]
for (const [more, expected] of topics) {
  test(`${JSON.stringify(more)} is about ${expected.join(', ') || 'nothing that is certain'}`, () => {
    assert.deepEqual(recordOf({ themas: [], ...more }).topics, expected)
  })
}

const prose = {
  verdereBeschrijving: { nl: '<p>Meer uitleg.</p>' },
  uitzonderingen: { nl: '<p>Niet op zondag.</p>' },
  kosten: [{ naam: { nl: 'Dossierkosten' }, beschrijving: { nl: '<p>Gratis.</p>' } }],
  voorwaarden: [
    { naam: { nl: 'Tweede' }, beschrijving: { nl: '<ul><li>wees snel</li><li>wees goed</li></ul>' }, order: 1 },
    {
      naam: { nl: 'Eerste', en: 'First' },
      beschrijving: { nl: '<p>U woont &amp; werkt in de stad.</p>', en: '<p>You live here.</p>' },
      order: 0,
      bewijs: { naam: { nl: 'Bewijs' }, beschrijving: { nl: '<p>Een foto.</p>' } },
    },
  ],
  procedures: [
    {
      naam: { nl: 'Online' },
      beschrijving: { nl: '<p>Vul het formulier in.</p>' },
      order: 0,
      websites: [
        { url: 'www.stad.example/formulier', order: 0 },
        { url: 'https://stad.example/formulier', order: 1 },
      ],
    },
  ],
  financieleVoordelen: [
    { naam: { nl: 'Bedrag' }, beschrijving: { nl: '<p>Tot 500 euro, of 40 % van de kosten.</p>' } },
  ],
  regelgeving: [{ naam: { nl: 'Reglement' }, url: 'https://stad.example/reglement' }, { url: 'geen adres' }],
  regelgevingTekst: { nl: '<p>Decreet A</p><p>Besluit B</p>' },
  publicatieLink: { naam: { nl: 'Pagina' }, url: 'https://stad.example/subsidie' },
  deminimis: true,
}

test('conditions, evidence and procedures stay words, in their order, and no rule claims them', () => {
  assert.deepEqual(recordOf(prose).conditions, [
    {
      id: 'requirement-1',
      text: { nl: 'Eerste\nU woont & werkt in de stad.', en: 'First\nYou live here.' },
      kind: 'eligibility',
      rule_ids: [],
    },
    { id: 'requirement-2', text: { nl: 'Tweede\n- wees snel\n- wees goed' }, kind: 'eligibility', rule_ids: [] },
    { id: 'evidence-1', text: { nl: 'Bewijs\nEen foto.' }, kind: 'procedure', rule_ids: [] },
    { id: 'procedure-1', text: { nl: 'Online\nVul het formulier in.' }, kind: 'procedure', rule_ids: [] },
  ])
})

test('an amount in prose is a note, and no figure is made of it', () => {
  const record = recordOf(prose)
  assert.deepEqual(record.amount, { note: { nl: 'Bedrag\nTot 500 euro, of 40 % van de kosten.' } })
  const { amount } = measureOf(record)
  assert.deepEqual([amount?.min, amount?.max, amount?.rate_min, amount?.rate_max], [null, null, null, null])
})

test('description, legal basis, links and state aid come from their own properties', () => {
  const record = recordOf(prose)
  assert.equal(
    record.description?.nl,
    'Wie iets verzint, krijgt subsidie nummer 1 van de stad.\n\nMeer uitleg.\n\nUitzonderingen\nNiet op zondag.\n\nKosten\nDossierkosten\nGratis.',
  )
  assert.deepEqual(record.legal_basis, [
    { title: { nl: 'Reglement' }, url: 'https://stad.example/reglement' },
    { title: { nl: 'Decreet A' }, url: null },
    { title: { nl: 'Besluit B' }, url: null },
  ])
  assert.equal(record.url, 'https://stad.example/subsidie')
  assert.equal(record.record_url, 'https://productcatalogus.ipdc.vlaanderen.be/nl/instantie/70001')
  assert.equal(record.application_url, 'https://stad.example/formulier')
  assert.deepEqual(record.state_aid, { regime: 'de_minimis' })
})

test('facts only: nothing of the authority`s prose is handed on, and that conditions exist is said in our words', () => {
  const record = recordOf(prose, false)
  const { description, summary, amount, conditions, legal_basis: legalBasis, title } = record
  assert.deepEqual([description, summary, amount], [null, null, null])
  assert.deepEqual(title, { nl: 'Verzonnen subsidie 1' })
  assert.deepEqual(
    conditions.map(({ id, kind, rule_ids: rules, text }) => [id, kind, rules, text.nl]),
    [['requirements', 'eligibility', [], 'De bevoegde overheid stelt voorwaarden; ze staan op haar pagina.']],
  )
  assert.deepEqual(legalBasis, [{ title: { nl: 'Reglement' }, url: 'https://stad.example/reglement' }])
})

test('the page without a product number is the address of the record', () => {
  assert.equal(
    recordOf({ productnummer: undefined }).url,
    `https://productcatalogus.ipdc.vlaanderen.be/doc/instantie/${localIdOf(1)}`,
  )
})

test('prose of any length and with any markup makes a record without a fault', () => {
  const long = `<p>${'Zeer lange tekst. '.repeat(3_000)}</p>`
  const parts = Array.from({ length: 40 }, () => ({ naam: { nl: long }, beschrijving: { nl: long } }))
  recordOf({
    naam: { nl: long },
    beschrijving: { nl: `${long}<script>x</script><p onclick=y>` },
    uitzonderingen: { nl: long },
    kosten: parts,
    financieleVoordelen: parts,
    voorwaarden: parts,
    regelgevingTekst: { nl: long.repeat(3) },
  })
})

if (hasSavedFlemishData) {
  test('the production products read from triples: three are support, with their dates, audiences and authorities', () => {
    const products = ['ipdc-prod-products-2026-02.nt', 'ipdc-prod-financial-advantage-2026-02.nt'].flatMap((file) =>
      ipdcProductsIn(readNTriples(savedText(`flanders-ipdc/products/${file}`))),
    )
    assert.equal(products.length, 16)
    const records = products
      .map((json) => readIpdcProduct(json, { keepsWording: true }))
      .flatMap((reading) => {
        assert.notEqual(reading.kind, 'fault')
        return reading.kind === 'product' ? [mapIpdcProduct(reading.product)] : []
      })
      .map((mapping) => {
        assert.ok('record' in mapping, JSON.stringify(mapping))
        measureOf(mapping.record)
        return mapping.record
      })
    assert.deepEqual(
      records.map((record) => [
        record.title.nl,
        record.application_window.closes_at,
        record.applicant_types.join(' '),
        resolve(measureOf(record), source, referenceLookups).issuer.id,
        record.url.split('/').at(-1),
      ]),
      [
        [
          'Projectsubsidies Groene Rand',
          '2025-05-26',
          'non_profit public_body research_organisation education_institution',
          'OVO000089',
          '61219',
        ],
        ['Financiële tussenkomst Lokaal Bouwshiftfonds', null, 'public_body', 'departement-omgeving', '75789'],
        [
          'Projectoproep Pride-evenementen 2026',
          '2025-11-14',
          'company self_employed non_profit public_body',
          'binnenlands-bestuur',
          '59578',
        ],
      ],
    )
    assert.deepEqual(
      records.map(({ conditions }) => conditions.map(({ id }) => id)),
      [['requirements'], ['requirements'], ['requirements']],
    )
  })
} else test('what the saved data of the Flemish sources show', { skip: noFlemishData })
