/**
 * Signs that a text was decoded with the wrong character set, or written by a program that lost characters. Each pattern
 * is something that no Dutch, French, German or English text contains on purpose. A single hit proves little; a source
 * in which most records begin to have hits has changed its encoding.
 */
import { type LocalizedText, textsOf } from '../../values/localized-text.ts'

/** How the bytes 0x80 to 0xBF read in Latin-1 and in Windows-1252: what follows the first byte of a character of UTF-8. */
const continuation = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'

const signs: readonly RegExp[] = [
  // The replacement character, control characters (Latin-1 has some where Windows-1252 has quotes), halves of a pair.
  /\uFFFD|\p{Cs}|[^\P{Cc}\t\n\r]/u,
  // UTF-8 that was read as Latin-1 or Windows-1252: "Ã©", "â€™".
  new RegExp(`[ÂÃÄÅ]${continuation}|â[\\u0080\\u0082€‚]${continuation}`, 'u'),
  // The same read as a character set of DOS ("├®") or of the early Macintosh ("√©").
  /\p{L}[\u2500-\u259F]|[\u2500-\u259F]\p{L}|√[©®†°¢ß™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩ]/u,
  // Latin-1 that was read as Cyrillic or Greek: one word in two alphabets.
  /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Greek}\p{Script=Latin}/u,
  // A letter that was replaced by a question mark ("d?veloppement"); "page?id=1" in an address is none.
  /\p{L}\?{1,2}\p{L}(?![\w-]*=)/u,
  // Markup that was not decoded: "&eacute;", "&#233;", "=C3=A9".
  /&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8}\d{0,2});|(?:=[\dA-F]{2}){2}/iu,
]

/** Whether a text shows a sign of a wrong encoding. */
export function isBroken(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}

/** Whether any language of any of the texts does. */
export function areBroken(texts: readonly (LocalizedText | null)[]): boolean {
  return texts.some((text) => textsOf(text).some(isBroken))
}
