/** The client as a customer has it: packed, and installed into an environment that has nothing else. */
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clientFolder, packagingPython } from './python.ts'
import { type StartedProcess, startProgram } from './started-process.ts'

export type InstalledClient = {
  /** An empty folder, in which programs run. */
  folder: string
  wheel: string
  python: string
  /** Starts a program of the environment in the folder. */
  run(words: readonly string[], environment?: Record<string, string>): StartedProcess
  [Symbol.asyncDispose](): Promise<void>
}

/** Packs the client from a copy of its folder, as packing leaves files behind, and installs the file. No network is used. */
export async function installClient(): Promise<InstalledClient> {
  const whole = await mkdtemp(path.join(tmpdir(), 'python-client-'))
  const [source, dist, environment, folder] = ['source', 'dist', 'environment', 'work'].map((name) =>
    path.join(whole, name),
  ) as [string, string, string, string]
  await cp(clientFolder, source, { recursive: true, filter: (file) => !file.includes('__pycache__') })
  const offline = ['--disable-pip-version-check', '--no-index', '--no-deps']
  done(packagingPython, ['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '--wheel-dir', dist, source])
  const [wheel] = await readdir(dist)
  if (wheel === undefined) throw new Error('nothing was packed')
  done(packagingPython, ['-m', 'venv', environment])
  const python = path.join(environment, 'bin', 'python')
  done(python, ['-m', 'pip', 'install', ...offline, path.join(dist, wheel)])
  await cp(path.join(clientFolder, 'README.md'), path.join(folder, 'README.md'))
  return {
    folder,
    wheel: path.join(dist, wheel),
    python,
    run: (words, variables = {}) =>
      startProgram(python, ['-I', '-B', ...words], { cwd: folder, environment: { PYTHONUTF8: '1', ...variables } }),
    [Symbol.asyncDispose]: () => rm(whole, { recursive: true, force: true }),
  }
}

function done(command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', cwd: tmpdir() })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
}
