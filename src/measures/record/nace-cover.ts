/**
 * Whether a NACE code that a measure lists stands for a code that somebody asks for. A code covers those below it. An
 * asked code that exists in one version of NACE-BEL is of that version, else of 2025 (contract 5). Where the measure's
 * list is of the other version, a code whose meaning moved between the two, or that exists in one only, is lifted to the
 * deepest level above it that did not move: the list then covers it only where it covers all of that.
 */
import { isAbove, naceExists, naceMeaningMoved, stableAncestor } from '../../reference/nace.ts'

export function naceCovers(listed: string, asked: string, version: 2008 | 2025 | null): boolean {
  const code = version === null ? asked : inVersion(asked, version)
  return code !== null && (listed === code || isAbove(listed, code))
}

function inVersion(asked: string, version: 2008 | 2025): string | null {
  const askedVersion = naceExists(asked, 2025) ? 2025 : 2008
  if (askedVersion === version) return asked
  return naceExists(asked, version) && !naceMeaningMoved(asked) ? asked : stableAncestor(asked)
}
