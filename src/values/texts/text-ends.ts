/**
 * Texts without what stands at their ends. A pattern that looks for a run up to the end (`\s+$`) looks from each place of a long run
 * again, so the time that it takes grows with the square of the text. These take as long as the text is.
 */

/** The text without the characters at its end that `isTaken` matches, one by one. */
export function withoutAtEnd(text: string, isTaken: RegExp): string {
  let end = text.length
  while (end > 0 && isTaken.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The same at both ends. */
export function withoutAtEnds(text: string, isTaken: RegExp): string {
  const kept = withoutAtEnd(text, isTaken)
  let start = 0
  while (start < kept.length && isTaken.test(kept.charAt(start))) start += 1
  return kept.slice(start)
}

/** The text up to the first of these; all of it where there is none. */
export function upTo(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at === -1 ? text : text.slice(0, at)
}
