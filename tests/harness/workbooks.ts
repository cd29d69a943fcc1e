/** Workbooks (XLSX) for tests, written part by part, so that a test can also write what no spreadsheet would. */
import { strToU8, zipSync } from 'fflate'

/** A cell as it stands in the XML of a sheet: `written` goes between its tags. */
export type SheetCell = string | number | boolean | null | { type?: string; style?: number; written: string }

/** Of the styles below. */
export const dateStyle = 1
export const customDateStyle = 2
export const moneyStyle = 3

const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2">' +
  '<numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;day rate&quot;"/></numFmts>' +
  '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

export type WorkbookOptions = {
  from1904?: boolean
  /** Sheets beside the one that holds the rows, by name, in the order of the workbook. */
  sheets?: readonly { name: string; state?: string; rows: readonly (readonly SheetCell[])[] }[]
  /** Parts that stand in the place of what would be written, or beside it; null: the part is left out. */
  parts?: Readonly<Record<string, string | null>>
  /** Texts stand in the cells themselves. */
  inline?: boolean
  /** Rows that the first sheet does not show, by their number from 1. */
  hiddenRows?: readonly number[]
  /** The strict form of the standard (ISO/IEC 29500-1), which has namespaces of its own. */
  isStrict?: boolean
}

/** Of the transitional form, which spreadsheets write unless they are told otherwise, and of the strict one. */
const namespaces: readonly [transitional: string, strict: string][] = [
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://purl.oclc.org/ooxml/spreadsheetml/main'],
  [
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
  ],
]

/** A workbook whose first sheet holds these rows; texts are shared, as spreadsheets write them. */
export function workbookOf(rows: readonly (readonly SheetCell[])[], options: WorkbookOptions = {}): Buffer {
  const sheets = options.sheets ?? [{ name: 'Clients', rows }]
  const shared = new Map<string, number>()
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`
  const relations = (list: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`
  const written: Record<string, string | null> = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${kinds}"><workbookPr${options.from1904 ? ' date1904="1"' : ''}/><sheets>${numbered.map(({ name, id, state }) => `<sheet name="${escaped(name)}" sheetId="${id}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      [
        ...numbered.map(({ id }) => relation(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`)),
        relation('rId91', 'styles', 'styles.xml'),
        relation('rId92', 'sharedStrings', '/xl/sharedStrings.xml'),
      ].join(''),
    ),
    ...Object.fromEntries(
      numbered.map(({ id, rows: own }) => [
        `xl/worksheets/sheet${id}.xml`,
        sheetXml(own, options.inline ? null : shared, id === 1 ? options.hiddenRows : []),
      ]),
    ),
    'xl/styles.xml': styles,
  }
  written['xl/sharedStrings.xml'] = `<sst xmlns="${main}">${[...shared.keys()]
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join('')}</sst>`
  const parts = Object.entries({ ...written, ...options.parts }).flatMap(([name, text]) =>
    text === null ? [] : [[name, strToU8(options.isStrict ? strictly(text) : text)] as const],
  )
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

function strictly(text: string): string {
  return namespaces
    .reduce((written, [transitional, strict]) => written.replaceAll(transitional, strict), text)
    .replace('<workbook ', '<workbook conformance="strict" ')
}

/** The XML of a sheet. `shared`: where texts are put; null: they stand in the cells. */
export function sheetXml(
  rows: readonly (readonly SheetCell[])[],
  shared: Map<string, number> | null,
  hidden: readonly number[] = [],
): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, shared))
    return `<row r="${row + 1}"${hidden.includes(row + 1) ? ' hidden="1"' : ''}>${written.join('')}</row>`
  })
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: SheetCell, place: string, shared: Map<string, number> | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'object') {
    const type = cell.type === undefined ? '' : ` t="${cell.type}"`
    return `<c r="${place}"${type}${cell.style === undefined ? '' : ` s="${cell.style}"`}>${cell.written}</c>`
  }
  if (shared === null) return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  const index = shared.get(cell) ?? shared.size
  shared.set(cell, index)
  return `<c r="${place}" t="s"><v>${index}</v></c>`
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
