/** How URLs of settings are read; undefined: the text is none of what is accepted. */

export function readOrigin(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && isOrigin ? url.origin : undefined
}

export const readProviderUrl = (given: string): string | undefined =>
  readOrigin(given) !== undefined && isUnread(new URL(given)) ? readOrigin(given) : undefined

/** Nobody on the way reads or changes what is said: it is encrypted, or never leaves this machine. */
export function isUnread({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
}

/** As it stands in a link; the empty text where there is none. */
export function readContact(given: string): string | undefined {
  if (given === '') return ''
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(given)) return `mailto:${given}`
  return URL.canParse(given) && new URL(given).protocol === 'https:' ? new URL(given).href : undefined
}
