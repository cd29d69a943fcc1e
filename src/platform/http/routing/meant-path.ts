/**
 * Which path of the API may be meant by one that does not exist: with `/v1` before it, without a slash at its end, its words
 * spelt as ours. Segments are compared one by one, so that what stands for an id is kept as it was sent.
 */

import { editsBetween, foldedWord } from '../../../values/meant/nearest.ts'
import { segmentNames } from '../../../values/meant/other-names.ts'

/** A longer path is no slip of any: what asking costs is bounded by this and by how many paths there are. */
const charactersMax = 200
const segmentsMax = 8
/** What others put before their paths; ours stand under one version. */
const beginnings = /^(?:api|rest|public|v\d{1,2}|)$/i
/** What others put behind their paths. */
const endings = /\.(?:json|ndjson|jsonl|csv|xml)$/i
const lettersAnEdit = 3
const editsMost = 2

type Template = { path: string; segments: readonly string[] }

/** `paths`: those of the API, with `{name}` where an id stands. Answers the path as it should be asked for, or null. */
export function meantPaths(paths: readonly string[]): (path: string) => string | null {
  const templates = paths.map((path): Template => ({ path, segments: withoutBeginning(path.split('/')) }))
  return (path) => {
    if (path.length > charactersMax) return null
    const given = withoutBeginning(path.split('/')).filter((segment) => segment !== '')
    if (given.length === 0 || given.length > segmentsMax) return null
    let best: { template: Template; cost: number } | null = null
    for (const template of templates) {
      const cost = costOf(given, template.segments)
      if (cost !== null && (best === null || cost < best.cost)) best = { template, cost }
    }
    return best === null ? null : filled(best.template, given)
  }
}

/** The segments behind what only says that it is an API, and of which version. */
function withoutBeginning(segments: readonly string[]): readonly string[] {
  const from = segments.findIndex((segment) => !beginnings.test(segment))
  return from === -1 ? [] : segments.slice(from)
}

/** How far apart they are; null: too far. An id is anything, and so never as near as a word. */
function costOf(given: readonly string[], segments: readonly string[]): number | null {
  if (given.length !== segments.length) return null
  let cost = 0
  for (const [place, known] of segments.entries()) {
    const own = segmentCost(given[place] ?? '', known)
    if (own === null) return null
    cost += own
  }
  return cost
}

const costOfId = 0.5

function segmentCost(given: string, known: string): number | null {
  if (isParameter(known)) return costOfId
  if (given === known) return 0
  const words = [known, ...(segmentNames[known] ?? [])].map(withoutEnding)
  const word = withoutEnding(given)
  if (words.includes(word)) return costOfId
  const edits = words.map((one) => editsBetween(word, one, Math.min(editsMost, Math.floor(one.length / lettersAnEdit))))
  const least = Math.min(...edits.map((count) => count ?? Number.POSITIVE_INFINITY))
  return Number.isFinite(least) ? least + costOfId : null
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

const withoutEnding = (segment: string): string => foldedWord(segment.replace(endings, ''))

function filled({ path }: Template, given: readonly string[]): string {
  const known = path.split('/')
  const skipped = known.length - given.length
  return known.map((segment, place) => (isParameter(segment) ? (given[place - skipped] ?? segment) : segment)).join('/')
}
