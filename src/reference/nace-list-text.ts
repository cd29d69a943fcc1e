/**
 * NACE codes as people write them in one cell or field: one, or several with a mark between, each with what a register prints
 * around it (docs/decisions/0066). What could be read in two ways is not read; it is told with the text that could not be.
 *
 * Between codes stands a semicolon, a bar, a slash, a line's end, or a comma with a space behind it. A comma without one is
 * the decimal mark of a code (`62,01`), except where what stands on both sides can only be a whole code (`62.01,47.91`). Another
 * mark without a space parts nothing where both sides together are a code (`62/01`): it may stand for the dot.
 */
import { withoutAtEnds } from '../values/texts/text-ends.ts'
import { type NaceVersion, naceParent, naceVersionsOf } from './nace.ts'
import {
  existing,
  type NaceTextFault,
  naceText,
  type ReadNace,
  readNaceCode,
  versionBehind,
  versionNamed,
  withWholeYear,
} from './nace-text.ts'

/** `text`: as the reader of one code takes it; the digits and dots as they stood where that reader takes those. */
export type WrittenNace = ReadNace & { text: string }

export type ReadNaceList = { codes: WrittenNace[] } | { fault: NaceTextFault; shown: string }

const name = 'NACE(?:[- ]?BEL)?'
/** What may stand before a code: the name of the classification, with or without its year, or the section's letter. */
const before = `(?:${name}(?:[- ]?(?:2008|2025))?[ :]*|[A-V][.\\- ]?)?`
const begin = `(?=${before}\\d)`
/** A run of marks and spaces, perhaps after a comma. It separates codes where a code follows; else it belongs to the text around a code. */
const separators = /,?[\s;|/]+/g
const mark = /[;|/\r\n\t]/
const codeFollows = new RegExp(`^${begin}`, 'i')
/** Characters that tell whether a code begins: the name of the classification and its year are shorter. */
const beginningMax = 60
const atTheEnds = /[\s;|/,]/

/** A code that can only be whole: with its dot, or with so many digits that no mark belongs between them. */
const wholeCode = '\\d{2}(?:\\.\\d+)+|\\d{4,5}|\\d{7}'
const wholeCodes = new RegExp(`^(?:${wholeCode})(?:(?:,|\\s+)(?:${wholeCode}))+$`)
/** The same where spaces part them and commas stand for dots. */
const decimals = /^\d{2},\d+(?:\s+\d{2},\d+)+$/

/** A code with its name before it, its version behind it, and its title behind a dash or a colon; no title has a digit. */
const described = new RegExp(
  `^(?:${name}[- ]?(2008|2025)?[ :]*|([A-V])[.\\- ]?)?(\\d{2}(?:\\d*|(?:\\.\\d+)+|,\\d+))` +
    `(?:\\s*\\((?:${name}[- ]?)?(2008|2025)\\))?(?:\\s*[-–—:]\\D*)?$`,
  'i',
)

/** Reads what a cell or a field holds. `version`: the version that its header names; null where it names none. */
export function readNaceList(text: string, version: NaceVersion | null = null): ReadNaceList {
  const codes: WrittenNace[] = []
  for (const piece of piecesOf(withoutAtEnds(text, atTheEnds))) {
    const isSeveral = wholeCodes.test(piece) || decimals.test(piece)
    for (const one of isSeveral ? piece.split(decimals.test(piece) ? /\s+/ : /[,\s]+/) : [piece]) {
      const read = readOne(one.trim(), version)
      if ('fault' in read) return { fault: read.fault, shown: wrongPart(one, version) }
      codes.push(read)
    }
  }
  return { codes }
}

/** Cuts the text at the separators that a code follows. It reads the text once, however long its runs are. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const { 0: run, index } of text.matchAll(separators)) {
    const end = index + run.length
    const isComma = run.startsWith(',') && !/[;|/]/.test(run)
    if (mayBeDot(text.slice(from, index), run, text.slice(end))) continue
    if (!(isComma || mark.test(run)) || !codeFollows.test(text.slice(end, end + beginningMax))) continue
    // A comma before another mark separates nothing: it stays with the code before it, which is then refused.
    pieces.push(text.slice(from, !isComma && run.startsWith(',') ? index + 1 : index))
    from = end
  }
  return [...pieces, text.slice(from)]
}

/** Whether a mark between two digits and others may be meant as the dot of one code. */
function mayBeDot(left: string, run: string, right: string): boolean {
  const digits = /^\d{1,5}(?!\d|\.\d)/.exec(right)?.[0]
  return /^[;|/]$/.test(run) && /^\d{2}$/.test(left) && digits !== undefined && naceVersionsOf(left + digits).length > 0
}

/** The part that is no code, where the others are; else the whole: which of its words are too many, nobody knows. */
function wrongPart(text: string, version: NaceVersion | null): string {
  const parts = text.split(/,\s+|[;|/\r\n\t]+/).map((part) => part.trim())
  const wrong = parts.filter((part) => 'fault' in readOne(part, version))
  return parts.length > 1 && wrong.length < parts.length ? (wrong[0] ?? text) : text.trim()
}

function readOne(text: string, version: NaceVersion | null): WrittenNace | { fault: NaceTextFault } {
  const plain = readNaceCode(text, 'dot', version)
  if (!('fault' in plain)) return written(plain, text)
  if (plain.fault !== 'form') return plain
  const [, yearBefore, letter, code, yearBehind] = described.exec(withWholeYear(text)) ?? []
  if (code === undefined) return plain
  const years = [yearBefore, yearBehind].flatMap((year) => (year === undefined ? [] : [versionNamed(year)]))
  const named = years[0] ?? version
  if ([version, ...years].some((one) => one !== null && one !== named)) return { fault: 'other_version' }
  const digits = code.replace(/[.,]/g, '')
  const read = letter === undefined ? existing(digits, named) : inSection(digits, letter.toUpperCase(), named)
  return 'fault' in read ? read : written(read, code.replace(',', '.'))
}

/** The code where the letter before it is that of its section: in the version named, else in the newest that agrees. */
function inSection(code: string, letter: string, named: NaceVersion | null): ReadNace | { fault: NaceTextFault } {
  const having = naceVersionsOf(code).filter((version) => named === null || version === named)
  const agreeing = having.filter((version) => naceParent(code.slice(0, 2), version) === letter)
  const version = agreeing.at(-1)
  if (version !== undefined) return { code, version }
  return having.length === 0 ? existing(code, named) : { fault: 'form' }
}

/** `text` where it is read alone as it is meant here; else the code as it is printed, with its version where that has to be said. */
function written(read: ReadNace, text: string): WrittenNace {
  const isPlain = versionBehind(read) === '' && /^[\d.]+$/.test(text)
  return { ...read, text: isPlain ? text : naceText(read) }
}
