/** Networks of a composition and who is on them: bridges of this network namespace, a leg for each network of a part, one name server. */
import { execFileSync } from 'node:child_process'
import type { Composition, Part } from './composed-parts.ts'
import { nameServer } from './name-server.ts'

export type Networks = AsyncDisposable & {
  /** A network namespace of that name for a part, with a leg on each of its networks; a command's has another host. */
  join(box: string, part: Part, host?: number): void
  addressOf(part: string, network: string): string
  nameServer: string
}

/** Host 1 of each network is this process, which is also the name server of all: a part has an address while it runs. */
export async function composedNetworks(
  { parts, networks }: Composition,
  isRunning: (part: string) => boolean,
): Promise<Networks> {
  ip('link', 'set', 'lo', 'up')
  const bases = new Map<string, string>()
  for (const [index, [name, subnet]] of [...networks].entries()) {
    const base = (subnet ?? `10.89.${100 + index}.0/24`).replace(/\.0\/24$/, '')
    bases.set(name, base)
    // With a hardware address of its own: else it takes the least of its legs', and who knew the last one finds nobody.
    ip('link', 'add', name, 'address', `02:00:00:00:01:0${index}`, 'type', 'bridge')
    ip('addr', 'add', `${base}.1/24`, 'dev', name)
    ip('link', 'set', name, 'up')
  }
  const hosts = new Map([...parts.keys()].map((name, index) => [name, index + 10]))
  const addressOf = (part: string, network: string): string => `${bases.get(network)}.${hosts.get(part)}`
  const shared = [...bases.keys()].find((network) =>
    [...parts.values()].every((part) => part.networks.includes(network)),
  )
  if (shared === undefined) throw new Error('there is no network that all parts share')
  const serverAddress = `${bases.get(shared)}.1`
  const names = await nameServer(
    (name, family) => {
      if (!parts.has(name) || !isRunning(name)) return { code: 3 }
      return { addresses: family === 'A' ? [addressOf(name, shared)] : [] }
    },
    serverAddress,
    53,
  )
  return {
    addressOf,
    nameServer: serverAddress,
    join(box, part, host = hosts.get(part.name) ?? 0) {
      ip('netns', 'add', box)
      ip('-n', box, 'link', 'set', 'lo', 'up')
      for (const [index, network] of part.networks.entries()) {
        const leg = `${host}-${index}`
        ip('link', 'add', leg, 'type', 'veth', 'peer', 'name', `eth${index}`, 'netns', box)
        ip('link', 'set', leg, 'master', network, 'up')
        ip('-n', box, 'addr', 'add', `${bases.get(network)}.${host}/24`, 'dev', `eth${index}`)
        ip('-n', box, 'link', 'set', `eth${index}`, 'up')
      }
    },
    [Symbol.asyncDispose]: () => names[Symbol.asyncDispose](),
  }
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: 'pipe' })
}
