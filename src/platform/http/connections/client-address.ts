/**
 * Who the client is, as an address. `X-Forwarded-For` is believed only from peers on the list of trusted proxies, and
 * then only as far as the list reaches: the rightmost address that is not on it is the client (contract 1).
 */
import { BlockList, isIP, isIPv6 } from 'node:net'
import { plainAddress } from '../../../values/network-address.ts'

/** Entries are addresses or CIDR ranges, as `TRUST_PROXY` accepts them. */
export function trustedPeers(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** The client's address, IPv4 in its own form. A forwarded entry that is no address ends the walk: its sender is the client. */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let client = plainAddress(peer)
  if (forwardedFor === undefined) return client
  const hops = forwardedFor.split(',')
  for (let at = hops.length - 1; at >= 0 && isTrusted(client, trusted); at -= 1) {
    const hop = addressOf((hops[at] ?? '').trim())
    if (hop === null) break
    client = hop
  }
  return client
}

export function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

// Proxies write `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1` or `[2001:db8::1]:5678`.
function addressOf(hop: string): string | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 ? null : plainAddress(bare)
}
