/** Identifiers: which kinds there are, what a measure's looks like, and the order that ids are put in. */

/** What an id says first of what it names: contract 2, and what the dashboard adds (deeds, sessions, mails, searches, pages of requests). */
export type IdPrefix =
  | 'req'
  | 'acc'
  | 'key'
  | 'wl'
  | 'wh'
  | 'whd'
  | 'chg'
  | 'run'
  | 'rec'
  | 'aud'
  | 'ses'
  | 'mail'
  | 'srch'
  | 'page'

const measureIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]*:[A-Za-z0-9][A-Za-z0-9._-]*$/

export function isMeasureId(text: string): boolean {
  return measureIdForm.test(text)
}

/** Order by code point, as everywhere an id or a reference decides. */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let place = 0
  while (place < shorter && a.charCodeAt(place) === b.charCodeAt(place)) place += 1
  if (place === shorter) return a.length - b.length
  return rankOf(a.charCodeAt(place)) - rankOf(b.charCodeAt(place))
}

/** Of a unit of UTF-16: halves of the code points above all others come after all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
