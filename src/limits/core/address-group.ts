/** Which addresses count as one client: an IPv4 address by itself, of IPv6 the /64 that a household or a host has. */

const groupsOfNetwork = 4
const groupsOfAddress = 8
const ipv6Letters = /^(?=.*:)[0-9a-f:.]+$/i

/**
 * The client that an address belongs to; a text that is no address is a client of its own. The address is one that a
 * socket or a checked header gave: IPv4 in dotted form, also inside IPv6.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%')
  if (!ipv6Letters.test(plain)) return address
  const groups = groupsOf(plain)
  if (groups.length !== groupsOfAddress) return address
  const mapped = mappedIPv4(groups)
  return mapped ?? `${groups.slice(0, groupsOfNetwork).map(hex).join(':')}::/64`
}

const hex = (group: number): string => group.toString(16)

/** The eight groups of an IPv6 address (RFC 4291, section 2.2). */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const first = readGroups(head)
  if (tail === undefined) return first
  const last = readGroups(tail)
  return [...first, ...Array<number>(Math.max(0, groupsOfAddress - first.length - last.length)).fill(0), ...last]
}

function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** `::ffff:1.2.3.4`, as a socket for both families shows an IPv4 client. */
function mappedIPv4(groups: readonly number[]): string | null {
  const [g0, g1, g2, g3, g4, mark, high = 0, low = 0] = groups
  if ((g0 ?? 0) + (g1 ?? 0) + (g2 ?? 0) + (g3 ?? 0) + (g4 ?? 0) !== 0 || mark !== 0xffff) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
