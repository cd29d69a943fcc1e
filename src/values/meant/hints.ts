/**
 * What a refusal says beside what is wrong: what may have been meant, and what there is instead. English, as messages are.
 * Made where something is refused and nowhere else; what it costs is bounded by `nearest.ts`.
 */
import * as labels from '../labels.ts'
import { type Language, languages } from '../vocabularies.ts'
import { foldedWord, nearest, nearestOf } from './nearest.ts'
import { otherNames } from './other-names.ts'

const tables: Readonly<Record<string, Readonly<Record<string, labels.Label>>>> = { ...labels }

/** Tags of languages as browsers and frameworks give them. */
const languageTags: Readonly<Record<Language, readonly string[]>> = {
  nl: ['nl-BE', 'nl-NL'],
  fr: ['fr-BE', 'fr-FR'],
  en: ['en-GB', 'en-US'],
}

const idsByWord: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>()
  const note = (text: string, id: string): void => {
    const word = foldedWord(text)
    found.set(word, (found.get(word) ?? new Set<string>()).add(id))
  }
  for (const table of Object.values(tables)) {
    for (const [id, label] of Object.entries(table)) for (const language of languages) note(label[language], id)
  }
  for (const [id, tags] of Object.entries(languageTags)) for (const tag of tags) note(tag, id)
  return found
})()

const nobody: ReadonlySet<string> = new Set()

/** The ids that are called so in nl, fr or en, of whatever vocabulary; case and accents do not count. */
function membersCalled(text: string): ReadonlySet<string> {
  return idsByWord.get(foldedWord(text)) ?? nobody
}

const shownMax = 60
/** Known words that are listed: more than any vocabulary has. */
const listedMax = 60

/** A caller's text as messages show it: quoted, and cut where it is long. */
export function quoted(given: string): string {
  return visible(JSON.stringify(shortened(given)))
}

/** Cut where it is long. */
export function shortened(given: string): string {
  return given.length > shownMax ? `${given.slice(0, shownMax)}...` : given
}

/** What has no shape, or turns the writing round, by its number: a message is read in logs and terminals too. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** ` Did you mean this or that?`, with a space before it; nothing where nothing is meant. */
export function didYouMean(meant: readonly string[]): string {
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`
}

/** Words after one another, with commas, those that may be meant first. */
export function listed(known: readonly string[], first: readonly string[] = []): string {
  const all = [...first, ...known.filter((word) => !first.includes(word))]
  return `${all.slice(0, listedMax).join(', ')}${all.length > listedMax ? ' ...' : ''}`
}

/** The members of a vocabulary that a word may mean: by how it is spelt, or by what the member is called in nl, fr or en. */
export function membersMeant(given: string, vocabulary: readonly string[]): string[] {
  const near = nearest(given, vocabulary)
  if (near.length > 0 || given.length > shownMax) return near
  const called = membersCalled(given)
  return vocabulary.filter((member) => called.has(member))
}

/** What is told of a value outside its vocabulary; it goes on behind the name of the place. */
export function notAMember(given: string, vocabulary: readonly string[]): string {
  const meant = membersMeant(given, vocabulary)
  return `does not know ${quoted(given)}.${didYouMean(meant)} It takes: ${listed(vocabulary, meant)}.`
}

/** The names of parameters or properties that one which is not known may stand for. */
export function namesMeant(given: string, known: readonly string[]): string[] {
  return nearestOf(
    given,
    known.flatMap((name) => spellingsOf(name).map((spelling) => [spelling, name] as const)),
  )
}

/** Whether it is that name, or another for the same, however it is written. */
export function isCalled(given: string, name: string): boolean {
  const word = foldedWord(given.slice(0, shownMax))
  return word !== '' && spellingsOf(name).some((spelling) => foldedWord(spelling) === word)
}

const keyNames = new Set(['apikey', 'key', 'token', 'accesstoken', 'xapikey', 'authorization', 'bearer', 'secret'])

/** Whether a parameter or property of that name is meant to carry the caller's key. */
export function isKeyName(name: string): boolean {
  return keyNames.has(foldedWord(name.slice(0, shownMax)))
}

/** Told where it is. */
export const keyBelongs = 'A key is sent in a header: Authorization: Bearer <API_KEY>'

function spellingsOf(name: string): string[] {
  return [name, ...(Object.hasOwn(otherNames, name) ? (otherNames[name] ?? []) : [])]
}

/** A source, and how the ids of its measures begin. */
export type SourceName = { id: string; prefix: string }

/** What there is in the place of a source that there is not, with a space before it. */
export function sourcesInstead(given: string, known: readonly SourceName[]): string {
  const spellings = known.flatMap(({ id, prefix }) => [[id, id] as const, [prefix, id] as const])
  const meant = nearestOf(given, spellings)
  const ids = known.map(({ id }) => id)
  return `${didYouMean(meant)}${ids.length === 0 ? '' : ` There is: ${listed(ids, meant)}.`}`
}
