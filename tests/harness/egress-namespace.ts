/**
 * Requests of a process of its own: with variables of its own, and where the system lets us, with a network of its own that has
 * nothing but a loopback device. See `egress-namespace-child.ts` for what it does there.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from './started-process.ts'

export type Scene = 'proxy' | 'packets' | 'mixed' | 'rebinding' | 'own' | 'unreachable'

const child = path.join(projectRoot, 'tests', 'harness', 'egress-namespace-child.ts')
const unshare = ['--map-root-user', '--net']
const patienceMs = 20_000
/** One that is public and one that is private of each family; the cloud's metadata among them. */
const addresses = ['93.184.215.14/32', '93.184.215.15/32', '10.0.0.1/32', '169.254.169.254/32']
const addresses6 = ['2606:4700::1111/128', 'fd00:ec2::254/128']

/** Why there can be no network of its own here; false where there can. */
export function namespaceReason(): string | false {
  if (process.platform !== 'linux') return 'networks of their own are made on Linux alone'
  const tried = spawnSync('unshare', [...unshare, 'sh', '-c', 'ip link set lo up'])
  return tried.status === 0 ? false : 'this user may not make a network of its own, or unshare and ip are not here'
}

/** Plays a scene and answers what it told. */
export async function inNamespace(scene: Scene, given: Record<string, unknown>): Promise<unknown> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', child, scene, JSON.stringify(given)]
  const { proxy } = given
  const environment = typeof proxy === 'string' ? proxied(proxy) : {}
  const make = [
    'ip link set lo up',
    ...addresses.map((address) => `ip addr add ${address} dev lo`),
    ...addresses6.map((address) => `ip -6 addr add ${address} dev lo nodad 2>/dev/null || true`),
    // Nobody answers there: packets go nowhere, and no error comes back.
    'ip link add void type dummy && ip link set void up && ip route add 93.184.216.0/24 dev void || true',
    'exec "$@"',
  ].join(' ; ')
  const [command = '', ...words] = scene === 'proxy' ? node : ['unshare', ...unshare, 'sh', '-c', make, 'sh', ...node]
  const { stdout } = await promisify(execFile)(command, words, {
    timeout: patienceMs,
    env: { ...process.env, ...environment },
  })
  const lines = stdout.trim().split('\n')
  assert.equal(lines.length, 1, stdout)
  return JSON.parse(lines[0] ?? '')
}

function proxied(proxy: string): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  return {
    ...Object.fromEntries(names.map((name) => [name, proxy])),
    NO_PROXY: '',
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
  }
}
