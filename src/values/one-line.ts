/** Texts that others wrote, as one line of a terminal or a log. */

/** A space for control characters that stand together: what was written moves no cursor and ends no line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
