/**
 * The hosts of `WEBHOOK_ALLOWED_PRIVATE_HOSTS`, a switch for development: to these alone the service also goes by http, under
 * names that it otherwise refuses, and at addresses that it otherwise refuses. A host is compared whole, in the form that the
 * WHATWG parser gives it, without one trailing dot; ports are no part of it, and there are no wildcards.
 */

export type AllowedHosts = {
  /** Whether a URL's `hostname` is one of them. */
  allows(hostname: string): boolean
}

/** What a host can not hold; `*` and `%` the parser would take, and they would not mean what they seem to. */
const noHost = /[\s\p{Cc}/\\?#@%*]/u

/** The hosts of a comma list, as `allowedHosts` takes them; undefined where one is no host name or address alone. */
export function readAllowedHosts(text: string): string[] | undefined {
  if (text.trim() === '') return []
  const hosts: string[] = []
  for (const entry of text.split(',')) {
    const host = readHost(entry.trim())
    if (host === null) return undefined
    hosts.push(host)
  }
  return [...new Set(hosts)]
}

/** `hosts` as `readAllowedHosts` gives them. */
export function allowedHosts(hosts: readonly string[]): AllowedHosts {
  const known = new Set(hosts)
  return { allows: (hostname) => known.has(withoutTrailingDot(hostname)) }
}

/** A host without the one dot that only says that a name is complete. */
export function withoutTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function readHost(entry: string): string | null {
  const isBareIPv6 = entry.includes(':') && !entry.startsWith('[')
  const host = isBareIPv6 ? `[${entry}]` : entry
  // A port would follow the bracket, or make what is no IPv6 address of a name.
  if (noHost.test(entry) || (host.startsWith('[') && !host.endsWith(']'))) return null
  const url = `http://${host}/`
  if (!URL.canParse(url)) return null
  const { hostname } = new URL(url)
  const name = withoutTrailingDot(hostname)
  return name === '' ? null : name
}
