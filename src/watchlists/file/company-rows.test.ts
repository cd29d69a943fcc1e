import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsProperties } from '../../matching/request/request-schema.ts'
import { parseInstant } from '../../values/brussels.ts'
import { type Language, languages } from '../../values/vocabularies.ts'
import type { Cell, Found } from './cells/cells.ts'
import { columnsOf, headerMeanings } from './columns.ts'
import { type CompanyFile, companyRows } from './company-rows.ts'
import { dayIn } from './days.ts'
import { fileBounds } from './file-bounds.ts'
import { factHeaders, foldedHeader, leftAsideHeaders } from './header-words.ts'
import { amountIn, numberIn } from './numbers.ts'
import { rowFaultText } from './told/fault-words.ts'
import { faultsFile as faultsInTurns } from './told/faults-file.ts'
import { labelsByField, memberIn } from './vocabulary-words.ts'

const now = parseInstant('2026-03-02T09:00:00Z') ?? 0
const csv: Found = { format: 'csv', encoding: 'utf-8', delimiter: ';' }
const workbook: Found = { format: 'xlsx', sheet: 'a', others: [], from1904: false, hiddenRows: 0 }

function read(rows: readonly (readonly Cell[])[], found: Found = csv): CompanyFile {
  const [header = []] = rows
  const columns = columnsOf(header)
  assert.ok(Array.isArray(columns), JSON.stringify(columns))
  const table = { found, rows: rows.map((cells, index) => ({ line: index + 1, cells })) }
  const reading = companyRows(table, columns, now)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return { found, columns, rows: step.value, register: null }
  }
}

function faultsFile(file: CompanyFile, language: Language): string | null {
  const writing = faultsInTurns(file, language)
  for (;;) {
    const step = writing.next()
    if (step.done === true) return step.value
  }
}

/** What one row says whose columns are these. */
function one(cells: Readonly<Record<string, Cell>>, found: Found = csv) {
  const { rows } = read(
    [
      ['Referentie', ...Object.keys(cells)],
      ['A', ...Object.values(cells)],
    ],
    found,
  )
  const [row] = rows
  assert.ok(row !== undefined)
  return row
}

/** The fault of the only cell of a column, as `code` or `code: hint`; the property where there is none. */
function saidOf(header: string, cell: Cell, found: Found = csv): unknown {
  const { given, faults } = one({ [header]: cell }, found)
  const [fault] = faults
  if (fault !== undefined) return fault.hint === undefined ? fault.code : `${fault.code}: ${fault.hint}`
  const { reference: _, ...rest } = given
  return rest
}

const company = (property: string, value: unknown): unknown => ({ company: { [property]: value } })
const project = (property: string, value: unknown): unknown => ({ company: {}, project: { [property]: value } })

const cells: [header: string, cell: Cell, expected: unknown, found?: Found][] = [
  ['Postcode', '9000', company('postcode', '9000')],
  ['Code postal', 9000, company('postcode', '9000'), workbook],
  ['postcode', '9000 Gent', 'postcode_meant: 9000'],
  ['postcode', 'B-9000', 'postcode_meant: 9000'],
  ['postcode', 'BE-9000', 'postcode_meant: 9000'],
  ['postcode', '9000.0', 'postcode_meant: 9000'],
  ['postcode', '1000 AB', 'postcode'],
  ['postcode', '3665 As', 'postcode_meant: 3665'],
  ['postcode', 'B 9999', 'postcode'],
  ['postcode', '9999', 'postcode'],
  ['Aantal werknemers', '12', company('employees', 12)],
  ['VTE', '4.250', company('employees', 4)],
  ['Aantal FTE', '4,250', company('employees', 4)],
  ['Equivalents temps plein', '12.000', company('employees', 12)],
  ['Werknemers', '4.250', 'thousands_or_not'],
  ['Werknemers', '4,250', 'thousands_or_not'],
  ['Werknemers', '1 250', company('employees', 1250)],
  ['VTE', '12,0', company('employees', 12)],
  ['VTE', '12,5', company('employees', 12)],
  ['VTE', '4,2', company('employees', 4)],
  ['VTE', '0,8', company('employees', 0)],
  ['VTE', '1.250,75', company('employees', 1250)],
  ['VTE', '4.3333', company('employees', 4)],
  ['VTE', 12.5, company('employees', 12), workbook],
  ['VTE', 7.9999999999999991, company('employees', 8), workbook],
  ['Bouwjaar', '1987,5', 'not_whole'],
  ['Bouwjaar', 1987.5, 'not_whole', workbook],
  ['VTE', '-1', 'out_of_range'],
  ['VTE', 'ongeveer 12', 'not_whole'],
  ['VTE', true, 'no_text', workbook],
  ["Chiffre d'affaires (€)", '€ 1.250.000,50', company('turnover_eur', 1_250_000.5)],
  ['Omzet in EUR', '1 250 000', company('turnover_eur', 1_250_000)],
  ['Omzet', '125.000', company('turnover_eur', 125_000)],
  ['Omzet', '12,5 miljoen', 'not_an_amount'],
  ['Omzet', 1250.255, company('turnover_eur', 1250.255), workbook],
  ['Balanstotaal', '1.25', company('balance_total_eur', 1.25)],
  ['Rechtsvorm', 'BV', company('legal_form', 'BV')],
  ['Forme juridique', 'société anonyme', company('legal_form', 'société anonyme')],
  ['Rechtsvorm', '014', company('legal_form', '014')],
  ['Rechtsvorm', 14, 'lost_zero: 014', workbook],
  ['Rechtsvorm', 'Ltd', 'legal_form'],
  ['NACE-BEL', '62.01', company('nace', ['62.01'])],
  ['NACE', '62010, 47.110;4711', company('nace', ['62010', '47.110', '4711'])],
  ['NACE', '62.010\n70.220', company('nace', ['62.010', '70.220'])],
  ['NACE', 62.01, company('nace', ['62.01']), workbook],
  ['NACE', '62,01', company('nace', ['62.01'])],
  ['NACE', '01,11', company('nace', ['01.11'])],
  ['NACE', '62,01; 47,91', company('nace', ['62.01', '47.91'])],
  ['NACE', '62.01,47.91', company('nace', ['62.01', '47.91'])],
  ['NACE', '62,01,47,91', 'nace'],
  ['NACE', 1.5, 'lost_zero: 01.5', workbook],
  ['NACE', '2,1', 'lost_zero: 02.1'],
  ['NACE', '62.01; 1,5', 'lost_zero: 01.5'],
  ['NACE', 5, 'lost_zero: 05', workbook],
  ['NACE', 62.1, company('nace', ['62.1']), workbook],
  ['NACE', 62.01000000000001, company('nace', ['62.01']), workbook],
  ['NACE', 111, 'lost_zero: 01.11', workbook],
  ['NACE', 161, 'zero_or_not: 16.1 / 01.61', workbook],
  ['NACE', 16, company('nace', ['16']), workbook],
  ['NACE', '10.71 - Brood en banket', company('nace', ['10.71'])],
  ['NACE', 'C10.71', company('nace', ['10.71'])],
  ['NACE', '63.91', company('nace', ['63.91'])],
  ['NACE', '63.91 (2008)', company('nace', ['63.91 (2008)'])],
  ['NACE 2008', '63.91', company('nace', ['63.91 (2008)'])],
  ['NACE-BEL 2008', '63,91', company('nace', ['63.91 (2008)'])],
  ['Code NACE (2008)', 47.91, company('nace', ['47.91 (2008)']), workbook],
  ['NACE Rev. 2', '63.91', company('nace', ['63.91 (2008)'])],
  ['NACE 2008', '62.01', company('nace', ['62.01'])],
  ['NACE 2025', '63.91', company('nace', ['63.91'])],
  ['NACE Rev. 2.1', '63.91', company('nace', ['63.91'])],
  ['NACE08', '63.91', company('nace', ['63.91 (2008)'])],
  ['NACE-BEL 08', '63.91', company('nace', ['63.91 (2008)'])],
  ['NACE 25', '63.91', company('nace', ['63.91'])],
  ['NACE 2', '63.91', company('nace', ['63.91'])],
  ['NACE', 'NACE08 63.91', company('nace', ['63.91 (2008)'])],
  ['NACE 2025', '62.01', 'nace_version: 2025'],
  ['NACEBEL2008', '62.10', 'nace_version: 2008'],
  ['NACE', '62010 Programmeren', 'nace'],
  ['NACE', 'J', 'nace'],
  ['NACE', '3220', 'zero_or_not: 32.20 / 03.220'],
  ['NACE', '32.20', company('nace', ['32.20'])],
  ['NACE', '1110', 'lost_zero: 01.110'],
  ['NACE', { date: 45_000 }, 'made_a_date', workbook],
  ['Oprichtingsdatum', '01/01/0001', 'too_long_ago'],
  ['Oprichtingsdatum', '0001-01-01', 'too_long_ago'],
  ['Oprichtingsdatum', '31/12/2005', company('founded_on', '2005-12-31')],
  ['Oprichtingsdatum', '1.2.2005', company('founded_on', '2005-02-01')],
  ['Date de constitution', '2005-12-31', company('founded_on', '2005-12-31')],
  ['Founded on', '2005-12-31 00:00:00', company('founded_on', '2005-12-31')],
  ['Oprichtingsdatum', '31/12/05', company('founded_on', '2005-12-31')],
  ['Oprichtingsdatum', '01-02-19', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '31.12.98', company('founded_on', '1998-12-31')],
  ['Oprichtingsdatum', '1/1/27', company('founded_on', '2027-01-01')],
  ['Oprichtingsdatum', '1/1/28', company('founded_on', '1928-01-01')],
  ['Geplande start', '1/1/28', project('planned_start', '2028-01-01')],
  ['Oprichtingsdatum', '01/02/2019 00:00:00', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '1/2/2019 0:00', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '01/02/2019 13:30:00', 'no_day'],
  ['Oprichtingsdatum', '2019-02-01 00:00:00', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '2019/02/01', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '2019-2-1', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', '20190201', company('founded_on', '2019-02-01')],
  ['Oprichtingsdatum', 20190201, company('founded_on', '2019-02-01'), workbook],
  ['Oprichtingsdatum', '2019-02/01', 'no_day'],
  ['Oprichtingsdatum', '9999-12-31', 'too_far_ahead'],
  ['Oprichtingsdatum', '2027-03-02', company('founded_on', '2027-03-02')],
  ['Oprichtingsdatum', '2027-03-03', 'too_far_ahead'],
  ['Oprichtingsdatum', '12/31/2005', 'no_day'],
  ['Oprichtingsdatum', '2005', 'no_day'],
  ['Oprichtingsdatum', '38717', 'no_day'],
  ['Oprichtingsdatum', { date: 38_717 }, company('founded_on', '2005-12-31'), workbook],
  ['Oprichtingsdatum', 38_717, company('founded_on', '2005-12-31'), workbook],
  ['Oprichtingsdatum', { date: 37_255 }, company('founded_on', '2005-12-31'), { ...workbook, from1904: true }],
  ['Oprichtingsdatum', 2005, 'no_day', workbook],
  ['Oprichtingsdatum', { date: 38_717.5 }, 'no_day', workbook],
  ['Oprichtingsdatum', { error: '#N/A' }, 'error_value', workbook],
  ['Ondernemingsnummer', 'BE 0403.019.261', company('enterprise_number', 'BE 0403.019.261')],
  ['BTW-nummer', '403019261', 'lost_zero: 0403019261'],
  ["N° d'entreprise", 403019261, company('enterprise_number', '0403019261'), workbook],
  ['KBO', '0403.019.262', 'enterprise_number'],
  ['KBO', '="0403019261"', company('enterprise_number', '0403019261')],
  ['KBO', 'BE-0403019261', company('enterprise_number', '0403019261')],
  ['KBO', '0208:0403019261', company('enterprise_number', '0403019261')],
  ['KBO', '9925:BE0403019261', company('enterprise_number', '0403019261')],
  ['KBO', 'RPR Gent 0403.019.261', company('enterprise_number', '0403019261')],
  ['TVA', 'BE 0403.019.261 RPM Liège', company('enterprise_number', '0403019261')],
  ['KBO', '0208:0403019262', 'enterprise_number'],
  ['KBO', '0403.019.261 0403.019.261', 'enterprise_number'],
  ['KBO', '2154.321.795', company('establishment_number', '2154321795')],
  ['KBO', 2154321795, company('establishment_number', '2154321795'), workbook],
  ['KBO', 'BE 2.154.321.795', company('establishment_number', '2154321795')],
  ['KBO', '2154.321.796', 'establishment_number'],
  ['Vestigingsnummer', '2.154.321.795', company('establishment_number', '2154321795')],
  ['Vestigingseenheidsnummer', 2154321795, company('establishment_number', '2154321795'), workbook],
  ["Numéro d'établissement", '2154-321-795', company('establishment_number', '2154321795')],
  ["Numéro d'unité d'établissement", 'BE2154321795', company('establishment_number', '2154321795')],
  ['Niederlassungseinheitsnummer', '2154 321 795', company('establishment_number', '2154321795')],
  ['Establishment number', '="2154321795"', company('establishment_number', '2154321795')],
  ['establishment_number', 'geen', { company: {} }],
  ['establishment_number', '2154.321.796', 'establishment_number'],
  ['establishment_number', '0403.019.261', 'enterprise_here'],
  ['Paritair comité', '200; 330.01', company('joint_committees', ['200', '330.01'])],
  ['Paritair comité', '20', 'committee'],
  ['Type aanvrager', 'Zelfstandige', company('applicant_types', ['self_employed'])],
  ['Type de demandeur', 'Association ou fondation', company('applicant_types', ['non_profit'])],
  ['Type aanvrager', 'bakker', 'no_word'],
  ["Thema's", 'Digitalisering, Énergie renouvelable', project('topics', ['digitalisation', 'renewable_energy'])],
  ['Topics', 'energy_efficiency|training', project('topics', ['energy_efficiency', 'training'])],
  ['Thèmes', 'Numérisation; fromage', 'no_word'],
  [
    'Projectfase',
    'Innovatie van proces, organisatie of dienst; Haalbaarheidsstudie',
    project('stages', ['innovation', 'feasibility']),
  ],
  ['Budget', '50.000', project('budget_eur', 50_000)],
  ['in_difficulty', 'nee', { company: {}, answers: { in_difficulty: false } }],
  ['answers.in_difficulty', true, { company: {}, answers: { in_difficulty: true } }, workbook],
  ['answers.no_such_point', 'ja', 'no_condition'],
  ['in_difficulty', 'misschien', 'no_answer'],
]

for (const [header, cell, expected, found] of cells)
  test(`${header} with ${JSON.stringify(cell)}${found === undefined ? '' : ' in a workbook'}`, () => {
    assert.deepEqual(saidOf(header, cell, found), expected)
  })

test('every property that an upload takes of a company, its project, the hire and the building has a column', () => {
  const withColumn = new Set(factHeaders.map(([field]) => field))
  // A list of pairs fits in no cell, and the one kind of applicant is read from the column of several.
  const without = ['household.income_eur', 'household.dependants', 'project.costs', 'company.applicant_type']
  const lacking = uploadedProperties().filter((path) => !withColumn.has(path) && !without.includes(path))
  assert.deepEqual(lacking, [], 'src/watchlists/file/header-words.ts: write a column for each')
})

test('no word stands for two columns, and none of a vocabulary for two of its members', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const [field, words] of [
    ...factHeaders.map(([field, , words]) => [field, words] as const),
    ...leftAsideHeaders,
  ]) {
    for (const word of words) {
      const folded = foldedHeader(word)
      if ((seen.get(folded) ?? field) !== field) twice.push(`${word}: ${seen.get(folded)} and ${field}`)
      seen.set(folded, field)
      const meaning = headerMeanings.get(folded)
      const meant = meaning === undefined ? null : 'field' in meaning ? meaning.field : meaning.reason
      if (meant !== field) twice.push(`${word} is ${meant}`)
    }
  }
  for (const [field, labels] of Object.entries(labelsByField)) {
    for (const [id, label] of Object.entries(labels)) {
      const words = [id, ...Object.values(label)]
      twice.push(...words.filter((word) => memberIn(field, word) !== id).map((word) => `${field} ${id} ${word}`))
    }
  }
  assert.deepEqual(twice, [])
})

test('a column that is understood and not taken says why; one that is unknown is told, never dropped in silence', () => {
  const header = ['Klantnr', 'Naam', 'Regio', 'Grootte', 'Leeftijd', 'CP', 'Omzet x1000', null, 'Lijn in uw bestand']
  const columns = columnsOf(header)
  assert.ok(Array.isArray(columns))
  assert.deepEqual(
    columns.map((column) => ('reason' in column ? column.reason : 'field' in column ? column.field : column.use)),
    [
      'reference',
      'no_names',
      'follows_from_postcode',
      'follows_from_figures',
      'follows_from_founding',
      'unknown',
      'unknown',
      'unknown',
      'ours',
    ],
  )
})

test('codes may stand in several numbered columns, in their order; two columns of one figure are refused by name', () => {
  const { rows } = read([
    ['ref', 'NACE 1', 'NACE 2', 'nace'],
    ['A', '62.01', '47.11', '70.22'],
  ])
  assert.deepEqual(rows[0]?.given.company, { nace: ['62.01', '47.11', '70.22'] })
  assert.deepEqual(columnsOf(['ref', 'Omzet', 'Turnover']), { code: 'column_twice', headers: ['Omzet', 'Turnover'] })
  assert.deepEqual(columnsOf(['Naam', 'Omzet']), { code: 'no_reference' })
})

test('a header names the version of its codes, also with a number behind it; a version that nobody reads here is unknown', () => {
  const { rows } = read([
    ['ref', 'NACE 2025', 'NACE 2008 1', 'NACE 2008 2'],
    ['A', '63.91', '63.91', '62.01'],
  ])
  assert.deepEqual(rows[0]?.given.company, { nace: ['63.91', '63.91 (2008)', '62.01'] })
  const numbered = read([
    ['ref', 'NACE 07', 'NACE 08'],
    ['A', '10.71', '63.91'],
  ])
  assert.deepEqual(numbered.rows[0]?.given.company, { nace: ['10.71', '63.91'] })
  const columns = columnsOf(['ref', 'NACE 2003', 'NACE 1970'])
  assert.ok(Array.isArray(columns))
  assert.deepEqual(
    columns.map(({ use }) => use),
    ['taken', 'unknown', 'unknown'],
  )
})

test('everything that is wrong with a row is told, each with its column; nothing of it is uploaded', () => {
  const { faults } = one({ Postcode: '99999', NIS: '44021', NACE: '62.01, XX', Omzet: '-5', KBO: '1', Fase: 'x' })
  assert.deepEqual(
    faults.map(({ column, code, shown }) => [column, code, shown]),
    [
      ['NACE', 'nace', 'XX'],
      ['KBO', 'enterprise_number', '1'],
      ['Fase', 'no_word', 'x'],
      ['Postcode', 'postcode', '99999'],
      ['Omzet', 'out_of_range', '-5'],
    ],
  )
})

test('of a row with ever so many faults as many are told as may be', () => {
  const codes = Array.from({ length: 30 }, (_, index) => `nace ${index}`)
  const { rows } = read([
    ['ref', ...codes],
    ['A', ...codes.map(() => '3220')],
  ])
  assert.equal(rows[0]?.faults.length, fileBounds.faultsOfRowMax)
})

test('a municipality must lie in its postcode', () => {
  assert.deepEqual(one({ Postcode: '9000', NIS: '44021' }).given.company, { postcode: '9000', municipality: '44021' })
  assert.equal(one({ Postcode: '1000', NIS: '44021' }).faults[0]?.code, 'municipality')
  assert.equal(saidOf('NIS', '44021'), 'municipality')
})

test('a reference is taken to the letter: blanks around it, nothing at all and control characters are told', () => {
  const references: [Cell, unknown][] = [
    ['a B', []],
    [' A', ['spaces']],
    [null, ['missing']],
    ['..', ['reference']],
    ['x'.repeat(201), ['reference']],
    [12.5, []],
  ]
  for (const [cell, expected] of references) {
    const { rows } = read([
      ['ref', 'nace'],
      [cell, '62.01'],
    ])
    const codes = rows[0]?.faults.map(({ code }) => code)
    assert.deepEqual(codes, expected, String(cell))
  }
})

test('of rows with one reference none is taken: each is told with the line of another', () => {
  const { rows } = read([['ref'], ['A'], ['B'], ['A'], ['A']])
  assert.deepEqual(
    rows.map(({ faults }) => faults.map(({ code, hint }) => [code, hint])),
    [[['repeated', '4']], [], [['repeated', '2']], [['repeated', '2']]],
  )
})

test('where a column somewhere has the month first, days of it that could be two are not read', () => {
  const days = ['05/06/2024', '07/07/2024', '2024-06-05', '25/06/2024', '06/25/2024']
  const { rows } = read([['ref', 'oprichtingsdatum'], ...days.map((day, index) => [`R${index}`, day])])
  assert.deepEqual(
    rows.map(({ faults, given }) => faults[0]?.code ?? given.company?.founded_on),
    ['day_or_month', '2024-07-07', '2024-06-05', '2024-06-25', 'no_day'],
  )
})

test('what stands beyond the last column of the header is told', () => {
  const { rows } = read([
    ['ref', 'nace'],
    ['A', '62.01', null],
    ['B', '62.01', null, 'x'],
  ])
  assert.deepEqual(
    rows.map(({ faults }) => faults.map(({ code, shown }) => [code, shown])),
    [[], [['beyond_header', 'x']]],
  )
})

test('numbers: a mark with three digits behind it groups, one with fewer parts the decimals, and the rest is none', () => {
  const read: [string, number | null][] = [
    ['0', 0],
    ['1250', 1250],
    ['1.250', 1250],
    ['1,250', 1250],
    ['1\u202f250', 1250],
    ["1'250'000.5", 1_250_000.5],
    ['1,250,000.50', 1_250_000.5],
    ['1.250,5', 1250.5],
    ['-3,25', -3.25],
    ['0.125', null],
    ['1.25.000', null],
    ['1.250.50', null],
    ['1250.000', null],
    ['1,250.000', null],
    ['1 250 00', null],
    ['1e3', null],
    ['', null],
    ['1234567890123456', null],
  ]
  for (const [text, expected] of read) assert.equal(numberIn(text), expected, text)
  assert.deepEqual([amountIn('€1.250'), amountIn('1.250 EUR'), amountIn('1.250 $')], [1250, 1250, null])
})

test('a file may hold an enterprise number and a VAT number: where they agree they are one, else the row says so', () => {
  const { rows } = read([
    ['ref', 'Ondernemingsnummer', 'BTW-nummer'],
    ['A', '0403.019.261', 'BE0403019261'],
    ['B', null, 'BE0403019261'],
    ['C', '0403.019.261', null],
    ['D', '0403.019.261', 'BE0403650058'],
    ['E', '0403.019.261', 'BE0403019262'],
  ])
  assert.deepEqual(
    rows.map(({ faults, given }) => faults[0]?.code ?? given.company?.enterprise_number),
    ['0403.019.261', 'BE0403019261', '0403.019.261', 'numbers_differ', 'enterprise_number'],
  )
  assert.deepEqual([rows[3]?.faults[0]?.shown, rows[3]?.faults[0]?.hint], ['BE0403650058', '0403.019.261'])
})

test('what the cells of a column show decides how one that could be two numbers is read', () => {
  const employees = (...cells: string[]): unknown[] =>
    read([['ref', 'vte'], ...cells.map((cell, index) => [`R${index}`, cell])]).rows.map(
      ({ faults, given }) => faults[0]?.code ?? given.company?.employees,
    )
  assert.deepEqual(employees('4,2', '4,333', '1.250'), [4, 4, 1250])
  assert.deepEqual(employees('4.25', '4.333', '1,250'), [4, 4, 1250])
  assert.deepEqual(employees('0,500', '12,750'), [0, 12])
  assert.deepEqual(employees('12,750', '12'), ['thousands_or_not', 12])
})

test('a column in which a year of two digits can stand first is not read where it could be two days', () => {
  const { rows } = read([
    ['ref', 'oprichtingsdatum'],
    ['A', '98-12-31'],
    ['B', '19-02-01'],
    ['C', '2019-02-01'],
  ])
  assert.deepEqual(
    rows.map(({ faults, given }) => faults[0]?.code ?? given.company?.founded_on),
    ['short_year_where', 'short_year_where', '2019-02-01'],
  )
})

test('what a rule for the whole column makes of a cell is known of its row', () => {
  const { rows } = read([
    ['ref', 'vte', 'oprichtingsdatum'],
    ['A', '4,2', '01-02-19'],
    ['B', '4,0', '01-02-2019'],
  ])
  assert.deepEqual(
    rows.map(({ remarks }) => remarks),
    [
      [
        { column: 'vte', code: 'rounded_down' },
        { column: 'oprichtingsdatum', code: 'short_year' },
      ],
      [],
    ],
  )
})

test('days that do not exist are none', () => {
  for (const text of ['29/02/2025', '31/04/2025', '00/01/2025', '2025-02-30', '2025-12-31T12:00:00', '1/2-2025'])
    assert.equal(dayIn(text, 2027), null, text)
})

test('the file of faults holds each rejected row as it stood, can open no formula, and is read again as it was', () => {
  const rows: Cell[][] = [
    ['Klantnr', 'Naam', 'NACE', 'Notitie'],
    ['=1+1', '@cmd', '+32', '-2'],
    ['B', 'goed', '62.01', null],
    ['C"x', 'twee\r\nlijnen', 'XX', '\tx', 'over'],
  ]
  const text = faultsFile(read(rows), 'fr') ?? ''
  const lines = text.split('\r\n')
  assert.equal(lines[0], '\ufeffLigne de votre fichier;Ce qui ne va pas;Klantnr;Naam;NACE;Notitie;')
  assert.equal(
    lines[1],
    "2;Colonne NACE: “+32” n'est pas un code NACE d'au moins deux chiffres, ou n'existe ni dans NACE-BEL 2008 ni dans 2025;'=1+1;'@cmd;'+32;'-2;",
  )
  assert.match(lines.slice(2).join('\r\n'), /^4;.*;"C""x";"twee\r\nlijnen";XX;'\tx;over\r\n$/)
  assert.equal(faultsFile(read([['ref'], ['A']]), 'nl'), null)
  const again = read([
    ['Ligne de votre fichier', 'Ce qui ne va pas', 'Klantnr', 'NACE'],
    ['2', 'Colonne NACE', "'=1+1", '62.01'],
  ])
  assert.equal(again.rows[0]?.reference, '=1+1')
  assert.deepEqual(
    again.columns.map(({ use }) => use),
    ['left_aside', 'left_aside', 'taken', 'taken'],
  )
  assert.match(
    faultsFile(
      read([
        ['Wat er niet klopt', 'ref'],
        ['x', null],
      ]),
      'nl',
    ) ?? '',
    /^\ufeffLijn in uw bestand;Wat er niet klopt;ref\r\n/,
  )
})

test('every fault has its words in each language, with what it is about', () => {
  for (const language of languages) {
    const said = rowFaultText(
      { column: 'NACE', field: null, code: 'lost_zero', shown: 'x'.repeat(99), hint: 'H' },
      language,
    )
    assert.match(said, /NACE: .*“x{60}…”.*H/)
  }
})

function uploadedProperties(): string[] {
  const { answers: _, ...objects } = factsProperties
  return Object.entries(objects).flatMap(([name, object]) =>
    Object.keys(object.properties).map((property) => `${name}.${property}`),
  )
}

test('a cell that says that there is no number is empty: the row keeps the number of another column', () => {
  for (const none of [
    '-',
    ' – ',
    "'-",
    'NIET BTW-PLICHTIG',
    'Niet btw plichtig',
    'NON ASSUJETTI',
    'n.v.t.',
    'Non assujetti à la TVA',
  ]) {
    const { given, faults } = one({ KBO: '0403019261', BTW: none })
    assert.deepEqual(faults, [], none)
    assert.equal(given.company?.enterprise_number, '0403019261')
  }
  assert.equal(saidOf('BTW', '?'), 'enterprise_number')
})
