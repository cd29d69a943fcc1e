/** The cells of one sheet of a workbook (ECMA-376 part 1, 18.3.1). */
import { fileBounds } from '../file-bounds.ts'
import { type Cell, type CellRow, FaultyFile } from './cells.ts'
import { readXml, type XmlHandler } from './xml-reading.ts'
import { unreadable } from './zip-parts.ts'

export type SheetMeans = { sharedTexts: readonly string[]; dateStyles: ReadonlySet<number> }

/** A cell as it is being read. `value`: null where the file gives none. */
type OpenCell = {
  column: number
  type: string
  style: number
  value: string | null
  inline: string
  isFormula: boolean
}

/** What a formula is said to be that was never calculated. */
const notCalculated = '#?'

/** The rows that hold anything; one more than there may be, at most. Throws `FaultyFile`. */
export function readSheet(part: string, bytes: Buffer, means: SheetMeans): CellRow[] {
  const reading = new SheetReading(part, means)
  readXml(part, bytes, reading)
  return reading.rows
}

/** A text of a workbook, in which characters that XML has no place for stand as `_x000D_`. */
export function sharedText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

class SheetReading implements XmlHandler {
  readonly rows: CellRow[] = []
  readonly #part: string
  readonly #means: SheetMeans
  /** Of the row that is open, or was last. */
  #line = 0
  #cells: Cell[] | null = null
  #isHidden = false
  /** The last column that stood in the row. */
  #column = 0
  #cell: OpenCell | null = null
  #isValue = false
  #isInline = false
  #isReading = false

  constructor(part: string, means: SheetMeans) {
    this.#part = part
    this.#means = means
  }

  isDone(): boolean {
    // The header is one more.
    return this.rows.length > fileBounds.rowsMax + 1
  }

  opened(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'row') this.#openRow(attributes)
    else if (tag === 'c') this.#openCell(attributes)
    else if (this.#cell === null) return
    else if (tag === 'f') this.#cell.isFormula = true
    else if (tag === 'v') {
      this.#isValue = true
      this.#cell.value = ''
    } else if (tag === 't') this.#isInline = true
    else if (tag === 'rPh') this.#isReading = true
  }

  text(piece: string): void {
    if (this.#cell === null) return
    if (this.#isValue) this.#cell.value += piece
    else if (this.#isInline && !this.#isReading) this.#cell.inline += piece
  }

  closed(tag: string): void {
    if (tag === 'row') this.#closeRow()
    else if (tag === 'c') this.#closeCell()
    else if (tag === 'v') this.#isValue = false
    else if (tag === 't') this.#isInline = false
    else if (tag === 'rPh') this.#isReading = false
  }

  #openRow({ r: number, hidden }: Readonly<Record<string, string>>): void {
    const line = number === undefined ? this.#line + 1 : Number(number)
    if (!Number.isSafeInteger(line) || line <= this.#line) throw unreadable(this.#part)
    this.#line = line
    this.#isHidden = hidden === '1' || hidden === 'true'
    this.#cells = []
    this.#column = 0
  }

  #openCell({ r: place, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): void {
    const column = place === undefined ? this.#column + 1 : columnOf(place)
    if (this.#cells === null || column === null || column <= this.#column) throw unreadable(this.#part)
    this.#column = column
    this.#cell = { column, type, style: Number(style), value: null, inline: '', isFormula: false }
  }

  #closeCell(): void {
    const [cell, cells] = [this.#cell, this.#cells]
    if (cell === null || cells === null) throw unreadable(this.#part)
    this.#cell = null
    const value = this.#valueOf(cell)
    if (value === null || (typeof value === 'string' && value.trim() === '')) return
    const { columnsMax } = fileBounds
    if (cell.column > columnsMax) throw new FaultyFile({ code: 'too_many_columns', max: columnsMax })
    while (cells.length < cell.column - 1) cells.push(null)
    cells.push(value)
  }

  #closeRow(): void {
    const cells = this.#cells ?? []
    this.#cells = null
    if (cells.length === 0 || this.isDone()) return
    this.rows.push(this.#isHidden ? { line: this.#line, cells, isHidden: true } : { line: this.#line, cells })
  }

  #valueOf({ type, style, value, inline, isFormula }: OpenCell): Cell {
    if (type === 'inlineStr') return sharedText(inline)
    if (value === null) return isFormula ? { error: notCalculated } : null
    switch (type) {
      case 's':
        return this.#means.sharedTexts[Number(value)] ?? this.#refuse()
      case 'str':
        return sharedText(value)
      // A date that is written as one (ISO 8601).
      case 'd':
        return value
      case 'b':
        return value === '1' || (value === '0' ? false : this.#refuse())
      case 'e':
        return { error: value }
      case 'n':
        return value === '' ? null : this.#number(Number(value), style)
      default:
        return this.#refuse()
    }
  }

  #number(value: number, style: number): Cell {
    if (!Number.isFinite(value)) this.#refuse()
    return this.#means.dateStyles.has(style) ? { date: value } : value
  }

  #refuse(): never {
    throw unreadable(this.#part)
  }
}

/** The number of the column of a place such as `AB12`; null where the text is none. */
function columnOf(place: string): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}
