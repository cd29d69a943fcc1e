/**
 * Which addresses the service may connect to because a customer says so. An address is judged by its bytes, never by its text,
 * and what is not understood is not public: `values/network-address.ts` reads what a socket gave and groups it, and must not be
 * lenient here. Of IPv6 only 2000::/3 is open at all, so every form that carries an IPv4 address (mapped, compatible, translated,
 * NAT64), every local scope and all space that nobody has been given are refused without a line of their own; a package that
 * names ranges, instead of bytes, was found to call some of them plain unicast.
 */

const ipv4Bytes = 4
const ipv6Bytes = 16
const bitsPerByte = 8
const byteMax = 255
const groupBytes = 2

/** What is not the internet (IANA, special-purpose registries), and what looks like it and is not. */
const closedIPv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared, behind a provider's translation
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16/32', // a cloud's platform service, which looks public
].map(range)

/** The part of IPv6 that is given out; all else is closed. */
const openIPv6 = range('2000::/3')
const closedIPv6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(range)

type Range = { bytes: Uint8Array; bits: number }

/**
 * Whether an address, as the resolver, a socket or `literalOf` gives it, is one of the public internet and none of `own`, the
 * addresses of this host. A zone id, or anything that is no address, is not.
 */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const bytes = addressBytes(address)
  if (bytes === null) return false
  const isOpen =
    bytes.length === ipv4Bytes
      ? !closedIPv4.some((closed) => isIn(bytes, closed))
      : isIn(bytes, openIPv6) && !closedIPv6.some((closed) => isIn(bytes, closed))
  return isOpen && !own.some((each) => isSameAddress(each, address))
}

/** Whether two texts are the same address; what is no address is the same as nothing. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [addressBytes(one), addressBytes(other)]
  return a !== null && b !== null && a.length === b.length && a.every((byte, place) => byte === b[place])
}

/** The address that a URL's host is, its brackets dropped; null for a name. The host is as the WHATWG parser serialises it. */
export function literalOf(hostname: string): string | null {
  const text = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
  return addressBytes(text) === null ? null : text
}

/** The 4 or 16 bytes of an address in its usual forms; null for every other text. */
export function addressBytes(text: string): Uint8Array | null {
  return text.includes(':') ? readIPv6(text) : readIPv4(text)
}

/** Four decimal numbers without leading zeros, which some read as octal. */
function readIPv4(text: string): Uint8Array | null {
  const parts = text.split('.')
  const areRight = parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= byteMax)
  return areRight && parts.length === ipv4Bytes ? Uint8Array.from(parts, Number) : null
}

/** RFC 4291, section 2.2: groups of hex, zeros left out once, the last two groups as IPv4 or not. */
function readIPv6(text: string): Uint8Array | null {
  const [head = '', tail, ...more] = text.split('::')
  const first = readGroups(head, tail === undefined)
  const last = tail === undefined ? [] : readGroups(tail, true)
  if (first === null || last === null || more.length > 0) return null
  const missing = ipv6Bytes - first.length - last.length
  if (tail === undefined ? missing !== 0 : missing < groupBytes) return null
  return Uint8Array.from([...first, ...Array<number>(missing).fill(0), ...last])
}

function readGroups(text: string, mayEndInIPv4: boolean): number[] | null {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [place, group] of groups.entries()) {
    const isLast = place === groups.length - 1
    const dotted = isLast && mayEndInIPv4 && group.includes('.') ? readIPv4(group) : null
    if (dotted !== null) bytes.push(...dotted)
    else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16)
      bytes.push(value >> bitsPerByte, value & byteMax)
    } else return null
  }
  return bytes
}

function isIn(bytes: Uint8Array, { bytes: first, bits }: Range): boolean {
  const whole = Math.floor(bits / bitsPerByte)
  const rest = bitsPerByte - (bits % bitsPerByte)
  for (let place = 0; place < whole; place += 1) if (bytes[place] !== first[place]) return false
  return rest === bitsPerByte || (bytes[whole] ?? 0) >> rest === (first[whole] ?? 0) >> rest
}

function range(text: string): Range {
  const [address = '', bits] = text.split('/')
  const bytes = addressBytes(address)
  if (bytes === null) throw new Error(`no range: ${text}`)
  return { bytes, bits: Number(bits) }
}
