/** Addresses that a source gives: only a well-formed http or https address is a link that can be served. */

const addressLengthMax = 2_048

/** The address without white space around it; null for anything that is no http or https address. */
export function webAddressOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const wellFormed = text.length <= addressLengthMax && /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) && URL.canParse(text)
  return wellFormed ? text : null
}

/** The origin of an http or https address that is nothing else; null for any other. */
export function originOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isOrigin ? url.origin : null
}
