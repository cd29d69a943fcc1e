/** Rows that are known by their numbers: of a file without references, and of a list that somebody pasted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInstant } from '../../values/brussels.ts'
import { languages } from '../../values/vocabularies.ts'
import type { Cell } from './cells/cells.ts'
import { columnsOf } from './columns.ts'
import { type CompanyRow, companyRows } from './company-rows.ts'
import { pastedBounds, pastedRows } from './pasted-numbers.ts'
import { rowFaultText } from './told/fault-words.ts'

const now = parseInstant('2026-03-02T09:00:00Z') ?? 0
const [enterprise, other] = ['0403019261', '0200065765']
const [establishment, elsewhere] = ['2154321795', '2000000339']

function read(rows: readonly (readonly Cell[])[]): CompanyRow[] {
  const columns = columnsOf(rows[0] ?? [])
  assert.ok(Array.isArray(columns), JSON.stringify(columns))
  const table = {
    found: { format: 'csv', encoding: 'utf-8', delimiter: ';' } as const,
    rows: rows.map((cells, index) => ({ line: index + 1, cells })),
  }
  const reading = companyRows(table, columns, now)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** A row as its reference and its numbers, or its faults. */
function said({ reference, given, faults }: CompanyRow): unknown[] {
  if (faults.length > 0) return faults.map(({ code, hint }) => (hint === undefined ? code : `${code}: ${hint}`))
  const { enterprise_number: ofEnterprise, establishment_number: ofEstablishment } = given.company ?? {}
  assert.equal(given.reference, reference)
  return [reference, ofEnterprise ?? null, ofEstablishment ?? null]
}

function pasted(text: string): unknown[][] {
  const outcome = pastedRows(text)
  assert.ok('rows' in outcome, JSON.stringify(outcome))
  return outcome.rows.map(said)
}

test('a file of numbers and names is read: its numbers are the references', () => {
  const rows = read([
    ['Ondernemingsnummer', 'Naam', 'Vestigingsnummer'],
    ['BE 0403.019.261', 'Bakker', null],
    ['0200.065.765', 'Slager', '2.000.000.339'],
    [null, 'Kok', '2.154.321.795'],
    [null, 'Niemand', null],
    ['0403.019.262', 'Fout', null],
    ['2.154.321.795', 'Elders', null],
  ])
  assert.deepEqual(rows.map(said), [
    [enterprise, 'BE 0403.019.261', null],
    [other, '0200.065.765', elsewhere],
    [establishment, null, establishment],
    ['number_missing'],
    ['enterprise_number'],
    ['establishment'],
  ])
})

test('an establishment among enterprise numbers is taken as one, and the file says of how many cells that is so', () => {
  const rows = read([
    ['Btw-nummer', 'Naam'],
    ['2.154.321.795', 'x'],
    ['0403.019.261', 'y'],
  ])
  assert.deepEqual(rows.map(said), [
    [establishment, null, establishment],
    [enterprise, '0403.019.261', null],
  ])
  assert.deepEqual(
    rows.map(({ remarks }) => remarks),
    [[{ column: 'Btw-nummer', code: 'establishment_taken' }], []],
  )
})

test('where a column is a reference, an empty one is a fault, whatever the number', () => {
  assert.deepEqual(
    read([
      ['Klantnr', 'KBO'],
      [null, '0403.019.261'],
    ]).map(said),
    [['missing']],
  )
})

test('two numbers of one row that differ are told, of establishments too', () => {
  const rows = read([
    ['Klantnr', 'KBO', 'BTW'],
    ['A', '2.154.321.795', '2.000.000.339'],
    ['B', '2.154.321.795', '0403.019.261'],
  ])
  assert.deepEqual(rows.map(said).slice(0, 1), [[`numbers_differ: ${establishment}`]])
  assert.deepEqual(rows[1]?.given.company, { establishment_number: establishment, enterprise_number: '0403.019.261' })
})

test('a number twice is one company where both rows say the same, and a fault of each where they do not', () => {
  const header = ['KBO', 'Postcode']
  assert.deepEqual(read([header, ['0403.019.261', '9000'], ['0403.019.261', '9000']]).map(said), [
    [enterprise, '0403.019.261', null],
    ['number_twice: 2'],
  ])
  assert.deepEqual(read([header, ['0403.019.261', '9000'], ['0403.019.261', '1000']]).map(said), [
    ['number_repeated: 3'],
    ['number_repeated: 2'],
  ])
  // However the number is written.
  assert.deepEqual(read([header, ['0403.019.261', '9000'], ['BE0403019261', '9000']]).map(said), [
    [enterprise, '0403.019.261', null],
    ['number_twice: 2'],
  ])
})

const lines: [line: string, said: unknown[]][] = [
  ['0403.019.261', [enterprise, enterprise, null]],
  ['BE0403019261', [enterprise, enterprise, null]],
  ['BE 0403 019 261', [enterprise, enterprise, null]],
  ['0403-019-261;Bakkerij Janssens;9000 Gent', [enterprise, enterprise, null]],
  ['Bakkerij 24\t0403019261\tGent', [enterprise, enterprise, null]],
  ['Bakkerij Janssens, BTW BE0403.019.261', [enterprise, enterprise, null]],
  ['0208:0403019261', [enterprise, enterprise, null]],
  ['0403.019.261 BE0403019261', [enterprise, enterprise, null]],
  ['2.154.321.795', [establishment, null, establishment]],
  ['0403.019.261 2.154.321.795', [enterprise, enterprise, establishment]],
  ['2.154.321.795 0403.019.261', [enterprise, enterprise, establishment]],
  ['0403.019.261 tel. 0475123456', [enterprise, enterprise, null]],
  ['0403.019.262', ['enterprise_number']],
  ['0403.019.262 was 0200.065.765', ['enterprise_number']],
  ['2.154.321.796', ['establishment_number']],
  ['403019261', ['lost_zero: 0403019261']],
  ['403.019.261 Bakkerij', ['lost_zero: 0403019261']],
  ['0403.019.261, 0200.065.765', [`several_numbers: ${other}`]],
  ['2.154.321.795, 2.000.000.339', [`several_numbers: ${elsewhere}`]],
  ['Ondernemingsnummer;Naam', ['no_number']],
  ['40301926', ['no_number']],
  ['10403019261', ['no_number']],
  ['BE68 5390 0754 7034', ['no_number']],
]
for (const [line, outcome] of lines)
  test(`pasted, "${line}" is ${outcome.join(', ')}`, () => assert.deepEqual(pasted(line), [outcome]))

test('lines are told by their number, empty ones are none, and a number twice counts once', () => {
  const outcome = pastedRows('\r\n0403.019.261 A\r\n\r\n  BE0403019261 B\n0200.065.765\n')
  assert.ok('rows' in outcome)
  assert.deepEqual(
    outcome.rows.map((row) => [row.line, ...said(row)]),
    [
      [2, enterprise, enterprise, null],
      [4, 'number_twice: 2'],
      [5, other, other, null],
    ],
  )
})

test('a list is refused whole where it is empty, too long, or has too many lines; a long line is told', () => {
  const { charactersMax, linesMax, lineCharactersMax } = pastedBounds
  assert.deepEqual(pastedRows(' \n\n'), { fault: { code: 'no_lines' } })
  assert.deepEqual(pastedRows('x'.repeat(charactersMax + 1)), { fault: { code: 'too_long', max: charactersMax } })
  assert.deepEqual(pastedRows('1\n'.repeat(linesMax + 1)), { fault: { code: 'too_many_rows', max: linesMax } })
  assert.deepEqual(pasted('1\n'.repeat(linesMax)).length, linesMax)
  assert.deepEqual(pasted(`0403.019.261 ${'x'.repeat(lineCharactersMax)}`), [['no_number']])
})

test('many lines with one number are compared in a moment', () => {
  const beganMs = performance.now()
  const same = pasted('0403.019.261\n'.repeat(pastedBounds.linesMax))
  assert.deepEqual(same.at(-1), ['number_twice: 1'])
  // Some 200 ms where nothing else has the machine; each against each would take minutes.
  assert.ok(performance.now() - beganMs < 10_000)
})

test('each fault of a number says what to do, in each language', () => {
  const about = { column: null, field: null, shown: '1', hint: '2' }
  for (const language of languages)
    for (const code of ['number_twice', 'number_repeated', 'no_number', 'several_numbers', 'establishment'] as const)
      assert.match(rowFaultText({ ...about, code }, language), /[:,] /)
})
