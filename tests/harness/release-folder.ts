/**
 * A release of the service in a folder of its own: the files that an image of it is made of (`.dockerignore`), and this
 * clone's packages by a link.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from './started-process.ts'

export type ReleaseFolder = {
  folder: string
  /** What every process of it begins with. */
  mainFile: string
  [Symbol.asyncDispose](): Promise<void>
}

type Changes = {
  /** As `package.json` says it. */
  version?: string
  /** More migrations, by file name. */
  migrations?: Record<string, string>
}

/** What `.dockerignore` lets through: it refuses everything and then names what is needed, a folder or file a line. */
async function namedFiles(): Promise<string[]> {
  const lines = (await readFile(path.join(projectRoot, '.dockerignore'), 'utf8')).split('\n')
  const [first, ...rest] = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*') throw new Error('.dockerignore does not begin by refusing everything')
  return rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
}

export async function releaseFolder({ version, migrations = {} }: Changes = {}): Promise<ReleaseFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-release-'))
  for (const name of await namedFiles()) {
    await cp(path.join(projectRoot, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    })
  }
  await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'))
  if (version !== undefined) {
    const manifest = path.join(folder, 'package.json')
    const content: object = JSON.parse(await readFile(manifest, 'utf8'))
    await writeFile(manifest, JSON.stringify({ ...content, version }))
  }
  for (const [name, text] of Object.entries(migrations)) await writeFile(path.join(folder, 'migrations', name), text)
  return {
    folder,
    mainFile: path.join(folder, 'src', 'begin.mjs'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
