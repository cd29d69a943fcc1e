/**
 * A composition's parts, each with a network, a tree of files and a user of its own, as containers have them, from programs of this
 * machine in the place of images. To be run by root in a network and mount namespace that nobody else is in (`composition.ts`).
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { composedNetworks } from './composed-networks.ts'
import type { Composition, Part } from './composed-parts.ts'
import { containerScript, type Places } from './container-script.ts'
import { type StartedProcess, startProgram, until } from './started-process.ts'

export type Machine = AsyncDisposable & {
  /** Starts all parts in their order, each when what it waits for is there. */
  up(): Promise<void>
  /** Starts one again. */
  start(part: string): Promise<StartedProcess>
  /** A command in a new container of a part, to its end. */
  run(part: string, words: readonly string[]): Promise<{ code: number | null; out: string; error: string }>
  processOf(part: string): StartedProcess
  addressOf(part: string, network: string): string
  isHealthy(part: string): Promise<boolean>
}

/** Between two starts of a part. */
const restartMs = 300
/** Hosts of containers that commands run in, beside those of the parts. */
const commandHosts = 200

export async function composedMachine(
  { parts, networks }: Composition,
  places: Omit<Places, 'resolving'>,
): Promise<Machine> {
  const running = new Map<string, StartedProcess>()
  const isRunning = (name: string): boolean => running.get(name)?.isRunning === true
  const network = await composedNetworks({ parts, networks }, isRunning)
  const resolving = path.join(places.folder, 'resolv.conf')
  await writeFile(resolving, `nameserver ${network.nameServer}\noptions timeout:1 attempts:2\n`)
  for (const [name, part] of parts) network.join(name, part)

  const begin = async (box: string, part: Part, command: readonly string[]): Promise<StartedProcess> => {
    const script = await containerScript(box, part, { ...places, resolving })
    return startProgram('ip', ['netns', 'exec', box, 'sh', '-euc', script, 'sh', ...command], {
      environment: part.environment,
      cwd: '/',
    })
  }
  const partOf = (name: string): Part => {
    const part = parts.get(name)
    if (part === undefined) throw new Error(`there is no part ${name}`)
    return part
  }
  const start = async (name: string): Promise<StartedProcess> => {
    const part = partOf(name)
    const begun = await begin(name, part, part.command)
    running.set(name, begun)
    return begun
  }
  let commands = 0
  const run: Machine['run'] = async (name, words) => {
    const part = partOf(name)
    const host = commandHosts + commands
    commands += 1
    const box = `${name}-${host}`
    network.join(box, part, host)
    // The image's entry with other words.
    const entry = part.command.slice(0, part.command.findIndex((word) => word.endsWith('begin.mjs')) + 1)
    const begun = await begin(box, part, [...entry, ...words])
    const { code } = await begun.end()
    return { code, out: begun.out, error: begun.error }
  }
  const processOf = (name: string): StartedProcess => {
    const begun = running.get(name)
    if (begun === undefined) throw new Error(`${name} was not started`)
    return begun
  }
  const isHealthy = async (name: string): Promise<boolean> => {
    const { health } = partOf(name)
    if (health === null) return processOf(name).isRunning
    const asked = startProgram('ip', ['netns', 'exec', name, ...health.map(ofThisMachine)], {
      environment: partOf(name).environment,
      cwd: '/',
    })
    return (await asked.end()).code === 0
  }
  /** A probe runs in the network of a part with the files of this machine: programs of the image are named by where they are here. */
  const ofThisMachine = (word: string): string => word.replace(/^\/app\/node_modules/, places.packages)
  const ready = async (name: string, what: 'started' | 'healthy' | 'ended'): Promise<void> => {
    if (what === 'started') return
    if (what === 'ended') {
      await until(`${name} has done its work`, async () => {
        const { code } = await processOf(name).end()
        if (code === 0) return true
        if (!partOf(name).isStartedAgain) throw new Error(`${name} ended with ${code}:\n${processOf(name).error}`)
        await pause(restartMs)
        await start(name)
        return false
      })
      return
    }
    await until(`${name} is well:\n${processOf(name).error}`, () => {
      if (!processOf(name).isRunning) throw new Error(`${name} has ended:\n${processOf(name).error}`)
      return isHealthy(name)
    })
  }
  return {
    ...{ start, run, processOf, isHealthy, addressOf: network.addressOf },
    async up() {
      const begun = new Set<string>()
      while (begun.size < parts.size) {
        const next = [...parts.values()].find(
          ({ name, waitsFor }) => !begun.has(name) && waitsFor.every(({ part }) => begun.has(part)),
        )
        if (next === undefined) throw new Error('parts wait for each other')
        for (const { part, until: what } of next.waitsFor) await ready(part, what)
        await start(next.name)
        begun.add(next.name)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map((begun) => begun.kill()))
      await network[Symbol.asyncDispose]()
    },
  }
}
