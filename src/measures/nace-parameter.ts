/** The filter by one NACE code, as it stands in a query, an argument of a tool or the address of a page. */

import type { QueryParameter } from '../contract/call.ts'
import { type ParameterWords, text } from '../contract/parameters.ts'
import { invalidParameter } from '../contract/refusals.ts'
import { naceExists } from '../reference/nace.ts'
import { readNaceList } from '../reference/nace-list-text.ts'
import { type NaceTextFault, naceInstead, readNaceCode, versionBehind } from '../reference/nace-text.ts'
import { quoted } from '../values/meant/hints.ts'

const charactersMax = 20

/**
 * Reads a code without its dot, with its version behind it where that has to be said (`6201`, `6391 (2008)`), or the letter of a
 * section of 2025. It takes one code, so a comma is the decimal mark of that code and parts nothing. Refuses `invalid_parameter`.
 */
export function naceParameter(words: ParameterWords): QueryParameter<string> {
  return {
    ...text(charactersMax, words),
    read(name, given) {
      if (given.length === 1 && naceExists(given, 2025)) return given
      const read = given.length > charactersMax ? ({ fault: 'form' } as const) : readNaceCode(given, 'dot_or_comma')
      if (!('fault' in read)) return `${read.code}${versionBehind(read)}`
      throw invalidParameter(name, `${name} ${refused(given, read.fault)}`)
    },
  }
}

function refused(given: string, fault: NaceTextFault): string {
  if (fault === 'other_version') return `${quoted(given)} names a version of NACE-BEL that does not have the code.`
  const several = readNaceList(given.slice(0, charactersMax))
  if (!('fault' in several) && several.codes.length > 1)
    return `takes one code, and ${quoted(given)} holds more. Ask for each by itself.`
  // A text that is not written as a code may still hold one that exists.
  const lack = fault === 'form' ? 'is not written as one' : 'is in neither'
  return `must be a code of NACE-BEL 2008 or 2025; ${quoted(given)} ${lack}.${naceInstead(given)}`
}
