/**
 * The names of purposes, trades and places by the beginnings of their words: `isol` begins `isolatie` and `huis isoleren`. Names
 * are folded once, when the first is asked for. They lie in rooms by their first two letters, and a room is sorted when it is first
 * asked, since sorting all of them at once would make every start longer.
 */
import { municipality } from '../../reference/geography.ts'
import { type Purpose, purposes } from '../../reference/purposes.ts'
import { type Trade, trades } from '../../reference/trades.ts'
import { firstPlace } from '../../search/sets/halving.ts'
import { queryWordsOf } from '../../search/words/joined/query-words.ts'
import { counts } from '../../situations/dictionary.ts'
import { type NamedPlace, namedPlaces } from '../../situations/named-places.ts'
import { byCodePoint } from '../../values/ids.ts'
import { languages, type TextLanguage, textLanguages } from '../../values/vocabularies.ts'

type NameOf =
  | { kind: 'purpose'; language: TextLanguage; subject: Purpose }
  | { kind: 'activity'; language: TextLanguage; subject: Trade }
  | { kind: 'place'; language: null; subject: NamedPlace }

export type Named = NameOf & {
  name: string
  /** Alike for all names of one subject. */
  of: unknown
  /** The languages whose name it is. */
  ownIn: readonly TextLanguage[]
  /** The lower the better: what is named, then how short the name is. */
  order: number
}

/** A name from one of its words on. */
export type NameBegun = {
  /** The folded words from there on. */
  key: string
  named: Named
  /** Whether it is the first word of the name. */
  isFirst: boolean
}

/** Fewer letters begin so many names that none of them says anything. */
export const lettersMin = 2
/** More than the letters of any name. */
const lettersOfRank = 1_000

type Room = { names: NameBegun[]; isSorted: boolean }

let made: Map<string, Room> | null = null

/** All names by how they begin; made when one is first asked for. */
function rooms(): Map<string, Room> {
  if (made !== null) return made
  made = new Map()
  for (const one of allNames()) {
    const words = queryWordsOf(one.name)
    let key = words.join(' ')
    for (const [place, word] of words.entries()) {
      if (key.length >= lettersMin && (place === 0 || counts(word)))
        put(made, { key, named: one, isFirst: place === 0 })
      key = key.slice(word.length + 1)
    }
  }
  return made
}

function put(into: Map<string, Room>, begun: NameBegun): void {
  const letters = begun.key.slice(0, lettersMin)
  const room = into.get(letters)
  if (room === undefined) into.set(letters, { names: [begun], isSorted: false })
  else room.names.push(begun)
}

function* allNames(): Generator<Named> {
  for (const language of textLanguages) {
    for (const subject of purposes())
      for (const [place, name] of subject.names[language].entries())
        yield named(
          name,
          { kind: 'purpose', language, subject },
          { of: subject, ownIn: [language], rank: rankAt(place) },
        )
    for (const subject of trades())
      for (const [place, name] of subject.names[language].entries())
        yield named(
          name,
          { kind: 'activity', language, subject },
          { of: subject, ownIn: [language], rank: rankAt(place) },
        )
  }
  for (const [name, subject] of namedPlaces()) {
    // A place has as many objects as names.
    const of = `${subject.id} ${subject.label.nl}`
    const ownIn = languages.filter((language) => subject.label[language].startsWith(name))
    yield named(name, { kind: 'place', language: null, subject }, { of, ownIn, rank: rankOfPlace(name, subject) })
  }
}

type Place = Pick<Named, 'of' | 'ownIn'> & { rank: number }

function named(name: string, nameOf: NameOf, { of, ownIn, rank }: Place): Named {
  return { ...nameOf, name, of, ownIn, order: rank * lettersOfRank + Math.min(name.length, lettersOfRank - 1) }
}

/** The first name of a purpose or trade is what it is called; the others mean the same. */
function rankAt(place: number): number {
  return place === 0 ? 0 : 1
}

/**
 * Regions and provinces go first, then municipalities, then their parts; what is a word of a language too goes behind its like, and
 * other words for regions and provinces (`Vlaams`) go last.
 */
function rankOfPlace(name: string, { id, near, label, isWord }: NamedPlace): number {
  const own = municipality(id)
  if (own === null) return Object.values(label).includes(name) ? 0 : 5
  const isPart = near.length === 1 && ![own.name.nl, own.name.fr, own.name.de].includes(name)
  return (isPart ? 2 : 1) + (isWord ? 2 : 0)
}

/** Every name of which a word, with those behind it, begins with the folded text; none for fewer than two letters. */
export function namesBegunBy(folded: string): readonly NameBegun[] {
  const room = folded.length < lettersMin ? undefined : rooms().get(folded.slice(0, lettersMin))
  if (room === undefined) return []
  const { names } = room
  if (!room.isSorted) names.sort((left, right) => byCodePoint(left.key, right.key))
  room.isSorted = true
  const keyAt = (place: number): string => names[place]?.key ?? ''
  const from = firstPlace(0, names.length, (place) => byCodePoint(keyAt(place), folded) < 0)
  return names.slice(
    from,
    firstPlace(from, names.length, (place) => keyAt(place).startsWith(folded)),
  )
}
