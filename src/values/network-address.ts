/**
 * Addresses of clients: which count as one client, and as much of one as may be written down. Given are addresses that a
 * socket or a checked header gave. Each network has one spelling, however its addresses are written.
 */

const groupsOfHousehold = 4
const groupsOfSite = 3
const groupsOfAddress = 8
const ipv4Form = /^\d{1,3}(?:\.\d{1,3}){3}$/
const ipv6Letters = /^(?=.*:)[0-9a-f:.]+$/i

/**
 * The client that an address belongs to: an IPv4 address by itself, of IPv6 the /64 that a household or a host has. A
 * text that is no address is a client of its own.
 */
export function addressGroup(address: string): string {
  const plain = plainAddress(address)
  const groups = groupsOf(plain)
  return groups === null ? plain : `${spelled(groups.slice(0, groupsOfHousehold))}::/64`
}

/** The network that logs may name: of IPv4 the /24, of IPv6 the /48; `unknown` for what is no address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (ipv4Form.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  const groups = groupsOf(plain)
  return groups === null ? 'unknown' : `${spelled(groups.slice(0, groupsOfSite))}::/48`
}

/** IPv4 in its own form, also where it stands in IPv6, as a socket for both families shows it (`::ffff:1.2.3.4`). */
export function plainAddress(address: string): string {
  const groups = groupsOf(address)
  return groups === null ? address : (mappedIPv4(groups) ?? address)
}

function spelled(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':')
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), its zone left out; null where it is none. */
function groupsOf(address: string): number[] | null {
  // Of every request's address, and mostly IPv4.
  if (!address.includes(':')) return null
  const [plain = ''] = address.split('%')
  if (!ipv6Letters.test(plain)) return null
  const [head = '', tail] = plain.split('::')
  const first = readGroups(head)
  const last = tail === undefined ? [] : readGroups(tail)
  const missing = tail === undefined ? 0 : Math.max(0, groupsOfAddress - first.length - last.length)
  const groups = [...first, ...Array<number>(missing).fill(0), ...last]
  return groups.length === groupsOfAddress ? groups : null
}

function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function mappedIPv4(groups: readonly number[]): string | null {
  const [g0, g1, g2, g3, g4, mark, high = 0, low = 0] = groups
  if ((g0 ?? 0) + (g1 ?? 0) + (g2 ?? 0) + (g3 ?? 0) + (g4 ?? 0) !== 0 || mark !== 0xffff) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
