/**
 * What the last words of a text may be on the way to: a purpose, a trade or a place. Each completion is the whole text as it
 * then reads, with what stands before those words as it was typed.
 */
import { nameWordsMost } from '../../situations/dictionary.ts'
import { typedWords } from '../../situations/typed-words.ts'
import { byCodePoint } from '../../values/ids.ts'
import type { Language } from '../../values/vocabularies.ts'
import { lettersMin, type NameBegun, type Named, namesBegunBy } from './names-begun.ts'

export type Completion = {
  named: Named
  /** The whole text with the name in it. */
  text: string
  /** How many of the typed words the name takes up. */
  wordCount: number
}

/** Where several kinds are as near, one of each comes in turn. */
const kindsInTurn: readonly Named['kind'][] = ['purpose', 'place', 'activity']

/** So many completions of more words leave no room for those of fewer. */
const enough = 3

type Candidate = Completion & { tier: number; turn: number }

/**
 * At most `most` completions, each subject once. First come those that take up more words; then names that begin so before
 * those that have it in their middle, and both in the page's language before others; then the main names, the shortest first.
 */
export function completionsOf(
  q: string,
  language: Language,
  { most, codePointsMost }: { most: number; codePointsMost: number },
): Completion[] {
  const words = typedWords(q)
  const isLastWhole = (words.at(-1)?.end ?? 0) < q.length
  const seen = new Set<unknown>()
  const candidates: Candidate[] = []
  for (
    let wordCount = Math.min(nameWordsMost, words.length);
    wordCount > 0 && candidates.length < enough;
    wordCount -= 1
  ) {
    const tail = words.slice(-wordCount)
    const folded = tail.map((word) => word.folded).join(' ') + (isLastWhole ? ' ' : '')
    const start = tail[0]?.start ?? 0
    if (!beginsAt(q, start) || folded.trim().length < lettersMin) continue
    const head = q.slice(0, start)
    for (const { begun, tier } of nearestOfEach(namesBegunBy(folded), folded, language)) {
      const { named } = begun
      const text = head + named.name
      // What is typed to its end has nothing to complete, by no other name of it either.
      const isNew = !seen.has(named.of)
      seen.add(named.of)
      if (!isNew || isTyped(begun, folded) || isLonger(text, codePointsMost)) continue
      candidates.push({ named, text, wordCount, tier, turn: 0 })
    }
  }
  return onceEach(inTurns(candidates)).slice(0, most)
}

function isLonger(text: string, codePoints: number): boolean {
  return text.length > codePoints && [...text].length > codePoints
}

/** Whether the name is there from its first word to its end. */
function isTyped({ key, isFirst }: NameBegun, folded: string): boolean {
  return isFirst && key === folded
}

/** A word behind a hyphen is a part of a word. */
function beginsAt(q: string, start: number): boolean {
  return start === 0 || !/[-\u2010\u2011]/.test(q.charAt(start - 1))
}

/** A word may name a purpose and a trade: who completes it has not said which. */
function onceEach(completions: readonly Completion[]): Completion[] {
  const texts = new Set<string>()
  return completions.filter(({ text }) => {
    const isNew = !texts.has(text)
    texts.add(text)
    return isNew
  })
}

type Ranked = { begun: NameBegun; tier: number }

/** Of each subject the nearest name, the nearest subjects first. */
function nearestOfEach(names: readonly NameBegun[], folded: string, language: Language): Ranked[] {
  const nearest = new Map<unknown, Ranked>()
  for (const begun of names) {
    const tier = tierOf(begun, folded, language)
    const other = nearest.get(begun.named.of)
    if (other === undefined || tier < other.tier || (tier === other.tier && compareNames(begun, other.begun) < 0))
      nearest.set(begun.named.of, { begun, tier })
  }
  return [...nearest.values()].sort((left, right) => left.tier - right.tier || compareNames(left.begun, right.begun))
}

function compareNames({ named: left }: NameBegun, { named: right }: NameBegun): number {
  return left.order - right.order || byCodePoint(left.name, right.name)
}

/** A name of the language that is typed to its end is the nearest of all. */
function tierOf(begun: NameBegun, folded: string, language: Language): number {
  const isOwn = begun.named.ownIn.includes(language)
  if (isOwn && isTyped(begun, folded)) return 0
  return 1 + (isOwn ? 0 : 2) + (begun.isFirst ? 0 : 1)
}

function inTurns(candidates: readonly Candidate[]): Candidate[] {
  const counted = new Map<string, number>()
  const numbered = candidates.map((one) => {
    const group = `${one.wordCount} ${one.tier} ${one.named.kind}`
    const turn = counted.get(group) ?? 0
    counted.set(group, turn + 1)
    return { ...one, turn }
  })
  const kindOf = ({ named }: Candidate): number => kindsInTurn.indexOf(named.kind)
  return numbered.sort(
    (left, right) =>
      right.wordCount - left.wordCount ||
      left.tier - right.tier ||
      left.turn - right.turn ||
      kindOf(left) - kindOf(right),
  )
}
