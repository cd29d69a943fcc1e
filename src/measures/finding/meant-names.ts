/**
 * Which measure may be meant by an id or slug that none has. First the ways in which names are sent otherwise than they are
 * (another case, without the prefix, with another mark between), then every name one letter away is asked for, as searches do
 * for words (`search/words/likeness.ts`). So nothing is kept for it, and it costs the same in a catalogue of any size.
 */
import { nearest } from '../../values/meant/nearest.ts'

/** A longer name is no slip of any. */
const charactersMax = 80
/** Letters of a name times those that each of them may be wrong for, or go before: of more a slip is not sought. */
const lettersTriedMax = 3_000
/** Names are tried with the prefixes of this many sources. */
const prefixesMax = 50
const meantMax = 3
const slugLetters = 'abcdefghijklmnopqrstuvwxyz0123456789-'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const idMarks = '._:'
const nameForm = /^[\w.:-]+$/

/**
 * The names that may be meant, the nearest first. `isName`: whether a measure has that id or slug. `prefixes`: those that
 * the ids of sources have.
 */
export function meantNames(given: string, isName: (name: string) => boolean, prefixes: readonly string[]): string[] {
  if (given.length > charactersMax) return []
  const text = given.trim().replace(/[\s_]+/g, '-')
  const respelt = new Set([given.trim(), text].flatMap((one) => respellings(one, prefixes.slice(0, prefixesMax))))
  for (const names of [respelt, nameForm.test(text) ? aLetterAway(text) : []]) {
    const found = known(names, isName)
    const near = nearest(given, found)
    if (found.length > 0) return near.length > 0 ? near : found
  }
  return []
}

function known(names: Iterable<string>, isName: (name: string) => boolean): string[] {
  const found = new Set<string>()
  for (const name of names) {
    if (isName(name)) found.add(name)
    if (found.size === meantMax) break
  }
  return [...found]
}

function respellings(text: string, prefixes: readonly string[]): string[] {
  const lower = text.toLowerCase()
  const local = text.slice(text.indexOf(':') + 1)
  const locals = new Set([local, local.toLowerCase(), local.toUpperCase()])
  const own = prefixes.flatMap((prefix) => {
    // `vl-premium` and `vl/premium` for `vl:premium`.
    const isJoined = lower.startsWith(prefix.toLowerCase()) && /[^a-z0-9]/.test(lower.charAt(prefix.length))
    return [...locals, ...(isJoined ? [text.slice(prefix.length + 1)] : [])].map((one) => `${prefix}:${one}`)
  })
  return [text, lower, ...locals, ...own]
}

/** Every name with two letters in each other's place, one letter too few, wrong, or too many. */
function* aLetterAway(text: string): Generator<string> {
  const letters = `${slugLetters}${/[._:]/.test(text) ? idMarks : ''}${/[A-Z]/.test(text) ? capitals : ''}`
  if (text.length * letters.length > lettersTriedMax) return
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)]
    if (at < text.length - 1) yield `${before}${text.charAt(at + 1)}${text.charAt(at)}${text.slice(at + 2)}`
    if (at < text.length) yield `${before}${after}`
    for (const letter of letters) {
      if (at < text.length) yield `${before}${letter}${after}`
      yield `${before}${letter}${text.slice(at)}`
    }
  }
}
