/**
 * The TypeScript client as its users have it: packed from a copy of its folder, installed into an empty project, run by
 * whichever Node they have.
 */
import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from './started-process.ts'

const run = promisify(execFile)
const clientFolder = path.join(projectRoot, 'clients', 'typescript')
const runMs = 120_000

export type ClientProject = {
  folder: string
  /** What lies in the installed package, from its folder on. */
  packed: string[]
  /** Writes a program, runs it, and answers what it printed. Fails when it fails. */
  program(name: string, text: string, environment?: Record<string, string>, node?: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** The packed file of the client, in a folder; from a copy, so that tests at the same time are in nobody's way. */
export async function packClient(folder: string): Promise<string> {
  const copy = path.join(folder, 'repository')
  const place = path.join(copy, 'clients', 'typescript')
  await cp(clientFolder, place, { recursive: true, filter: (file) => !/[\\/](node_modules|dist)$|\.tgz$/.test(file) })
  await symlink(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'))
  await npm(['pack', '--pack-destination', folder], place)
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (packed === undefined) throw new Error('npm pack has made no file')
  return path.join(folder, packed)
}

/** An empty project with the packed client in it; nothing is fetched. */
export async function clientProject(): Promise<ClientProject> {
  const root = await mkdtemp(path.join(tmpdir(), 'client-'))
  const folder = path.join(root, 'project')
  await mkdir(folder)
  const packed = await packClient(root)
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await npm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', packed], folder)
  const installed = path.join(folder, 'node_modules', 'subsidy-measures-client')
  return {
    folder,
    packed: await readdir(installed, { recursive: true }),
    async program(name, text, environment = {}, node = process.execPath) {
      const file = path.join(folder, name)
      await writeFile(file, text)
      const { PATH = '' } = process.env
      const { stdout } = await run(node, [file], { cwd: folder, env: { PATH, ...environment }, timeout: runMs })
      return stdout
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

export async function npm(words: readonly string[], cwd: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, npm_config_update_notifier: 'false', npm_config_loglevel: 'error' }
  const { stdout } = await run('npm', [...words], { cwd, env, timeout: runMs, shell: process.platform === 'win32' })
  return stdout
}

/** The oldest Node on the path, which may be the one that npm came with, and the one that runs this; one where they are one. */
export function nodesHere(): { node: string; major: number }[] {
  const places = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'))
  const all = [process.execPath, ...places]
    .map((node) => ({ node, said: spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '' }))
    .filter(({ said }) => /^v\d+/.test(said))
    .map(({ node, said }) => ({ node, major: Number(/^v(\d+)/.exec(said)?.[1]) }))
    .toSorted((one, other) => one.major - other.major)
  return all.filter(({ major }, index) => index === 0 || (index === all.length - 1 && major !== all[0]?.major))
}
