/**
 * What may be meant by a word that is not known: the known words a few letters away (Damerau and Levenshtein: a letter
 * wrong, missing, too many, or two in each other's place), where case, accents and what stands between words do not
 * count, so that `companySize` is `company_size`. Asked where something is refused, and nowhere else.
 */

/** A longer word is no slip of any: what asking costs is bounded by this and by how many words are known. */
const charactersMax = 80
/** Of this many letters of the longer word one may be wrong. */
const lettersAnEdit = 3
const editsMost = 3
/** Words that are equally near; more than a few are no help. */
const namesMax = 3

/** Letters and digits alone, in lower case and without accents. */
export function foldedWord(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** A known word, as it is compared; `name` is what it stands for. */
export type Spelling = { word: string; name: string }

/** The words as `nearestAmong` takes them: made ready once where the same are asked for again and again. */
export function spellingsOf(known: Iterable<string>): Spelling[] {
  return Array.from(known, (name) => ({ word: foldedWord(name), name }))
}

/** The known words that are nearest to the given one, in their order; none where none is near. */
export function nearest(given: string, known: Iterable<string>): string[] {
  return nearestAmong(given, spellingsOf(known))
}

/** The same of things with several spellings: the names of those that one spelling of is nearest. */
export function nearestOf(given: string, spellings: Iterable<readonly [spelling: string, name: string]>): string[] {
  return nearestAmong(
    given,
    Array.from(spellings, ([spelling, name]) => ({ word: foldedWord(spelling.slice(0, charactersMax + 1)), name })),
  )
}

export function nearestAmong(given: string, spellings: readonly Spelling[]): string[] {
  const word = given.length > charactersMax ? '' : foldedWord(given)
  if (word === '') return []
  let found: string[] = []
  let least = editsMost
  for (const { word: other, name } of spellings) {
    const bound = Math.min(least, Math.floor(Math.max(word.length, other.length) / lettersAnEdit))
    const edits = editsBetween(word, other, bound)
    if (edits === null) continue
    if (edits < least) found = []
    least = edits
    if (!found.includes(name)) found.push(name)
  }
  return found.length > namesMax ? [] : found
}

/** How many edits lead from one word to the other; null where there are more than `max`. */
export function editsBetween(left: string, right: string, max: number): number | null {
  if (Math.abs(left.length - right.length) > max) return null
  if (left === right) return 0
  // Rows of the table of all beginnings; only what lies within `max` of the diagonal can count.
  let [before, row] = [[] as number[], Array.from({ length: right.length + 1 }, (_, place) => place)]
  for (let at = 1; at <= left.length; at += 1) {
    const next = new Array<number>(right.length + 1).fill(max + 1)
    next[0] = at
    let least = at
    const to = Math.min(right.length, at + max)
    for (let place = Math.max(1, at - max); place <= to; place += 1) {
      const isSame = left[at - 1] === right[place - 1]
      const cost = isSame ? 0 : 1
      let edits = Math.min(upTo(row[place]) + 1, upTo(next[place - 1]) + 1, upTo(row[place - 1]) + cost)
      if (at > 1 && place > 1 && left[at - 1] === right[place - 2] && left[at - 2] === right[place - 1]) {
        edits = Math.min(edits, upTo(before[place - 2]) + 1)
      }
      next[place] = edits
      if (edits < least) least = edits
    }
    if (least > max) return null
    before = row
    row = next
  }
  const edits = upTo(row[right.length])
  return edits > max ? null : edits
}

const upTo = (edits: number | undefined): number => edits ?? Number.POSITIVE_INFINITY
