/** A word that no entry has as others that entries have: people write together, in Dutch and German, what texts write apart. */

/** A shorter part is as likely a syllable. */
const partLettersMin = 3
const partsMost = 3
/** What joins the parts of a compound, and is in neither. */
const links = ['', 's', 'n', 'en', 'e'] as const
/** Longer words are looked at in vain: each place in them would be tried. */
const lettersMost = 40

/**
 * The known words that it is made of: two, or else three, of several ways the one whose shortest part is the longest; null
 * where there is none.
 */
export function partsOf(word: string, isKnown: (part: string) => boolean): string[] | null {
  if (word.length > lettersMost) return null
  for (let count = 2; count <= partsMost; count += 1) {
    const parts = takenApart(word, count, isKnown)
    if (parts !== null) return parts
  }
  return null
}

function takenApart(word: string, count: number, isKnown: (part: string) => boolean): string[] | null {
  if (count === 1) return isKnown(word) ? [word] : null
  let best: string[] | null = null
  for (let at = partLettersMin; at <= word.length - partLettersMin; at += 1) {
    for (const link of links) {
      const head = word.slice(0, at - link.length)
      if (head.length < partLettersMin || !word.startsWith(link, at - link.length) || !isKnown(head)) continue
      const rest = takenApart(word.slice(at), count - 1, isKnown)
      if (rest !== null && (best === null || shortest([head, ...rest]) > shortest(best))) best = [head, ...rest]
    }
  }
  return best
}

function shortest(parts: readonly string[]): number {
  return Math.min(...parts.map(({ length }) => length))
}
