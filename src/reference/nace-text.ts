/**
 * The one reader of a NACE code as text (docs/decisions/0066). A code is two digits, and where there are more of them a dot behind the
 * two, or nothing: `62`, `62.01`, `6201`, `43.320.10`. A comma may stand for that dot where people write decimals with one.
 * Nothing is cut off, joined or completed: `1.5` is not 15 and not 01.5, it is refused.
 *
 * Behind the code its version may stand in brackets, `63.91 (2008)`, because 653 codes exist in both versions of NACE-BEL
 * and do not mean the same in them. Without it a code is of the one version that has it, else of 2025 (contract 5).
 */
import { dottedNace, type NaceVersion, naceIsStable, naceParent, naceVersions, naceVersionsOf } from './nace.ts'

/** A code that exists: its digits, and the version in which it is meant. */
export type ReadNace = { code: string; version: NaceVersion }

/**
 * Why a text is no code. `section`: a letter alone. `form`: it is not written as a code. `unknown`: no version has such a code.
 * `other_version`: only the version that is not named has it.
 */
export type NaceTextFault = 'section' | 'form' | 'unknown' | 'other_version'

/** Which mark may stand behind the division: a comma only where people type or where a spreadsheet writes. */
export type NaceMark = 'dot' | 'dot_or_comma'

/** A second mark stands behind the group (62.01.0) or the class (43.320.10), never behind one digit more than the division. */
const form = /^(\d{2}(?:\d*|\.\d+|\.\d{2,3}(?:\.\d+)+|,\d+))(?: \((2008|2025)\))?$/

/** Longer than any code with its dots and its version. */
const charactersMax = 30

/** Reads one code. `version`: the version in which it is meant when the text names none; null where nobody says it. */
export function readNaceCode(
  text: string,
  mark: NaceMark,
  version: NaceVersion | null = null,
): ReadNace | { fault: NaceTextFault } {
  if (/^[A-Za-z]$/.test(text)) return { fault: 'section' }
  const [, written = '', named] = text.length > charactersMax ? [] : (form.exec(text) ?? [])
  if (written === '' || (mark === 'dot' && written.includes(','))) return { fault: 'form' }
  const asked = named === undefined ? null : versionNamed(named)
  if (asked !== null && version !== null && asked !== version) return { fault: 'other_version' }
  return existing(written.replace(/[.,]/g, ''), asked ?? version)
}

/** The code in the version that is asked; without one in the only version that has it, else in 2025. */
export function existing(code: string, asked: NaceVersion | null): ReadNace | { fault: NaceTextFault } {
  const versions = naceVersionsOf(code)
  const version = asked === null ? versions.at(-1) : versions.find((one) => one === asked)
  if (version !== undefined) return { code, version }
  return { fault: versions.length === 0 ? 'unknown' : 'other_version' }
}

export function versionNamed(text: string): NaceVersion | null {
  return naceVersions.find((version) => String(version) === text) ?? null
}

/**
 * The version as it has to stand behind the code, with a space before it, for the code to be read as it is meant; empty where
 * it is read so anyway: it exists in that version alone, is of 2025, or means the same in both.
 */
export function versionBehind({ code, version }: ReadNace): string {
  return version === naceVersionsOf(code).at(-1) || naceIsStable(code) ? '' : ` (${version})`
}

/** As `readNaceCode` reads it again, with a dot: `63.91 (2008)`. */
export function naceText(read: ReadNace): string {
  return `${dottedNace(read.code)}${versionBehind(read)}`
}

/**
 * What a refusal says of what may be meant by a text that is no code, with a space before it. The zero that a spreadsheet or a
 * program takes from the front comes first; then the same digits with a dot; then the nearest code above. A version that the
 * text names stays. Empty where nothing can be said.
 */
export function naceInstead(text: string): string {
  const meant = meantBy(text)
  if (meant === null) return ''
  return meant.isWhole ? ` Write ${naceText(meant)}.` : ` The nearest code above it is ${naceText(meant)}.`
}

/** The code that a text seems to mean, as it would be written; null where it seems to mean none. */
export function naceMeant(text: string): string | null {
  const meant = meantBy(text)
  return meant?.isWhole === true ? naceText(meant) : null
}

const shortYear = /(NACE(?:[- ]?BEL)?[- ]?)(08|25)(?=\)|[ :]+(\d{2}(?:[.,]\d|\d{2,5})))/gi

/**
 * The text with the year of `NACE08` and `NACE 25` in full. Both are divisions too, so that they name a version only where a
 * code of more digits stands behind them that is no rest of a longer one, or a bracket is closed.
 */
export function withWholeYear(text: string): string {
  return text.replace(shortYear, (whole, name: string, year: string, code = '') =>
    code !== '' && naceVersionsOf(`${year}${code}`).length > 0 ? whole : `${name}20${year}`,
  )
}

/** What may stand before the digits: a section's letter, the name of the classification, its year, or both. */
const before =
  /^\s*(?:(?:NACE(?:[- ]?BEL)?[- ]?)?(2008|2025)(?=[\s.:_-]+\d)|NACE(?:[- ]?BEL)?|([A-Z])(?=[.\-\s]*\d))?[\s.:_-]*/i
/** The year of a version at the end: in brackets, with the name of the classification, or right behind the number. */
const behind =
  /(?:\s?\((?:NACE(?:[- ]?BEL)?[- ]?)?(2008|2025)\)|[\s,_-]NACE(?:[- ]?BEL)?[- ]?(2008|2025)|(?<=\d)[\s,_-](2008|2025))\s?$/i
/** One number with its marks, and behind it nothing that has a digit. */
const oneNumber = /^(\d+)(?:[\s.,_-]+(\d+))?(?:[\s.,_-]+(\d+))?\D*$/

function meantBy(text: string): (ReadNace & { isWhole: boolean }) | null {
  // Of a text that goes on with digits the end may be a version.
  if (/\d/.test(text.slice(2 * charactersMax))) return null
  const spelled = withWholeYear(text.slice(0, 2 * charactersMax))
  const [head = '', yearBefore, letter] = before.exec(spelled) ?? []
  const rest = spelled.slice(head.length)
  const [tail = '', ...yearsBehind] = behind.exec(rest) ?? []
  const [named = null, ...others] = new Set([yearBefore, ...yearsBehind].filter((year) => year !== undefined))
  const [, first = '', ...parts] = oneNumber.exec(rest.slice(0, rest.length - tail.length)) ?? []
  if (first === '' || others.length > 0) return null
  const meant = (code: string): ReadNace | null => {
    const versions = naceVersionsOf(code).filter((one) => named === null || one === versionNamed(named))
    const section = letter?.toUpperCase()
    const version = versions.findLast((one) => section === undefined || naceParent(code.slice(0, 2), one) === section)
    return version === undefined ? null : { code, version }
  }
  const digits = first + parts.map((part) => part ?? '').join('')
  for (const candidate of candidates(first, digits)) {
    const read = meant(candidate)
    if (read !== null) return { ...read, isWhole: true }
  }
  const whole = first.length === 1 ? `0${digits}` : digits
  for (let length = Math.min(whole.length - 1, 7); length >= 2; length -= 1) {
    const above = meant(whole.slice(0, length))
    if (above !== null) return { ...above, isWhole: false }
  }
  return null
}

/** What the digits may be, the likeliest first. `first`: those before the first mark. */
function candidates(first: string, digits: string): string[] {
  // One digit before the mark: the division has lost its zero, and its number without one is another sector.
  if (first.length === 1) return [`0${digits}`]
  const isMarked = digits.length > first.length
  // A program that makes a decimal number of a code writes `.0` behind it.
  const isDecimal = isMarked && first.length > 2 && /^0+$/.test(digits.slice(first.length))
  if (isDecimal) return [first, `0${first}`]
  return isMarked && first.length === 2 ? [digits] : [digits, `0${digits}`]
}
