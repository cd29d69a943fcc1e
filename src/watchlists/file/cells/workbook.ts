/** A workbook (XLSX, ECMA-376 part 1): which of its sheets is read, and what its cells point to. */
import { fileBounds } from '../file-bounds.ts'
import { FaultyFile, type Table } from './cells.ts'
import { isDateFormat } from './date-formats.ts'
import { kindOfParts } from './other-kinds.ts'
import { readSheet, type SheetMeans, sharedText } from './sheet.ts'
import { readXml } from './xml-reading.ts'
import { readZip, unpack, unreadable, withSlashes, type Zip } from './zip-parts.ts'

type Relation = { id: string; kind: string; part: string }
type ListedSheet = { name: string; relation: string; isHidden: boolean }

/**
 * The rows of the first sheet that is shown: of formulas what they came to when the file was saved. Throws `FaultyFile`.
 */
export function tableOfWorkbook(bytes: Buffer): Table {
  const zip = readZip(bytes)
  const book = relationsOf(zip, '').find(({ kind }) => kind === 'officeDocument')
  const kind = kindOfParts(zip.parts.keys())
  if (kind !== null) throw new FaultyFile({ code: 'other_kind', kind })
  if (book === undefined) throw new FaultyFile({ code: 'no_workbook' })
  const relations = relationsOf(zip, book.part)
  const { sheets, from1904 } = listOf(zip, book.part)
  const isSheet = ({ relation }: ListedSheet): boolean =>
    relations.some(({ id, kind }) => id === relation && kind === 'worksheet')
  const sheet = sheets.find((one) => !one.isHidden && isSheet(one))
  const part = relations.find(({ id }) => id === sheet?.relation)?.part
  if (sheet === undefined || part === undefined) throw new FaultyFile({ code: 'no_workbook' })
  const partOf = (wanted: string): string => relations.find(({ kind }) => kind === wanted)?.part ?? ''
  const [shared, styles] = [partOf('sharedStrings'), partOf('styles')]
  const parts = unpack(zip, [part, shared, styles])
  const means: SheetMeans = {
    sharedTexts: textsIn(shared, parts.get(shared)),
    dateStyles: dateStylesIn(styles, parts.get(styles)),
  }
  const content = parts.get(part)
  if (content === undefined) throw unreadable(part)
  const others = sheets.filter((one) => one !== sheet).map(({ name }) => name)
  const rows = readSheet(part, content, means)
  const hiddenRows = rows.slice(1).filter(({ isHidden }) => isHidden === true).length
  return { found: { format: 'xlsx', sheet: sheet.name, others, from1904, hiddenRows }, rows }
}

/** What a part of the archive relates to; of the archive itself where the part is the empty text. */
function relationsOf(zip: Zip, part: string): Relation[] {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const name = `${folder}_rels/${part.slice(slash)}.rels`
  const bytes = unpack(zip, [name]).get(name)
  const relations: Relation[] = []
  if (bytes === undefined) return relations
  readXml(name, bytes, {
    opened(tag, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (tag !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return
      const named = withSlashes(target)
      const path = named.startsWith('/') ? named.slice(1) : `${folder}${named}`
      relations.push({ id, kind: (type ?? '').split('/').at(-1) ?? '', part: path })
    },
  })
  return relations
}

function listOf(zip: Zip, part: string): { sheets: ListedSheet[]; from1904: boolean } {
  const bytes = unpack(zip, [part]).get(part)
  if (bytes === undefined) throw unreadable(part)
  const sheets: ListedSheet[] = []
  let from1904 = false
  readXml(part, bytes, {
    opened(tag, { name = '', id = '', state, date1904 }) {
      if (tag === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
      if (tag === 'sheet') sheets.push({ name, relation: id, isHidden: state === 'hidden' || state === 'veryHidden' })
    },
  })
  return { sheets, from1904 }
}

/** The texts that cells point to by number. Readings of Japanese, which stand beside them, are no part of them. */
function textsIn(part: string, bytes: Buffer | undefined): string[] {
  const texts: string[] = []
  if (bytes === undefined) return texts
  let [text, isText, isReading] = ['', false, false]
  readXml(part, bytes, {
    opened(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isReading = true
      if (tag === 't') isText = true
    },
    text(piece) {
      if (isText && !isReading) text += piece
    },
    closed(tag) {
      if (tag === 't') isText = false
      if (tag === 'rPh') isReading = false
      if (tag !== 'si') return
      if (texts.push(sharedText(text)) > fileBounds.sharedTextsMax) throw unreadable(part)
    },
  })
  return texts
}

/** The numbers of the styles that show a number as a date. */
function dateStylesIn(part: string, bytes: Buffer | undefined): ReadonlySet<number> {
  const dates = new Set<number>()
  if (bytes === undefined) return dates
  const codes = new Map<number, string>()
  let [isCells, count] = [false, 0]
  readXml(part, bytes, {
    opened(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (tag === 'cellXfs') isCells = true
      if (tag !== 'xf' || !isCells) return
      const format = Number(numFmtId ?? 0)
      if (isDateFormat(format, codes.get(format) ?? null)) dates.add(count)
      count += 1
      if (count > fileBounds.stylesMax) throw unreadable(part)
    },
    closed(tag) {
      if (tag === 'cellXfs') isCells = false
    },
  })
  return dates
}
