import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import {
  customDateStyle,
  dateStyle,
  moneyStyle,
  type SheetCell,
  sheetXml,
  workbookOf,
} from '../../../../tests/harness/workbooks.ts'
import { fileBounds } from '../file-bounds.ts'
import { FaultyFile, type Table } from './cells.ts'
import { isDateFormat } from './date-formats.ts'
import { readTable } from './read-table.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf8 = (text: string): Buffer => Buffer.from(text)

function cellsOf(table: Table): unknown[] {
  return table.rows.map(({ line, cells }) => [line, ...cells])
}

function faultOf(bytes: Buffer): unknown {
  try {
    readTable(bytes)
  } catch (fault) {
    if (fault instanceof FaultyFile) return fault.fault
    throw fault
  }
  return 'it was read'
}

const csvs: [title: string, bytes: Buffer, encoding: string, delimiter: string, rows: unknown[]][] = [
  [
    'as spreadsheets here save it: a mark of UTF-8, semicolons, lines of Windows',
    utf8('\ufeffref;omzet\r\nÉ1;"1.250,50"\r\n'),
    'utf-8',
    ';',
    [
      [1, 'ref', 'omzet'],
      [2, 'É1', '1.250,50'],
    ],
  ],
  [
    'UTF-8 without a mark, commas, lines of Unix, no end to the last',
    utf8('ref,naam\nA,Zoë'),
    'utf-8',
    ',',
    [
      [1, 'ref', 'naam'],
      [2, 'A', 'Zoë'],
    ],
  ],
  [
    'Windows-1252, with the euro and the quotes that Latin-1 lacks',
    Buffer.concat([latin1('ref;b\r\nC\xe9dric;'), Buffer.from([0x80, 0x93, 0x94]), latin1('\r\n')]),
    'windows-1252',
    ';',
    [
      [1, 'ref', 'b'],
      [2, 'Cédric', '€“”'],
    ],
  ],
  [
    'Unicode text: UTF-16 with tabs',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ref\tnaam\r\nA\tÉ\r\n', 'utf16le')]),
    'utf-16le',
    '\t',
    [
      [1, 'ref', 'naam'],
      [2, 'A', 'É'],
    ],
  ],
  [
    'quotes around lines, marks and quotes; the line is that on which a row begins',
    utf8('ref;b\r\n"x;\r\ny";"say ""no"""\r\n\r\nlast;2\r\n'),
    'utf-8',
    ';',
    [
      [1, 'ref', 'b'],
      [2, 'x;\r\ny', 'say "no"'],
      [5, 'last', '2'],
    ],
  ],
  [
    'a first line that names the mark is no row',
    utf8('sep=,\r\nref,a;b\r\n1,2\r\n'),
    'utf-8',
    ',',
    [
      [2, 'ref', 'a;b'],
      [3, '1', '2'],
    ],
  ],
  [
    'lines of old Macs, and a quote inside a cell that does not begin with one',
    utf8('ref;b\r1;12" buis\r'),
    'utf-8',
    ';',
    [
      [1, 'ref', 'b'],
      [2, '1', '12" buis'],
    ],
  ],
  [
    'rows of blanks alone hold nothing; a cell of blanks is empty',
    utf8('ref;b\n ; \n1; \n'),
    'utf-8',
    ';',
    [
      [1, 'ref', 'b'],
      [3, '1', null],
    ],
  ],
  [
    'one column alone',
    utf8('ref\n1\n'),
    'utf-8',
    ';',
    [
      [1, 'ref'],
      [2, '1'],
    ],
  ],
  [
    'the mark that parts the header into the most, though others stand in it',
    utf8('ref;"a, b";c\n1;2;3\n'),
    'utf-8',
    ';',
    [
      [1, 'ref', 'a, b', 'c'],
      [2, '1', '2', '3'],
    ],
  ],
]

for (const [title, bytes, encoding, delimiter, rows] of csvs)
  test(`a CSV: ${title}`, () => {
    const table = readTable(bytes)
    assert.deepEqual(table.found, { format: 'csv', encoding, delimiter })
    assert.deepEqual(cellsOf(table), rows)
  })

const texts = [
  ['ref', 'x'],
  ['A', 'y'],
] as const

test('a workbook: texts are shared or stand in their cells, and read alike', () => {
  const expected = [
    [1, 'ref', 'x'],
    [2, 'A', 'y'],
  ]
  assert.deepEqual(cellsOf(readTable(workbookOf(texts))), expected)
  assert.deepEqual(cellsOf(readTable(workbookOf(texts, { inline: true }))), expected)
})

test('a workbook: a number stays a number, and is known to be a date only where it is shown as one', () => {
  const rows: SheetCell[][] = [
    ['ref', 'a', 'b', 'c', 'd', 'e'],
    [
      9000,
      0.5,
      { style: dateStyle, written: '<v>46022</v>' },
      { style: customDateStyle, written: '<v>46023.5</v>' },
      { style: moneyStyle, written: '<v>12</v>' },
      { type: 'd', written: '<v>2025-12-31</v>' },
    ],
  ]
  assert.deepEqual(cellsOf(readTable(workbookOf(rows)))[1], [
    2,
    9000,
    0.5,
    { date: 46022 },
    { date: 46023.5 },
    12,
    '2025-12-31',
  ])
})

test('a workbook: of a formula what it came to is read; one that was never calculated, and an error, say so', () => {
  const rows: SheetCell[][] = [
    ['ref', 'a', 'b', 'c', 'd', 'e'],
    [
      'A',
      { written: '<f>1+1</f><v>2</v>' },
      { type: 'str', written: '<f>"x"&amp;"y"</f><v>x_x000D_y</v>' },
      { written: '<f>1+1</f>' },
      { type: 'e', written: '<f>1/0</f><v>#DIV/0!</v>' },
      { type: 'str', written: '<f>""</f><v></v>' },
    ],
  ]
  assert.deepEqual(cellsOf(readTable(workbookOf(rows)))[1], [2, 'A', 2, 'x\ry', { error: '#?' }, { error: '#DIV/0!' }])
})

test('a workbook: rich text is read whole, without the readings of Japanese that stand beside it', () => {
  const rich = '<is><r><t>Zo</t></r><r><rPr/><t>ë</t></r><rPh sb="0" eb="1"><t>zoe</t></rPh></is>'
  const rows: SheetCell[][] = [['ref'], [{ type: 'inlineStr', written: rich }]]
  assert.deepEqual(cellsOf(readTable(workbookOf(rows)))[1], [2, 'Zoë'])
})

test('a workbook: the first sheet that is shown is read, and the others are named', () => {
  const sheets = [
    { name: 'Lists', state: 'veryHidden', rows: [['x'], ['y']] },
    { name: 'Klanten & co', rows: texts },
    { name: 'Notes', rows: [['x'], ['y']] },
  ]
  const { found, rows } = readTable(workbookOf([], { sheets, from1904: true }))
  const expected = { format: 'xlsx', sheet: 'Klanten & co', others: ['Lists', 'Notes'], from1904: true, hiddenRows: 0 }
  assert.deepEqual(found, expected)
  assert.deepEqual(rows[1]?.cells, ['A', 'y'])
})

test('a workbook: rows and cells without a place follow the one before; prefixes of names do not matter', () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>ref</x:t></x:is></x:c></x:row>' +
    '<x:row r="7"><x:c r="C7"><x:v>5</x:v></x:c><x:c><x:v>6</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const bytes = workbookOf([], { parts: { 'xl/worksheets/sheet1.xml': sheet } })
  assert.deepEqual(cellsOf(readTable(bytes)), [
    [1, 'ref'],
    [7, null, null, 5, 6],
  ])
})

test('a workbook of the strict form is read as any other: texts, dates by number and dates as they are written', () => {
  const rows: SheetCell[][] = [
    ['ref', 'a', 'b', 'c'],
    [
      'A',
      { style: dateStyle, written: '<v>46022</v>' },
      { type: 'd', style: dateStyle, written: '<v>2025-12-31</v>' },
      { style: moneyStyle, written: '<v>12</v>' },
    ],
  ]
  const bytes = workbookOf(rows, { isStrict: true })
  const parts = Object.values(unzipSync(bytes)).map((part) => Buffer.from(part).toString())
  assert.ok(parts.some((part) => part.includes('http://purl.oclc.org/ooxml/spreadsheetml/main')))
  assert.deepEqual(
    parts.filter((part) => /schemas\.openxmlformats\.org\/(?:spreadsheetml|officeDocument)/.test(part)),
    [],
    'nothing of the other form is in it',
  )
  assert.deepEqual(cellsOf(readTable(bytes)), [
    [1, 'ref', 'a', 'b', 'c'],
    [2, 'A', { date: 46022 }, '2025-12-31', 12],
  ])
})

test('formats of dates are told from formats that only name one', () => {
  const dates = ['dd/mm/yyyy', 'yyyy\\-mm\\-dd', '[$-813]d mmmm yyyy;@', '[h]:mm', 'm/d/yy h:mm']
  const others = ['General', '#,##0.00 "days"', '0.00E+00', '[Red]0.0', '#,##0\\ "€";[Red]-#,##0\\ "€"', '0_d', '@']
  assert.deepEqual(
    dates.filter((code) => !isDateFormat(200, code)),
    [],
  )
  assert.deepEqual(
    others.filter((code) => isDateFormat(200, code)),
    [],
  )
  assert.deepEqual([isDateFormat(14, null), isDateFormat(2, null)], [true, false])
})

const row = (count: number, cell: string): string => Array.from({ length: count }, () => cell).join(';')

const refused: [title: string, bytes: Buffer, fault: unknown][] = [
  ['nothing', Buffer.alloc(0), { code: 'empty' }],
  ['blanks alone', utf8(' \n \t\r\n'), { code: 'empty' }],
  ['a header alone', utf8('ref;b\n'), { code: 'no_rows' }],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), { code: 'other_kind', kind: 'image' }],
  ['bytes that are no character anywhere', Buffer.from([0x72, 0x65, 0x66, 0x0a, 0x81]), { code: 'not_a_table' }],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]), { code: 'not_a_table' }],
  [
    'a workbook of before 2007',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
    { code: 'old_workbook' },
  ],
  ['a quote that closes nowhere', utf8('ref;b\n1;2\n3;"x\n4;5\n'), { code: 'open_quote', line: 3 }],
  ['something behind a closing quote', utf8('ref;b\n\n1;"x"y\n'), { code: 'stray_quote', line: 3 }],
  [
    'more columns than may be',
    utf8(`${row(fileBounds.columnsMax + 1, 'x')}\n1\n`),
    { code: 'too_many_columns', max: 100 },
  ],
  [
    'more rows than may be',
    utf8(`ref\n${'1\n'.repeat(fileBounds.rowsMax + 1)}`),
    { code: 'too_many_rows', max: 5_000 },
  ],
  [
    'a cell that is too long',
    utf8(`ref\n1\n${'x'.repeat(fileBounds.cellCharactersMax + 1)}\n`),
    { code: 'cell_too_long', line: 3 },
  ],
  [
    'a workbook without a sheet that is shown',
    workbookOf([], { sheets: [{ name: 'a', state: 'hidden', rows: texts }] }),
    { code: 'no_workbook' },
  ],
  ['an archive that is no workbook', workbookOf(texts, { parts: { '_rels/.rels': null } }), { code: 'no_workbook' }],
  [
    'a workbook whose sheet is missing',
    workbookOf(texts, { parts: { 'xl/worksheets/sheet1.xml': null } }),
    { code: 'unreadable', what: 'xl/worksheets/sheet1.xml' },
  ],
  [
    'a cell that points to no text',
    workbookOf([['ref'], [{ type: 's', written: '<v>99</v>' }]]),
    { code: 'unreadable', what: 'xl/worksheets/sheet1.xml' },
  ],
  [
    'a workbook of more columns than may be',
    workbookOf([['ref'], [...Array(fileBounds.columnsMax).fill(null), 'x']]),
    { code: 'too_many_columns', max: 100 },
  ],
  [
    'rows that go back',
    workbookOf([], {
      parts: {
        'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="2"/><row r="2"/></sheetData></worksheet>',
      },
    }),
    { code: 'unreadable', what: 'xl/worksheets/sheet1.xml' },
  ],
]

for (const [title, bytes, fault] of refused) test(`refused: ${title}`, () => assert.deepEqual(faultOf(bytes), fault))

test('as many rows and columns as may be are read, and a row far below costs nothing between', () => {
  const full = utf8(`${row(fileBounds.columnsMax, 'x')}\n${'1\n'.repeat(fileBounds.rowsMax)}`)
  assert.equal(readTable(full).rows.length, fileBounds.rowsMax + 1)
  const far =
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="CV1048576"><v>2</v></c></row></sheetData></worksheet>'
  const { rows } = readTable(workbookOf([], { parts: { 'xl/worksheets/sheet1.xml': far } }))
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells.length]),
    [
      [1, 1],
      [1_048_576, 100],
    ],
  )
})

test('a workbook that says it unpacks to more than may be is refused before anything is unpacked', () => {
  const bomb = withSizeInDirectory(workbookOf(texts), 'xl/worksheets/sheet1.xml', fileBounds.unpackedBytesMax + 1)
  assert.deepEqual(faultOf(bomb), { code: 'unpacks_too_large', max: fileBounds.unpackedBytesMax })
})

test('a part that unpacks to more than the directory says is not unpacked further', () => {
  const sheet = sheetXml([['ref'], ['A']], null) + ' '.repeat(50_000_000)
  const bytes = workbookOf([], { parts: { 'xl/worksheets/sheet1.xml': sheet } })
  const lying = withSizeInDirectory(bytes, 'xl/worksheets/sheet1.xml', 400)
  const before = process.memoryUsage().arrayBuffers
  assert.deepEqual(faultOf(lying), { code: 'unreadable', what: 'xl/worksheets/sheet1.xml' })
  assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000)
})

test('an archive of more entries than may be, with two of one name, locked, or cut is refused', () => {
  const many = Object.fromEntries(
    Array.from({ length: fileBounds.zipEntriesMax }, (_, index) => [`docProps/${index}.xml`, 'x']),
  )
  assert.deepEqual(faultOf(workbookOf(texts, { parts: many })), { code: 'unreadable', what: 'zip' })
  const whole = workbookOf(texts)
  assert.deepEqual(faultOf(whole.subarray(0, whole.length - 30)), { code: 'unreadable', what: 'zip' })
  assert.deepEqual(faultOf(twinned()), { code: 'unreadable', what: 'zip' })
  const locked = Buffer.from(whole)
  const entry = locked.indexOf(Buffer.from('504b0102', 'hex'))
  locked.writeUInt16LE(locked.readUInt16LE(entry + 8) | 1, entry + 8)
  assert.deepEqual(faultOf(locked), { code: 'protected' })
})

test('entities that a part declares of its own are never expanded: the part is refused', () => {
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  )
  const sheet = `<?xml version="1.0"?><!DOCTYPE worksheet [<!ENTITY l0 "lol">${laughs}]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row></sheetData></worksheet>`
  const bytes = workbookOf([], { parts: { 'xl/worksheets/sheet1.xml': sheet } })
  assert.deepEqual(faultOf(bytes), { code: 'unreadable', what: 'xl/worksheets/sheet1.xml' })
})

test('one long text that every cell points to is refused by what all cells hold together', () => {
  const long = 'x'.repeat(30_000)
  const rows = Array.from({ length: 400 }, () => [long])
  assert.deepEqual(faultOf(workbookOf([['ref'], ...rows])), { code: 'too_long', max: fileBounds.charactersMax })
})

/** The archive with another size in its directory for one of its parts. */
function withSizeInDirectory(archive: Buffer, name: string, size: number): Buffer {
  const bytes = Buffer.from(archive)
  const named = bytes.lastIndexOf(name)
  bytes.writeUInt32LE(size, named - 46 + 24)
  return bytes
}

/** An archive that holds one name twice. */
function twinned(): Buffer {
  const packed = deflateRawSync('<x/>')
  const local = (name: string): Buffer => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32('<x/>'), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(4, 22)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name), packed])
  }
  const first = local('_rels/.rels')
  const entry = (at: number): Buffer => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(8, 10)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(4, 24)
    head.writeUInt16LE('_rels/.rels'.length, 28)
    head.writeUInt32LE(at, 42)
    return Buffer.concat([head, Buffer.from('_rels/.rels')])
  }
  const directory = Buffer.concat([entry(0), entry(first.length)])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(2 * first.length, 16)
  return Buffer.concat([first, first, directory, end])
}

const archiveOf = (parts: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))

const others: [what: string, bytes: Buffer, kind: string][] = [
  ['a page whose name ends in .xls', utf8('<html><table><tr><td>Klantnummer</td></tr></table></html>'), 'html'],
  ['a page with its declaration', utf8('\ufeff\r\n<!DOCTYPE html>\n<html lang="nl">'), 'html'],
  ['a page behind a comment', utf8('<!-- export --><table><tr><td>a;b</td></tr></table>'), 'html'],
  ['a page that is XML', utf8('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'), 'html'],
  ['a workbook of 2003 in XML', utf8('<?xml version="1.0"?><Workbook><Worksheet/></Workbook>'), 'xml'],
  ['XML without its declaration', utf8('<clients>\n<client>1</client></clients>'), 'xml'],
  ['a PDF', Buffer.concat([utf8('%PDF-1.7\n'), Buffer.from([0xe2, 0xe3, 0, 1])]), 'pdf'],
  ['JSON', utf8('[{"klantnummer":"1","postcode":"9000"}]'), 'json'],
  ['a value of JSON a line', utf8('{"klantnummer":"1"}\n{"klantnummer":"2"}\n'), 'json'],
  ['a text document', utf8('{\\rtf1\\ansi a;b}'), 'rtf'],
  ['a sheet of OpenDocument', archiveOf({ mimetype: 'application/x', 'content.xml': '<a/>' }), 'opendocument'],
  ['a letter', archiveOf({ '[Content_Types].xml': '<a/>', 'word/document.xml': '<a/>' }), 'document'],
]
for (const [what, bytes, kind] of others) {
  test(`${what} is told what it is, by its bytes`, () => assert.deepEqual(faultOf(bytes), { code: 'other_kind', kind }))
}

test('a table whose header looks like something else is a table', () => {
  for (const header of ['{ref};naam', '[ref],naam', '<ref>;naam', '"{""a""",naam'])
    assert.equal(readTable(utf8(`${header}\nA;B\n`)).rows.length, 2, header)
})

test('a workbook whose parts are named with backslashes is read as any', () => {
  const rows = [
    ['ref', 'naam'],
    ['A', 'B'],
  ]
  const [plain, turned] = [unzipSync(workbookOf(rows)), {} as Record<string, Uint8Array>]
  for (const [name, bytes] of Object.entries(plain)) {
    const text = Buffer.from(bytes).toString('utf8')
    const relations = text.replace(/Target="([^"]+)"/g, (whole) => whole.replaceAll('/', '\\'))
    turned[name.replaceAll('/', '\\')] = name.endsWith('.rels') ? strToU8(relations) : bytes
  }
  assert.deepEqual(readTable(Buffer.from(zipSync(turned))), readTable(workbookOf(rows)))
})

test('rows that a sheet hides are known to be hidden, and counted', () => {
  const table = readTable(workbookOf([['ref'], ['A'], ['B'], ['C']], { hiddenRows: [2, 4] }))
  assert.deepEqual(
    table.rows.map(({ cells, isHidden }) => [cells[0], isHidden ?? false]),
    [
      ['ref', false],
      ['A', true],
      ['B', false],
      ['C', true],
    ],
  )
  assert.equal(table.found.format === 'xlsx' && table.found.hiddenRows, 2)
})
