/**
 * Measures of two sources that are likely one, for the operator, who alone merges (contract 4, merging). Two sources word
 * a title in their own way and may state other deadlines for one call, so what differs is told with whose word it is.
 *
 * A pair is likely when most of what distinguishes the titles is the same and the deadlines do not speak against it, or
 * when both lead to one page that leads to nothing else and the titles or the deadlines agree as well. Measures whose
 * places have nothing in common are never a pair: every municipality has a subsidy for street parties.
 */
import type { ApplicationWindow, ResolvedRecord } from '../measures/record/record.ts'
import { dayOf, formatInstant, type Instant } from '../values/brussels.ts'
import { byCodePoint } from '../values/ids.ts'
import { type LocalizedText, languagesOf, textsOf } from '../values/localized-text.ts'

export type Comparable = {
  /** Of the measure, with its prefix. */
  id: string
  source_id: string
  record: Pick<
    ResolvedRecord,
    'title' | 'url' | 'issuer' | 'application_window' | 'regions' | 'provinces' | 'municipalities'
  >
}

export type Likeness = 'same_title' | 'similar_title' | 'same_page' | 'close_deadlines'

/** What one source says; null: nothing. */
export type Saying = { id: string; source_id: string; value: string | null }

export type LikelyDuplicate = {
  /** By id. */
  ids: [string, string]
  because: Likeness[]
  /** What the two say differently, each with whose word it is. */
  differences: { field: 'title' | 'url' | 'issuer' | 'opens_at' | 'deadlines'; sayings: [Saying, Saying] }[]
}

const similarFrom = 0.75
const relatedFrom = 0.5
const closeMs = 3 * 86_400_000
/** A word that more measures have distinguishes none. */
const wordMeasuresMax = 200
const pairsMax = 500

/** Words that say that it is support, or nothing at all. */
const commonWords = new Set(
  `subsidie subsidies subsidiemaatregel projectsubsidie projectsubsidies premie premies steun steunmaatregel tegemoetkoming
   toelage projectoproep projectoproepen oproep oproepen project projecten call calls subsidy subsidies grant grants support
   subvention subventions aide aides prime primes appel appels projet projets
   de het een en of van voor in op aan met bij tot naar door om te uit der den les le la des du un une et ou de pour dans sur
   aux au avec par the a an and or of for in on to with by from`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

type Known = Comparable & { words: Map<string, ReadonlySet<string>>; pages: ReadonlySet<string> }

/** The likely duplicates, at most `pairsMax`, by the ids of both; `total` counts those left out too. */
export function likelyDuplicates(measures: readonly Comparable[]): { pairs: LikelyDuplicate[]; total: number } {
  const known = measures
    .map((measure) => ({ ...measure, words: wordsOf(measure.record.title), pages: pagesOf(measure.record.url) }))
    .toSorted((a, b) => byCodePoint(a.id, b.id))
  const ownPages = pagesOfOne(known)
  const pairs: LikelyDuplicate[] = []
  let total = 0
  for (const [a, b] of candidates(known)) {
    const because = likenesses(a, b, ownPages)
    if (!isLikely(a, b, because, titleLikeness(a, b))) continue
    total += 1
    if (pairs.length < pairsMax) pairs.push({ ids: [a.id, b.id], because, differences: differencesOf(a, b) })
  }
  return { pairs, total }
}

/** Pairs of different sources that share a page or a distinguishing word, each once, by the first measure's id. */
function* candidates(known: readonly Known[]): Generator<[Known, Known]> {
  const byKey = new Map<string, number[]>()
  for (const [index, measure] of known.entries()) {
    for (const key of keysOf(measure)) {
      const sharing = byKey.get(key)
      if (sharing === undefined) byKey.set(key, [index])
      else sharing.push(index)
    }
  }
  for (const [index, measure] of known.entries()) {
    const others = new Set<number>()
    for (const key of keysOf(measure)) {
      const sharing = byKey.get(key) ?? []
      if (sharing.length <= wordMeasuresMax) for (const other of sharing) if (other > index) others.add(other)
    }
    for (const position of [...others].sort((a, b) => a - b)) {
      const other = known[position]
      if (other !== undefined && other.source_id !== measure.source_id && mayMeet(measure, other))
        yield [measure, other]
    }
  }
}

function keysOf({ words, pages }: Known): Set<string> {
  const keys = new Set<string>(pages)
  for (const [language, own] of words) for (const word of own) keys.add(`${language} ${word}`)
  return keys
}

function likenesses(a: Known, b: Known, ownPages: ReadonlySet<string>): Likeness[] {
  const title = titleLikeness(a, b)
  const found: Likeness[] = []
  if (title === 1) found.push('same_title')
  else if (title >= similarFrom) found.push('similar_title')
  if ([...a.pages].some((page) => ownPages.has(page) && b.pages.has(page))) found.push('same_page')
  if (deadlinesOf(a, b) === 'close') found.push('close_deadlines')
  return found
}

function isLikely(a: Known, b: Known, because: readonly Likeness[], title: number): boolean {
  const close = because.includes('close_deadlines')
  if (because.includes('same_page') && (close || title >= relatedFrom)) return true
  if (title < similarFrom || deadlinesOf(a, b) === 'apart') return false
  // One word in common is too little to go by, unless both end on the same days.
  return close || fewestWords(a, b) > 1
}

/** Of what distinguishes the titles, the part that both have, in the language in which they agree most. */
function titleLikeness(a: Known, b: Known): number {
  let best = 0
  for (const [language, words] of a.words) {
    const others = b.words.get(language)
    if (others === undefined || differInYear(words, others)) continue
    const shared = words.intersection(others).size
    best = Math.max(best, shared / words.union(others).size)
  }
  return best
}

function fewestWords(a: Known, b: Known): number {
  const languages = [...a.words.keys()].filter((language) => b.words.has(language))
  const sizes = languages.map((language) =>
    Math.min(a.words.get(language)?.size ?? 0, b.words.get(language)?.size ?? 0),
  )
  return Math.max(0, ...sizes)
}

/** Titles that each name years and no common one are of different rounds. */
function differInYear(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [years, otherYears] = [words, others].map((set) => new Set([...set].filter((word) => /^20\d\d$/.test(word))))
  if (years === undefined || otherYears === undefined || years.size === 0 || otherYears.size === 0) return false
  return years.isDisjointFrom(otherYears)
}

function deadlinesOf(a: Known, b: Known): 'close' | 'apart' | 'unknown' {
  const [own, others] = [a, b].map(({ record }) => record.application_window.deadlines)
  if (own === undefined || others === undefined || own.length === 0 || others.length === 0) return 'unknown'
  const isClose = own.some((deadline) => others.some((other) => Math.abs(deadline - other) <= closeMs))
  return isClose ? 'close' : 'apart'
}

/** Whether some place lies in both measures' areas; a measure without a restriction holds everywhere. */
function mayMeet(a: Known, b: Known): boolean {
  const fields = ['regions', 'provinces', 'municipalities'] as const
  return fields.every((field) => {
    const [own, others] = [new Set<string>(a.record[field]), new Set<string>(b.record[field])]
    return own.size === 0 || others.size === 0 || !own.isDisjointFrom(others)
  })
}

type Difference = LikelyDuplicate['differences'][number]

function differencesOf(a: Known, b: Known): Difference[] {
  const said = (field: Difference['field'], read: (measure: Known) => string | null): Difference[] => {
    const sayings: Difference['sayings'] = [sayingOf(a, read(a)), sayingOf(b, read(b))]
    return sayings[0].value === sayings[1].value ? [] : [{ field, sayings }]
  }
  return [
    ...said('title', ({ record }) => textsOf(record.title)[0] ?? null),
    ...said('url', ({ record }) => textsOf(record.url)[0] ?? null),
    ...said('issuer', ({ record }) => record.issuer.id),
    ...said('opens_at', ({ record }) => dateWords(record.application_window, record.application_window.opens_at)),
    ...said('deadlines', ({ record }) => {
      const { application_window: window } = record
      return window.deadlines.map((deadline) => dateWords(window, deadline)).join(', ') || null
    }),
  ]
}

const sayingOf = ({ id, source_id }: Known, value: string | null): Saying => ({ id, source_id, value })

function dateWords({ precision }: ApplicationWindow, at: Instant | null): string | null {
  if (at === null) return null
  return precision === 'instant' ? formatInstant(at) : dayOf(at)
}

/** By language: the words of a title that distinguish it, without case and accents. */
function wordsOf(title: LocalizedText): Map<string, ReadonlySet<string>> {
  const byLanguage = languagesOf(title).map((language) => {
    const words = folded(title[language] ?? '').split(/[^\p{L}\p{N}]+/u)
    return [language, new Set(words.filter((word) => word !== '' && !commonWords.has(word)))] as const
  })
  return new Map(byLanguage.filter(([, words]) => words.size > 0))
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u00AD]/gu, '')
    .toLowerCase()

/** Where a measure leads, without what does not tell pages apart. */
function pagesOf(url: LocalizedText): Set<string> {
  const pages = textsOf(url).flatMap((address) => {
    const parsed = URL.parse(address)
    return parsed === null
      ? []
      : [`${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/+$/, '')}${parsed.search}`]
  })
  return new Set(pages)
}

/** Pages to which no source leads with two measures. */
function pagesOfOne(known: readonly Known[]): Set<string> {
  const bySource = new Map<string, string>()
  const shared = new Set<string>()
  for (const { source_id: source, pages } of known) {
    for (const page of pages) {
      if (bySource.has(`${source} ${page}`)) shared.add(page)
      bySource.set(`${source} ${page}`, page)
    }
  }
  return new Set(bySource.values()).difference(shared)
}
