/**
 * What an image was made with: the code, the tables of reference and the runtime. With another of these the same records
 * may read, sort or judge otherwise, and what was made of them is not trusted.
 */
import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of the project. */
const projectFolder = path.join(import.meta.dirname, '../../../..')
/** Everything that takes part, in folders of the project, and what of it does not. */
const folders = ['src', 'reference']
const isLeftOut = (name: string): boolean => name.endsWith('.test.ts') || name.startsWith('.')

/**
 * What makes images here. It is looked at when a process or thread begins: files that are replaced while it runs are not
 * those that it has loaded.
 */
export class ImageMakers {
  readonly #project: string
  /** A digest of all that. */
  readonly key: string

  /** `project`: its folder; only tests name another. */
  constructor(project = projectFolder) {
    this.#project = project
    this.key = readKey(project)
  }

  /**
   * Throws where the files are others by now: what a thread has loaded since may be of those, and an image of the code of
   * before would take the place of one of the code of now.
   */
  mustHaveStayed(): void {
    if (readKey(this.#project) !== this.key) throw new Error('the code was replaced while this process runs')
  }
}

function readKey(project: string): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.versions, process.arch]))
  hash.update(readFileSync(path.join(project, 'package-lock.json')))
  for (const folder of folders) addFolder(hash, project, folder)
  return hash.digest('hex')
}

function addFolder(hash: Hash, project: string, folder: string): void {
  const entries = readdirSync(path.join(project, folder), { withFileTypes: true }).filter(
    ({ name }) => !isLeftOut(name),
  )
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, project, at)
    else hash.update(`\n${at}\n`).update(readFileSync(path.join(project, at)))
  }
}
