/**
 * A synthetic catalogue, the same on every machine: texts in three languages with words as frequent as real ones are
 * (Zipf, function words, accents), about 110 different words a measure, facets as unevenly filled as the real ones.
 */
import type { Entry } from '../../src/measures/finding/query.ts'
import type { Cover } from '../../src/search/query.ts'
import {
  companySizes,
  governmentLevels,
  instrumentTypes,
  type Language,
  languages,
  regions,
  scopes,
  statuses,
  topics,
} from '../../src/values/vocabularies.ts'

export type Dice = { below: (limit: number) => number; share: () => number }

const wordsALanguage = 20_000
const dayMs = 86_400_000
/** The instant at which the catalogue is looked at. */
export const now = Date.UTC(2027, 2, 1)

/** mulberry32: the same numbers for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed | 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { share, below: (limit) => Math.floor(share() * limit) }
}

const functionWords: Record<Language, string> = {
  nl: 'de van het een voor en in op met te die dat is zijn aan bij uw door naar of om tot wordt niet ook als over worden kan deze',
  fr: "de la le et les des en un une du pour dans au aux par sur est que qui ou avec sont l'aide d'une votre vos ne pas plus ce cette",
  en: 'the of and to a in for is on that by with be as or your from are this an at it which can will must not have their only',
}
const syllables: Record<Language, string> = {
  nl: 'ver be ge sub in on der ste aan voor werk zon ning heid ing lijk aar maat tie ën ieel baar schap zaam kun ste bouw land water mee kop duur',
  fr: 'é ré pré sub in con dé tion ment age ité eur ique ance ure oir é ié è re ble ta ré sou mé nér bâ ti fi nan œu cha né gie so ci',
  en: 'pre re sub in con de tion ment age ity er ic ance ure ing ed ble ta ser mi ner bil fi nan sup por ter gy so ci wat en ex pro per for',
}

/** The words of each language, the most frequent first. A fifth of them begin alike in all three, as real ones do. */
function vocabularyOf(language: Language): string[] {
  const dice = diceOf(languages.indexOf(language) + 71)
  const common = diceOf(5)
  const own = syllables[language].split(' ')
  const shared = syllables.en.split(' ')
  const words = new Set(functionWords[language].split(' '))
  while (words.size < wordsALanguage) {
    const length = 2 + dice.below(4)
    const isShared = common.below(5) === 0
    const stem = Array.from({ length: 2 }, () => shared[common.below(shared.length)] ?? '').join('')
    const rest = Array.from({ length }, () => own[dice.below(own.length)] ?? '').join('')
    const text = isShared ? stem + rest : rest
    words.add(dice.below(30) === 0 ? `${text}${dice.below(100)}` : text)
  }
  return [...words]
}

let vocabularies: Record<Language, string[]> | null = null
const zipf = zipfShares(wordsALanguage)

/** Cumulated shares of the ranks. */
function zipfShares(count: number): Float64Array {
  const shares = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 2.7) ** 1.05
    shares[rank] = sum
  }
  return shares.map((share) => share / sum)
}

function zipfRank(dice: Dice): number {
  const share = dice.share()
  let low = 0
  let high = zipf.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((zipf[middle] ?? 0) < share) low = middle + 1
    else high = middle
  }
  return low
}

function phrase(dice: Dice, vocabulary: readonly string[], length: number): string {
  const words = Array.from({ length }, () => vocabulary[zipfRank(dice)] ?? '')
  const [first = ''] = words
  words[0] = first.charAt(0).toUpperCase() + first.slice(1)
  return words.join(' ')
}

/** One of many, the first much oftener than the last. */
function skewed<Value>(dice: Dice, values: readonly Value[]): Value {
  return values[Math.floor(dice.share() ** 2.5 * values.length)] as Value
}

function several<Value>(dice: Dice, values: readonly Value[], most: number): Value[] {
  const taken = new Set<Value>()
  for (let count = 1 + dice.below(most); count > 0; count -= 1) taken.add(skewed(dice, values))
  return [...taken]
}

const sources = Array.from({ length: 14 }, (_, number) => `source-${number}`)
const issuers = Array.from({ length: 400 }, (_, number) => `issuer-${number}`)
const programmes = Array.from({ length: 24 }, (_, number) => `PROGRAMME${number}`)
export const naceCodes = Array.from({ length: 600 }, (_, number) => {
  const division = String(1 + (number % 96)).padStart(2, '0')
  return number < 96 ? division : `${division}${number % 7}${number < 400 ? '' : number % 9}`
})

export function idOf(number: number): string {
  return `bench:${String(number).padStart(7, '0')}`
}

/** Measure `number` of the catalogue; the next `edition` of it is the same measure changed. */
export function entryOf(number: number, edition = 0): Entry {
  vocabularies ??= { nl: vocabularyOf('nl'), fr: vocabularyOf('fr'), en: vocabularyOf('en') }
  const dice = diceOf(number * 2654435761 + edition * 97 + 13)
  const texts = languages.map((language) => {
    const vocabulary = vocabularies?.[language] ?? []
    return {
      title: phrase(dice, vocabulary, 5 + dice.below(5)),
      text: [phrase(dice, vocabulary, 14), phrase(dice, vocabulary, 26)],
    }
  })
  const isTranslated = dice.below(10) > 2
  const [nl, fr, en] = texts.map(({ title }) => (isTranslated ? title : (texts[number % 3]?.title ?? title)))
  const isOpen = dice.below(100) < 45
  return {
    id: idOf(number),
    regions: dice.below(10) < 4 ? [] : several(dice, regions, 2),
    scope: skewed(dice, scopes.toReversed()),
    government_level: skewed(dice, governmentLevels),
    topics: several(dice, topics, 4),
    company_sizes: dice.below(10) < 6 ? [] : several(dice, companySizes, 3),
    applicant_types: [],
    instrument_type: skewed(dice, instrumentTypes),
    status: isOpen ? 'open' : skewed(dice, statuses.toReversed()),
    source_id: skewed(dice, sources),
    issuer_id: skewed(dice, issuers),
    programme: dice.below(7) === 0 ? skewed(dice, programmes) : null,
    nace: {
      include: dice.below(4) === 0 ? several(dice, naceCodes, 5) : [],
      exclude: dice.below(30) === 0 ? several(dice, naceCodes, 2) : [],
      version: dice.below(2) === 0 ? 2025 : 2008,
      rules: [],
    },
    withdrawn: dice.below(12) === 0,
    opens_at: null,
    has_further_deadlines: false,
    // Deadlines are days, and many fall together at the ends of months.
    closes_at:
      dice.below(100) < 45 ? null : now + (dice.below(3) === 0 ? 30 * dice.below(18) : dice.below(900) - 360) * dayMs,
    updated_at: now - dice.below(400) * dayMs - (dice.below(2) === 0 ? 0 : dice.below(dayMs)),
    titles: { nl: nl ?? '', fr: fr ?? '', en: en ?? '' },
    recurs: number % 4 === 0,
    places: [],
    words: {
      title: isTranslated ? texts.map(({ title }) => title) : [texts[number % 3]?.title ?? ''],
      keywords: [],
      local_id: [idOf(number)],
      names: [],
      summary: texts.map(({ text: [summary = ''] }) => summary),
      called: [],
      description: texts.map(({ text: [, description = ''] }) => description),
      conditions: [],
    },
  }
}

/** The words of a measure as peers that know two fields are given them. */
export function titleAndText({ words }: Entry): { title: readonly string[]; text: readonly string[] } {
  return { title: words.title, text: [...words.summary, ...words.description, ...words.local_id] }
}

export function* entriesOf(count: number): Generator<Entry> {
  for (let number = 0; number < count; number += 1) yield entryOf(number)
}

export function covers(listed: readonly string[], asked: string): Cover {
  return listed.some((code) => asked.startsWith(code)) ? 'covered' : 'outside'
}
