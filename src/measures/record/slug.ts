/** The readable name of a measure in paths: given once, from its title, and never changed (contract 2). */
import type { LocalizedText } from '../../values/localized-text.ts'
import { textIn } from '../../values/localized-text.ts'

export const slugMax = 80

/** For a title without a single letter or digit of ours, e.g. in another script. */
const slugOfNothing = 'measure'

/** Letters that are no plain letter with a mark on it. */
const spelt: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * The slug that a title asks for: of the English title, else the first there is; lower-case ASCII letters and digits
 * with single hyphens, at most `slugMax`, cut at the end of a word where a word ends within it.
 */
export function slugOf(title: LocalizedText): string {
  const words = (textIn(title, 'en') ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // An apostrophe joins: `l'énergie` is two words, `company's` one, and neither leaves a stray letter at the end.
    .replace(/(\p{L})['’]s\b/gu, '$1s')
    .replace(/[œæßøłđðþı]/gu, (letter) => spelt[letter] ?? '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return cut(words.join('-'), slugMax) || slugOfNothing
}

/** The first of `base`, `base-2`, `base-3` ... that is not taken, within `slugMax`. */
export function nextSlug(base: string, taken: (slug: string) => boolean): string {
  let slug = base
  // Ends: every number gives another slug, and only so many can be taken.
  for (let number = 2; taken(slug); number += 1) {
    const ending = `-${number}`
    slug = cut(base, slugMax - ending.length) + ending
  }
  return slug
}

/** The longest beginning of whole words within `max` characters; a first word that is longer is cut itself. */
function cut(slug: string, max: number): string {
  if (slug.length <= max) return slug
  const end = slug.lastIndexOf('-', max)
  return end > 0 ? slug.slice(0, end) : slug.slice(0, max)
}
