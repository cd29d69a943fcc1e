/** A process on a machine of its own, as far as networks, file systems and processes go, in which the composition is started whole. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { toolMissing } from './debian-tools.ts'
import { haproxyMissing, pgbouncerMissing, serverMissing } from './middle-programs.ts'
import { projectRoot, startProgram } from './started-process.ts'

/** What was seen of it; statuses are those of answers through the balancer, 0 where there was none. */
export type Seen = {
  readyMs: number
  measures: number
  withoutKey: number | null
  /** Of many at once from one address, each claiming another, and then of one from another address. */
  crowded: number[]
  other: number | null
  /** The code of a process that was told to stop, and what was answered while each in turn was. */
  stopped: number | null
  statuses: number[]
  /** Places outside its folder that an API process could write. */
  wrote: string[]
  ended: string[]
  metrics: number
}

const child = path.join(projectRoot, 'tests', 'harness', 'composition-child.ts')
const unshare = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const patienceMs = 180_000

/** Why it cannot be started here; false where it can. */
export function compositionMissing(): string | false {
  const missing =
    serverMissing ||
    pgbouncerMissing ||
    haproxyMissing ||
    toolMissing('docker-compose') ||
    toolMissing('ip', 'iproute2')
  if (missing !== false) return missing
  if (process.getuid?.() !== 0) return 'networks, file systems and users of its own are given by root alone'
  const tried = spawnSync('unshare', [
    ...unshare,
    'sh',
    '-c',
    'mount -t tmpfs tmpfs /run && ip link add tried type bridge && ip netns add tried',
  ])
  return tried.status === 0 ? false : 'this system lets nobody make bridges and networks'
}

export async function playComposition(): Promise<Seen> {
  const hidden = 'mount -t tmpfs tmpfs /run && exec "$@"'
  const words = [...unshare, 'sh', '-c', hidden, 'sh', process.execPath, '--disable-warning=ExperimentalWarning', child]
  const program = startProgram('unshare', words, { environment: {} })
  try {
    const { code } = await program.end(patienceMs)
    if (code !== 0) throw new Error(`The composition failed:\n${program.error}`)
    return JSON.parse(program.out)
  } finally {
    await program.kill()
  }
}
