/** The NACE codes of one cell, read by the reader of all (`reference/nace-list-text.ts`), and what spreadsheets do to them. */
import { dottedNace, type NaceVersion, naceVersionsOf } from '../../reference/nace.ts'
import { readNaceList } from '../../reference/nace-list-text.ts'
import { naceMeant } from '../../reference/nace-text.ts'
import type { CellFault } from './told/fault-words.ts'

/**
 * The codes as an upload of JSON takes them, each with its version where that has to be said; or what is wrong. `version`: the one
 * that the header names; null where it names none.
 */
export function naceOfCell(text: string, version: NaceVersion | null): { value: string[] } | { fault: CellFault } {
  const read = readNaceList(text, version)
  if ('fault' in read) {
    const { fault, shown } = read
    if (fault === 'other_version' && version !== null)
      return { fault: { code: 'nace_version', shown, hint: String(version) } }
    const meant = /^\d(?:[.,]\d+)?$/.test(shown) ? naceMeant(shown) : null
    if (meant !== null) return { fault: { code: 'lost_zero', shown, hint: meant } }
    return lostZero(shown) ?? { fault: { code: 'nace', shown } }
  }
  for (const { text: code } of read.codes) {
    const lost = lostZero(code)
    if (lost !== null) return lost
  }
  return { value: read.codes.map((code) => code.text) }
}

/**
 * Spreadsheets drop the zero in front of a number: of three digits or more without a dot nobody can tell whether they are a
 * code, or what is left of one (3220 is making instruments of music, or fish farming). Two digits are a division: a group is
 * not written without its dot. A zero that is dropped behind the dot changes nothing: a code that ends in it is all of the
 * code above it.
 */
function lostZero(code: string): { fault: CellFault } | null {
  const full = `0${code}`
  if (!/^\d{3,6}$/.test(code) || naceVersionsOf(full).length === 0) return null
  const meant = dottedNace(full)
  if (naceVersionsOf(code).length === 0) return { fault: { code: 'lost_zero', shown: code, hint: meant } }
  return { fault: { code: 'zero_or_not', shown: code, hint: `${dottedNace(code)} / ${meant}` } }
}
