/** The process that `egress-namespace.ts` starts: plays one scene and prints one line of JSON. */
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { resolveByServers } from '../../src/platform/egress/resolve.ts'
import { authority, certificate } from './certificates.ts'
import type { Scene } from './egress-namespace.ts'
import { type NameAnswer, nameServer } from './name-server.ts'
import { answerOf, type Post, posted, type Receiver, receiver, says, told } from './receivers.ts'

const publicAddress = '93.184.215.14'
const nobodyThere = '93.184.216.1'
const privateAddresses = ['10.0.0.1', '127.0.0.1', '169.254.169.254']
const port = 443

const trusted = authority()
tls.setDefaultCACertificates([trusted.cert])
const options = { tls: certificate({ names: ['receiver.example', publicAddress], by: trusted }), port }

/** Packets that the loopback device has carried. */
function packets(): number {
  const line = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .find((each) => each.trim().startsWith('lo:'))
  return Number(line?.trim().split(/\s+/)[2])
}

const to = async (url: string, given: Post = {}): Promise<string> =>
  told(await posted(url, { allowed: [], ownAddresses: () => [], deadlineMs: 3_000, ...given }))

/** One receiver at the public address, one at each private one; what the private ones were asked. */
async function everywhere(): Promise<{ publicly: Receiver; privately: () => number }> {
  const publicly = await receiver(says(answerOf(200, 'public')), { ...options, host: publicAddress })
  const others = await Promise.all(
    privateAddresses.map((host) => receiver(says(answerOf(200, 'private')), { ...options, host })),
  )
  return { publicly, privately: () => others.reduce((sum, each) => sum + each.made(), 0) }
}

const url = 'https://receiver.example/'
const found = (addresses: readonly string[]): NameAnswer => ({ addresses })
const asked = JSON.parse(process.argv[3] ?? '{}')

const scenes: Record<Scene, () => Promise<unknown>> = {
  async proxy() {
    return { outcome: await to(asked.url, { allowed: ['127.0.0.1'] }) }
  },
  async packets() {
    await everywhere()
    const before = packets()
    const outcomes: string[] = []
    for (const host of asked.literals) outcomes.push(await to(new URL(`https://${host}/`).href))
    const after = packets()
    const resolve = async (): Promise<string[]> => [...privateAddresses, '::1', 'fd00:ec2::254']
    outcomes.push(await to(url, { resolve }))
    const afterName = packets()
    await to(`https://${publicAddress}/`)
    return {
      packets: after - before,
      namePackets: afterName - after,
      outcomes: [...new Set(outcomes)],
      // Where packets are sent, they are counted.
      control: packets() > afterName,
    }
  },
  async mixed() {
    const { privately } = await everywhere()
    const names = await nameServer((_, family) =>
      found(family === 'A' ? [...privateAddresses, publicAddress] : ['::1', 'fd00:ec2::254']),
    )
    return { outcome: await to(url, { resolve: resolveByServers([names.server]) }), privately: privately() }
  },
  async rebinding() {
    const { privately } = await everywhere()
    let times = 0
    const names = await nameServer((_, family) => {
      if (family === 'AAAA') return found([])
      times += 1
      return found([times === 1 ? publicAddress : '127.0.0.1'])
    })
    const resolve = resolveByServers([names.server])
    return { outcomes: [await to(url, { resolve }), await to(url, { resolve })], privately: privately() }
  },
  async own() {
    const { publicly } = await everywhere()
    const settings = { allowed: [], deadlineMs: 3_000 }
    const outcomes = [
      await posted(`https://${publicAddress}/`, settings),
      await posted('https://[2606:4700::1111]/', settings),
      await posted(url, { ...settings, resolve: async () => [publicAddress] }),
    ]
    return { outcomes: [...new Set(outcomes.map(told))], publicly: publicly.made() }
  },
  async unreachable() {
    await everywhere()
    return { outcome: await to(url, { resolve: async () => [nobodyThere, publicAddress] }) }
  },
}

console.log(JSON.stringify(await scenes[process.argv[2] as Scene]()))
process.exit()
