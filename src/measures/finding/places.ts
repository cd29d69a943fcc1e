/**
 * Where a measure is for, and which places a search names: what is asked for in Ghent is mostly a measure of Flanders, and no
 * text of it says Ghent. Names of regions, provinces and municipalities, in nl, fr, de and en. It decides the order of
 * relevance only, never what is found.
 */
import { authorityPlaces } from '../../reference/authorities.ts'
import { wordsOf } from '../../search/words/words.ts'
import { namedPlaces } from '../../situations/named-places.ts'
import type { ResolvedRecord } from '../record/record.ts'

/** What is for the whole country, or for more. */
const everywhere = 'everywhere'

/** The words of a name; where a measure is for that is for there, and where one is for that is for there too. */
type Name = { words: readonly string[]; near: readonly string[]; far: readonly string[] }
const none: PlaceWord[] = []
/** By the first word of each. */
const names = new Map<string, Name[]>()

/** A word of a search that names a place (see `Name`). */
export type PlaceWord = { word: string; near: readonly string[]; far: readonly string[] }

/** Where it is for: municipalities by NIS code, else provinces, else regions, else everywhere; none where nobody knows. */
export function placesOf(record: ResolvedRecord): string[] {
  const { municipalities: local, provinces: inProvinces, regions: inRegions, scope } = record
  if (local.length > 0) return [...local]
  if (inProvinces.length > 0) return [...inProvinces]
  if (inRegions.length > 0) return [...inRegions]
  if (scope === 'national' || scope === 'eu') return [everywhere]
  // A measure of a region or a province that asks for no seat there is still one of it.
  return scope === 'regional' || scope === 'provincial' ? [...authorityPlaces(record.issuer.id)] : []
}

/** The words that name places, each with all the places that it may stand for; of a name of several words each. */
export function placeWordsIn(words: readonly string[]): PlaceWord[] {
  // Nearly all searches name none.
  if (!words.some((word) => names.has(word))) return none
  const named = new Map<string, { near: Set<string>; far: Set<string> }>()
  for (let at = 0; at < words.length; at += 1) {
    for (const name of names.get(words[at] ?? '') ?? []) {
      if (name.words.some((word, place) => words[at + place] !== word)) continue
      for (const word of name.words) {
        const known = named.get(word) ?? { near: new Set(), far: new Set() }
        for (const place of name.near) known.near.add(place)
        for (const place of name.far) known.far.add(place)
        named.set(word, known)
      }
    }
  }
  return [...named].map(([word, { near, far }]) => ({ word, near: [...near], far: [...far] }))
}

for (const [text, { near, around, isWord }] of namedPlaces()) {
  const words = wordsOf(text)
  const [first] = words
  // Who types a name that is another word too mostly means that.
  if (first === undefined || isWord) continue
  const others = names.get(first) ?? []
  others.push({ words, near, far: [everywhere, ...around] })
  names.set(first, others)
}
