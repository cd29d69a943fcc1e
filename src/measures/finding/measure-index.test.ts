/**
 * The index against a plain scan and sort of the same measures, over random catalogues, changes and queries. The scan
 * (`Plain`) shares no code with the index, not even what a word is.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { compaction, put } from '../../../tests/harness/changed-index.ts'
import { entryWords } from '../../../tests/harness/entry-words.ts'
import type { Cover } from '../../search/query.ts'
import { finished } from '../../search/sets/slices.ts'
import { wordsOf } from '../../search/words/words.ts'
import {
  applicantTypes,
  companySizes,
  instrumentTypes,
  type Language,
  regions,
  statuses,
  topics,
} from '../../values/vocabularies.ts'
import { MeasureIndex } from './measure-index.ts'
import {
  type Entry,
  type Filters,
  facetFilters,
  type IndexSort,
  indexSorts,
  type Position,
  type Query,
  wordFields,
} from './query.ts'

// Two codes that between them cover a third, so that lists are seen to be judged together.
const both = ['0111', '4711']
function covers(listed: readonly string[], asked: string): Cover {
  if (listed.some((code) => asked.startsWith(code))) return 'covered'
  if (asked === '62' && both.every((code) => listed.includes(code))) return 'covered'
  const touches = (code: string): boolean => code.startsWith(asked) || (asked === '62' && both.includes(code))
  return listed.some(touches) ? 'partly' : 'outside'
}

/** A small generator of numbers, so that a failure repeats: mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Dice = ReturnType<typeof random>

// Few words and values, so that ties, shared prefixes and empty answers all happen.
const vocabulary = (
  "énergie Energie energy en e Innovatie l'innovation inno CO₂ cœur coeur Straße e-mobility R&D de De la voor " +
  'subsidie Subsidies sub zon zonnepanelen 2027 20 зона зон зонтаж ÿé'
).split(' ')
const queryWords = [
  ...['e', 'en', 'energie', 'énergie voor', 'inno', 'innovation', 'c', 'coeur', 'stras', 'e-mobility', 'r d', 'sub'],
  ...['subsidies innovation', 'subsidien', 'enrgie voor de inovatie', 'zonnepanel subsidy', 'innovaties zon xyz'],
  ...[
    'energies ende coeur straase',
    'subsidiess',
    'zonepanelen energy subs',
    'voor de',
    'energie vlaanderen',
    'subsidie Antwerpen zon',
    'antwerpen',
  ],
  ...['subsidie', 'de', 'zon 2027', 'sub de', 'e i', 'x', 'de la', '20 co2', 'sub e de z', 'de e l s v z', 'зон', 'ye'],
]
const naceCodes = ['62', '6201', '01', '0111', '47', '4711']

function some<Value>(dice: Dice, values: readonly Value[], most: number): Value[] {
  return values.filter(() => dice(values.length) < dice(most + 1))
}

function one<Value>(dice: Dice, values: readonly Value[]): Value {
  return values[dice(values.length)] as Value
}

function phrase(dice: Dice, most: number): string {
  return Array.from({ length: 1 + dice(most) }, () => one(dice, vocabulary)).join(' ')
}

function entryOf(dice: Dice, id: string): Entry {
  const [nl, fr] = [phrase(dice, 3), phrase(dice, 3)]
  const titles = { nl, fr: dice(2) === 0 ? fr : nl, en: dice(2) === 0 ? fr : nl }
  return {
    id,
    regions: some(dice, regions, 2),
    scope: one(dice, ['eu', 'national', 'regional'] as const),
    government_level: one(dice, ['eu', 'federal', 'region'] as const),
    topics: some(dice, topics.slice(0, 6), 3),
    company_sizes: some(dice, companySizes, 2),
    applicant_types: some(dice, applicantTypes.slice(0, 5), 2),
    instrument_type: one(dice, instrumentTypes.slice(0, 4)),
    status: one(dice, statuses),
    source_id: one(dice, ['one', 'two', 'three']),
    issuer_id: `issuer-${dice(40)}`,
    programme: dice(3) === 0 ? one(dice, ['LIFE', 'HORIZON']) : null,
    nace: {
      include: some(dice, naceCodes, 3),
      exclude: some(dice, naceCodes, 1),
      version: one(dice, [null, 2008, 2025]),
      rules: Array.from({ length: dice(3) }, () => ({
        operator: one(dice, ['covers', 'not_covers'] as const),
        codes: [one(dice, naceCodes), ...some(dice, naceCodes, 2)],
      })),
    },
    withdrawn: dice(8) === 0,
    opens_at: dice(3) === 0 ? null : 900 + dice(30),
    closes_at: dice(3) === 0 ? null : 1000 + dice(30),
    has_further_deadlines: dice(5) === 0,
    updated_at: 2000 + dice(25),
    titles,
    recurs: dice(3) === 0,
    places: some(dice, ['everywhere', 'flanders', 'antwerp', '11002', 'liege'], 2),
    words: entryWords({
      title: [nl, fr],
      local_id: [id],
      description: [phrase(dice, 10)],
      [one(dice, wordFields)]: [phrase(dice, 4)],
      [one(dice, wordFields)]: [phrase(dice, 4)],
    }),
  }
}

function queryOf(dice: Dice, after: Position | null): Query {
  const filters: Filters = {}
  if (dice(5) === 0) filters.region = some(dice, regions, 3)
  if (dice(6) === 0) filters.topic = some(dice, topics.slice(0, 7), 4)
  if (dice(8) === 0) filters.company_size = [one(dice, companySizes)]
  if (dice(8) === 0) filters.applicant_type = some(dice, applicantTypes.slice(0, 6), 2)
  if (dice(8) === 0) filters.instrument_type = some(dice, instrumentTypes.slice(0, 5), 3)
  if (dice(6) === 0) filters.status = some(dice, statuses, 4)
  if (dice(9) === 0) filters.government_level = ['federal', 'region']
  if (dice(9) === 0) filters.scope = [one(dice, ['eu', 'local'] as const)]
  if (dice(7) === 0) filters.source = [one(dice, ['one', 'two', 'nowhere'])]
  if (dice(6) === 0) filters.issuer = [`issuer-${dice(45)}`, `issuer-${dice(45)}`]
  if (dice(9) === 0) filters.programme = [one(dice, ['LIFE', 'NONE'])]
  if (dice(6) === 0) filters.nace = [one(dice, naceCodes), '01'].slice(dice(2))
  if (dice(6) === 0) filters.deadline_before = 1000 + dice(32)
  if (dice(6) === 0) filters.deadline_after = 998 + dice(32)
  if (dice(9) === 0) filters.has_further_deadlines = true
  if (dice(6) === 0) filters.updated_since = 1999 + dice(28)
  if (dice(3) === 0) filters.include_withdrawn = true
  const words = dice(2) === 0 ? [] : wordsOf(one(dice, queryWords))
  return {
    words,
    most: dice(3) === 0,
    filters,
    sort: one(dice, indexSorts),
    after,
    limit: 1 + dice(dice(2) === 0 ? 5 : 60),
  }
}

/** The same answers, found by looking at every measure. */
class Plain {
  readonly entries = new Map<string, Entry>()

  list(query: Query): Entry[] {
    const content = query.most ? withContent(query.words) : query.words
    const has = (entry: Entry): boolean =>
      query.most
        ? content.filter((word) => isLike(entry, word)).length >= content.length / 2
        : hasWords(entry, query.words)
    const found = [...this.entries.values()].filter((entry) => meets(entry, query.filters) && has(entry))
    const sort = query.sort === 'relevance' && query.words.length === 0 ? 'updated' : query.sort
    const scores = sort !== 'relevance' ? new Map<Entry, number>() : this.#scores(found, content, query.most === true)
    return found.sort((left, right) => {
      const byScore = (scores.get(right) ?? 0) - (scores.get(left) ?? 0)
      return (sort === 'relevance' ? byScore : byValue(sort, left, right)) || (left.id < right.id ? -1 : 1)
    })
  }

  #scores(found: readonly Entry[], words: readonly string[], most: boolean): Map<Entry, number> {
    const content = withContent(words)
    const weights = words.map((word) => {
      if (!content.includes(word)) return 1
      const having = [...this.entries.values()].filter((entry) =>
        most ? isLike(entry, word) || placeGain(entry, word) > 0 : hasWords(entry, [word]),
      ).length
      const weight = 8 * Math.log2(1 + this.entries.size / Math.max(1, having))
      return Math.min(248, Math.round(most && word in namedPlaces ? 5 * weight : weight))
    })
    // What is over stands behind what is like it, and what is neither over nor live behind what is just like it; of more than 256 that have all words nobody looks.
    const timelyGain = most ? 500 : found.length <= 256 ? 60 : 0
    const entries = [...this.entries.values()]
    const isHeld = (word: string): boolean =>
      entries.some((entry) => heldWords(entry).some((held) => held.some((one) => onceFor(one, word, isKin))))
    const knownWords = new Set(words.filter((word) => word in namedPlaces || isHeld(word)))
    return new Map(
      found.map((entry) => {
        const fields = heldWords(entry)
        const gains = words.map((word) => (most ? likeGain(entry, word, knownWords.has(word)) : gainOf(fields, word)))
        const isOver = entry.status === 'closed' && !entry.recurs
        const isLive = ['forthcoming', 'open', 'continuous'].includes(entry.status)
        const timely = isOver || timelyGain === 0 ? 0 : isLive ? timelyGain : timelyGain - 1
        const fits = most || timelyGain === 0 ? [] : words.map((word) => fitGain[placeGain(entry, word)] ?? 0)
        const besides = fits.reduce((sum, gain) => sum + gain, timely)
        return [entry, gains.reduce((sum, gain, place) => sum + gain * (weights[place] ?? 0), besides)]
      }),
    )
  }
}

/** Dutch, French, German and English: the library that the service uses, asked for each pair of words. */
const stemmers = [dutch, french, german, english]
const letters = /^\p{L}+$/u

const known = new Map<string, boolean>()

/** There are few words and they are asked for often. */
function onceFor(held: string, word: string, ask: (held: string, word: string) => boolean): boolean {
  const name = `${ask.name} ${held} ${word}`
  const before = known.get(name)
  if (before !== undefined) return before
  const answer = ask(held, word)
  known.set(name, answer)
  return answer
}

function isKin(held: string, word: string): boolean {
  return held.startsWith(word) || isOfStem(held, word)
}

function isLikeWord(held: string, word: string): boolean {
  return isKin(held, word) || isSlip(held, word)
}

function isOfStem(held: string, word: string): boolean {
  if (word.length < 3 || !letters.test(word) || !letters.test(held)) return false
  return stemmers.some((stemmer) => stemmer(word).length >= 3 && stemmer(word) === stemmer(held))
}

/** One letter wrong, missing or too many. */
function isSlip(held: string, word: string): boolean {
  if (word.length < 5 || !letters.test(word) || Math.abs(held.length - word.length) > 1) return false
  let same = 0
  while (same < word.length && held[same] === word[same]) same += 1
  if (held.length === word.length) return held.slice(same + 1) === word.slice(same + 1)
  return held.length > word.length
    ? held.slice(same + 1) === word.slice(same)
    : held.slice(same) === word.slice(same + 1)
}

function isLike(entry: Entry, word: string): boolean {
  return heldWords(entry).some((words) => words.some((held) => onceFor(held, word, isLikeWord)))
}

/** What a word gains an entry that need not have it: by the best field that has it, or as it is for the place of that name. */
function likeGain(entry: Entry, word: string, isKnown: boolean): number {
  const fields = heldWords(entry)
  if (fields[0]?.includes(word)) return 80
  const good = (held: string): boolean => onceFor(held, word, isKnown ? isKin : isLikeWord)
  const best = fields.findIndex((words) => words.some(good))
  const gain = isLike(entry, word) ? ([76, 72, 68, 66, 64, 60, 56, 54][best] ?? 54) : 0
  return Math.max(gain, placeGain(entry, word))
}

/** The words that these tests ask for that name places, and what an entry gains that is for one of theirs. */
const namedPlaces: Record<string, Record<string, number>> = {
  vlaanderen: { flanders: 66, everywhere: 60 },
  antwerpen: { '11002': 66, antwerp: 66, flanders: 60, everywhere: 60 },
}

/** What that is where all entries have the word, and few are found. */
const fitGain: Record<number, number> = { 58: 300, 45: 220 }

function placeGain(entry: Entry, word: string): number {
  return Math.max(0, ...entry.places.map((place) => namedPlaces[word]?.[place] ?? 0))
}

/** Of the words that these tests ask for, those that are left aside where others are left. */
function withContent(words: readonly string[]): readonly string[] {
  const content = words.filter((word) => !['en', 'de', 'la', 'voor', 'd', 'i', 'l', 's'].includes(word))
  return content.length === 0 ? words : content
}

const collators = {
  nl: new Intl.Collator('nl', { sensitivity: 'base' }),
  fr: new Intl.Collator('fr', { sensitivity: 'base' }),
  en: new Intl.Collator('en', { sensitivity: 'base' }),
}

function byValue(sort: IndexSort, left: Entry, right: Entry): number {
  if (sort === 'deadline') {
    if (left.closes_at === right.closes_at) return 0
    if (left.closes_at === null || right.closes_at === null) return left.closes_at === null ? 1 : -1
    return left.closes_at - right.closes_at
  }
  if (sort === 'opening') return (left.opens_at ?? 1e9) - (right.opens_at ?? 1e9)
  if (sort === 'updated') return right.updated_at - left.updated_at
  const language = sort.slice('title:'.length) as Language
  return collators[language].compare(left.titles[language], right.titles[language])
}

const held = new WeakMap<Entry, string[][]>()

/** The words of each field, the best first. */
function heldWords(entry: Entry): string[][] {
  const known = held.get(entry)
  if (known !== undefined) return known
  const { title, keywords, local_id, names, summary, called, description, conditions } = entry.words
  const fields = [title, keywords, local_id, names, summary, called, description, conditions]
  const words = fields.map((texts) => texts.flatMap(plainWords))
  held.set(entry, words)
  return words
}

/** What the best field that has a word which begins with it gains; a title that has the word itself, the most. */
function gainOf(fields: readonly string[][], word: string): number {
  if (fields[0]?.includes(word)) return 16
  const best = fields.findIndex((words) => words.some((held) => held.startsWith(word)))
  return [12, 11, 10, 9, 8, 3, 2, 1][best] ?? 0
}

function plainWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/œ/g, 'oe').replace(/ß/g, 'ss')
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

function hasWords(entry: Entry, words: readonly string[]): boolean {
  const all = heldWords(entry).flat()
  return words.every((word) => all.some((candidate) => candidate.startsWith(word)))
}

function meets(entry: Entry, filters: Filters): boolean {
  const any = <Value>(asked: readonly Value[] | null | undefined, held: readonly Value[]): boolean =>
    asked === undefined || asked === null || asked.length === 0 || held.some((value) => asked.includes(value))
  const { nace, closes_at } = entry
  const hasNace = (code: string): boolean =>
    (nace.include.length === 0 || covers(nace.include, code) !== 'outside') &&
    covers(nace.exclude, code) !== 'covered' &&
    nace.rules.every(({ operator, codes }) => covers(codes, code) !== (operator === 'covers' ? 'outside' : 'covered'))
  return (
    (filters.include_withdrawn === true || !entry.withdrawn) &&
    (entry.regions.length === 0 || any(filters.region, entry.regions)) &&
    any(filters.topic, entry.topics) &&
    (entry.applicant_types.length === 0 || any(filters.applicant_type, entry.applicant_types)) &&
    (entry.company_sizes.length === 0 || any(filters.company_size, entry.company_sizes)) &&
    any(filters.instrument_type, [entry.instrument_type]) &&
    any(filters.status, [entry.status]) &&
    any(filters.government_level, [entry.government_level]) &&
    any(filters.scope, [entry.scope]) &&
    any(filters.source, [entry.source_id]) &&
    any(filters.issuer, [entry.issuer_id]) &&
    any(filters.programme, entry.programme === null ? [] : [entry.programme]) &&
    (filters.nace === undefined || filters.nace === null || filters.nace.length === 0 || filters.nace.some(hasNace)) &&
    (filters.has_further_deadlines !== true || entry.has_further_deadlines) &&
    (filters.deadline_before == null || (closes_at !== null && closes_at <= filters.deadline_before)) &&
    (filters.deadline_after == null || (closes_at !== null && closes_at > filters.deadline_after)) &&
    (filters.updated_since == null || entry.updated_at >= filters.updated_since)
  )
}

function assertSame(index: MeasureIndex, plain: Plain, query: Query, pagesMost: number): void {
  const wanted = plain.list(query)
  let after: Position | null = null
  for (let page = 0, from = 0; page < pagesMost; page += 1, from += query.limit) {
    const answer = index.search({ ...query, after })
    const message = `${JSON.stringify(query)} page ${page}`
    assert.equal(answer.total, wanted.length, message)
    const ids = wanted.slice(from, from + query.limit).map((entry) => entry.id)
    assert.deepEqual(answer.ids, ids, message)
    assert.equal(answer.next !== null, from + query.limit < wanted.length, message)
    if (answer.next === null) return
    after = answer.next
  }
}

function change(dice: Dice, index: MeasureIndex, plain: Plain, idsMost: number): void {
  const id = `m:${dice(idsMost)}`
  if (dice(4) === 0) {
    assert.equal(index.hide(id), plain.entries.delete(id))
    return
  }
  const entry = entryOf(dice, id)
  put(index, entry)
  plain.entries.set(id, entry)
}

for (const [seed, start, changes, idsMost] of [
  [1, 0, 400, 60],
  [2, 700, 300, 900],
  [3, 40, 4200, 300],
  [4, 1500, 2600, 2200],
] as const) {
  test(`lists and pages equal a plain scan: ${start} measures, then ${changes} changes (seed ${seed})`, () => {
    const dice = random(seed)
    const plain = new Plain()
    for (let number = 0; number < start; number += 1) {
      const id = `m:${dice(idsMost)}`
      plain.entries.set(id, entryOf(dice, id))
    }
    const index = MeasureIndex.build([...plain.entries.values()].toReversed(), covers)
    for (let query = 0; query < 60; query += 1) assertSame(index, plain, queryOf(dice, null), 6)
    for (let number = 0; number < changes; number += 1) {
      change(dice, index, plain, idsMost)
      if (dice(200) === 0) finished(compaction(index))
      if (dice(20) === 0) assertSame(index, plain, queryOf(dice, null), 6)
    }
    let steps = 0
    for (const _ of compaction(index)) {
      steps += 1
      if (steps % 20 === 0) assertSame(index, plain, queryOf(dice, null), 2)
    }
    assert.ok(steps > 20)
    for (let query = 0; query < 60; query += 1) assertSame(index, plain, queryOf(dice, null), 6)
    const shown = [...plain.entries.values()].filter((entry) => !entry.withdrawn)
    assert.deepEqual(index.size, { total: plain.entries.size, withdrawn: plain.entries.size - shown.length })
  })
}

test('searches counted together find as many as each by itself, whatever is filtered and has changed', () => {
  const dice = random(31)
  const plain = new Plain()
  const index = MeasureIndex.build([], covers)
  for (let number = 0; number < 900; number += 1) change(dice, index, plain, 500)
  for (let round = 0; round < 300; round += 1) {
    change(dice, index, plain, 500)
    const { filters } = queryOf(dice, null)
    const wordings = Array.from({ length: dice(7) }, () => {
      const mode = one(dice, ['all', 'most'] as const)
      return { words: dice(8) === 0 ? [] : wordsOf(one(dice, queryWords)), mode }
    })
    const totals = wordings.map(({ words, mode }) => {
      const most = mode === 'most' && words.length > 0
      return plain.list({ words, most, filters, sort: 'updated', after: null, limit: 1 }).length
    })
    const found = index.counting(filters, (total, countOf) => [total, ...wordings.map(countOf)])
    const met = plain.list({ words: [], most: false, filters, sort: 'updated', after: null, limit: 1 }).length
    assert.deepEqual(found, [met, ...totals], JSON.stringify({ filters, wordings }))
  }
})

test('of each facet a value counts what a search with that value beside the other filters finds', () => {
  const dice = random(37)
  const plain = new Plain()
  const index = MeasureIndex.build([], covers)
  for (let number = 0; number < 900; number += 1) change(dice, index, plain, 500)
  let counted = 0
  for (let round = 0; round < 60; round += 1) {
    change(dice, index, plain, 500)
    const { filters } = queryOf(dice, null)
    const mode = one(dice, ['all', 'most'] as const)
    const words = dice(3) === 0 ? [] : wordsOf(one(dice, queryWords))
    const tallies = index.tallies({ words, mode }, filters, facetFilters)
    for (const [place, facet] of facetFilters.entries()) {
      const tally = tallies[place] ?? new Map<string, number>()
      for (const value of ['flanders', 'micro', 'company', 'grant', 'open', 'innovation', ...tally.keys()]) {
        const asked = {
          words,
          filters: { ...filters, [facet]: [value] },
          sort: 'updated',
          after: null,
          limit: 1,
        } as const
        const { total } = index.search({ ...asked, most: mode === 'most' && words.length > 0 })
        assert.equal(tally.get(value) ?? 0, total, JSON.stringify({ facet, value, filters, words, mode }))
        counted += total
      }
    }
  }
  assert.ok(counted > 1_000)
})

function titled(title: string): Entry['words'] {
  const none = { keywords: [], local_id: [], names: [], summary: [], called: [], description: [], conditions: [] }
  return { ...none, title: [title] }
}

test('a search by relevance shows as many rows as it counts, whatever longer words came under its beginnings', () => {
  const dice = random(41)
  const entries = Array.from({ length: 1_000 }, (_, number) => {
    return { ...entryOf(dice, `m:${number}`), withdrawn: false, words: titled(number % 2 === 0 ? 'Energie' : 'Andere') }
  })
  const index = MeasureIndex.build(entries, covers)
  const words = { ...titled('Nog iets'), description: ['energetische'] }
  put(index, { ...entryOf(dice, 'm:come'), withdrawn: false, words })
  for (const most of [false, true]) {
    for (const words of [['energ'], ['energie'], ['ener'], ['energ', 'ener']]) {
      const { ids, total } = index.search({ words, most, filters: {}, sort: 'relevance', after: null, limit: 2_000 })
      assert.ok(total >= 500, words.join(' '))
      assert.equal(ids.length, total, `${words.join(' ')} ${most}`)
    }
  }
})

test('what is staged is in no answer until it is shown, whatever is compacted, changed or taken out meanwhile', () => {
  const dice = random(23)
  const plain = new Plain()
  for (let number = 0; number < 300; number += 1) plain.entries.set(`m:${number}`, entryOf(dice, `m:${number}`))
  const index = MeasureIndex.build(plain.entries.values(), covers)
  for (let round = 0; round < 40; round += 1) {
    // Now and then more than the index has room for.
    const count = round % 10 === 9 ? 2_500 : dice(200)
    const entries = new Map<string, Entry>()
    while (entries.size < count) {
      const id = `m:${dice(3_000)}`
      entries.set(id, entryOf(dice, id))
    }
    finished(index.makeRoom(entries.size))
    const staged = [...entries.values()].map((entry) => index.stage(entry))
    if (dice(3) === 0) change(dice, index, plain, 3_000)
    if (dice(3) === 0) finished(compaction(index))
    for (let query = 0; query < 5; query += 1) assertSame(index, plain, queryOf(dice, null), 3)
    // Some are never shown: a change that was given up.
    if (dice(4) === 0) continue
    // A change meanwhile may have compacted, and left less room.
    finished(index.makeRoom(entries.size))
    for (const one of staged) index.show(one)
    for (const [id, entry] of entries) plain.entries.set(id, entry)
    for (let hidden = 0; hidden < 3; hidden += 1) {
      const id = `m:${dice(3_000)}`
      index.hide(id)
      plain.entries.delete(id)
    }
    for (let query = 0; query < 8; query += 1) assertSame(index, plain, queryOf(dice, null), 4)
  }
})

test('a changed index answers as one built afresh from the same measures, scores and positions included', () => {
  const dice = random(9)
  const plain = new Plain()
  const index = MeasureIndex.build([], covers)
  for (let number = 0; number < 1800; number += 1) change(dice, index, plain, 700)
  const fresh = MeasureIndex.build(plain.entries.values(), covers)
  for (let number = 0; number < 300; number += 1) {
    const query = queryOf(dice, null)
    assert.deepEqual(index.search(query), fresh.search(query))
    // Row by row too, so that the score of each is seen in its position.
    let after: Position | null = null
    for (let row = 0; row < query.limit; row += 1) {
      const asked: Query = { ...query, after, limit: 1 }
      const answer = index.search(asked)
      assert.deepEqual(answer, fresh.search(asked))
      if (answer.next === null) break
      after = answer.next
    }
  }
})

test('no row is lost or repeated between pages while measures come, change and go', () => {
  const dice = random(17)
  for (let round = 0; round < 150; round += 1) {
    const plain = new Plain()
    for (let number = 0; number < 120; number += 1) plain.entries.set(`m:${number}`, entryOf(dice, `m:${number}`))
    const index = MeasureIndex.build(plain.entries.values(), covers)
    const query = { ...queryOf(dice, null), limit: 1 + dice(12) }
    const before = plain.list(query)
    const touched = new Set<string>()
    const shown: string[] = []
    for (let after: Position | null = null; ; ) {
      const answer = index.search({ ...query, after })
      shown.push(...answer.ids)
      if (answer.next === null) break
      after = answer.next
      // Also the row that the position names goes, or changes, now and then.
      const id = dice(3) === 0 ? after.id : `m:${dice(160)}`
      touched.add(id)
      if (dice(2) === 0) index.hide(id)
      else put(index, entryOf(dice, id))
      if (dice(8) === 0) finished(compaction(index))
    }
    const untouched = shown.filter((id) => !touched.has(id))
    assert.deepEqual(
      untouched,
      before.map((entry) => entry.id).filter((id) => !touched.has(id)),
      JSON.stringify(query),
    )
  }
})
