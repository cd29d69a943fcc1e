/**
 * The url of an endpoint, judged when it is given and without asking anybody: what it resolves to is judged at each delivery
 * (`platform/egress/`). It is parsed once, by the WHATWG rules, which make one spelling of many: an address in decimal, octal or
 * full-width digits comes out as four numbers. So hosts are judged as they come out, and what is stored is what was judged.
 */

import { isPublicAddress, literalOf } from '../platform/egress/addresses.ts'
import { type AllowedHosts, withoutTrailingDot } from '../platform/egress/allowed-hosts.ts'
import { characterCount } from '../values/texts/character-count.ts'

/** Of the text and of what is stored of it. */
export const urlLengthMax = 2_048

/** Ports that no browser goes to (Fetch standard, bad port): what listens there can be made to take HTTP for its own language. */
const badPorts = new Set(
  [
    [0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
    [110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
    [531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
    [5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ]
    .flat()
    .map(String),
)

/** Names that lead to the host itself or into its network. */
const privateName = /(?:^|\.)(?:localhost|local|internal)$/

export const publicHost =
  'url must lead to a public host name or address. To a machine of your own `npx subsidies webhooks listen --to <url>` passes events on.'

/** The url as it is stored and shown, or what is wrong with it in a sentence for the caller. */
export function readTargetUrl(text: string, allowed: AllowedHosts): { url: string } | { fault: string } {
  if (characterCount(text) > urlLengthMax) return tooLong
  if (/[\s\p{Cc}\\]/u.test(text) || !text.isWellFormed())
    return { fault: 'url must not hold white space, control characters or a backslash.' }
  if (!URL.canParse(text)) return { fault: wholeUrl(text) }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowed.allows(url.hostname)))
    return { fault: notHttps(text, url) }
  if (hasUserInfo(text, url)) return { fault: 'url must not hold a user name or password.' }
  if (badPorts.has(url.port)) return { fault: `url must not lead to port ${url.port}.` }
  if (!allowed.allows(url.hostname) && !mayBePublic(url.hostname)) return { fault: publicHost }
  url.hash = ''
  return url.href.length > urlLengthMax ? tooLong : { url: url.href }
}

/** Says the whole URL where only its beginning is missing. */
function wholeUrl(text: string): string {
  const isHost =
    /^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(text) && text.length <= shownMax && URL.canParse(`https://${text}`)
  return `url must be a whole URL, ${isHost ? `such as https://${text}` : 'such as https://example.com/hooks'}.`
}

function notHttps(text: string, { protocol, host }: URL): string {
  const instead = `${text.slice(0, 'http'.length)}s${text.slice('http'.length)}`
  const isShown = protocol === 'http:' && host !== '' && text.length <= shownMax && !text.includes('@')
  return `url must begin with https://${isShown ? `: ${instead}. Deliveries are sent nowhere without encryption` : ''}.`
}

/** A URL that is repeated to its sender. */
const shownMax = 200

const tooLong = { fault: `url must have at most ${urlLengthMax.toLocaleString('en')} characters, percent-encoded too.` }

/** Also an empty one, which the parser drops: the text between the slashes and the path has an `@`. */
function hasUserInfo(text: string, { protocol, username, password }: URL): boolean {
  const [authority = ''] = text.slice(protocol.length).replace(/^\/+/, '').split(/[/?#]/)
  return username !== '' || password !== '' || authority.includes('@')
}

function mayBePublic(hostname: string): boolean {
  const address = literalOf(hostname)
  if (address !== null) return isPublicAddress(address)
  // What is in brackets and not understood, or ends in a number, would be an address.
  const name = withoutTrailingDot(hostname)
  const labels = name.split('.')
  return labels.length > 1 && !labels.includes('') && !name.includes(':') && !privateName.test(name)
}
