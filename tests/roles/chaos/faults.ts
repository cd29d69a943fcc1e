/** What happens to an installation: each fault ends with the fault gone, and the installation is then given its time to answer. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './ground.ts'

export type Fault = { name: string; work: () => Promise<unknown> }

/** How long something stands still or says nothing. */
const stillFromMs = 1_000
const stillToMs = 7_000

export function faultsOf({ installation, draw }: Ground): Fault[] {
  const { members, server, pooler, relay, balancer } = installation
  const still = (): Promise<void> => wait(stillFromMs + draw.below(stillToMs - stillFromMs))
  const faults: Fault[] = members.flatMap((member) => [
    { name: `${member.name} killed`, work: () => member.process.kill().then(member.start) },
    { name: `${member.name} told to stop`, work: () => member.process.stop().then(member.start) },
    {
      name: `${member.name} stood still`,
      work: async () => {
        member.process.signal('SIGSTOP')
        await still()
        member.process.signal('SIGCONT')
      },
    },
  ])
  const [first] = members
  const last = members.at(-1)
  if (first !== undefined && last !== undefined) {
    faults.push({
      name: 'first and last killed',
      work: () => Promise.all([first, last].map((member) => member.process.kill().then(member.start))),
    })
  }
  faults.push({ name: 'balancer reloaded', work: () => balancer.reload() })
  // On the embedded store all processes, and the store with them, have the one clock of their machine.
  if (server === null || pooler === null || relay === null) return faults
  return [
    ...faults,
    {
      name: 'clock an hour wrong',
      work: async () => {
        await last?.setClock(draw.happens(0.5) ? 3_600 : -3_600)
        await wait(3_000)
        await last?.setClock(0)
      },
    },
    { name: 'server restarted', work: () => server.restart('fast') },
    { name: 'server crashed', work: () => server.restart('immediate') },
    {
      name: 'server stood still',
      work: async () => {
        server.standStill()
        await still()
        server.goOn()
      },
    },
    { name: 'pooler killed', work: () => pooler.kill().then(() => pooler.start()) },
    { name: 'connections cut', work: async () => relay.cut() },
    {
      name: 'network silent',
      work: async () => {
        relay.silence()
        await still()
        relay.goOn()
      },
    },
  ]
}
