/**
 * What an image was made with: the code, the tables of reference and the runtime. With another of these the same records
 * may read, sort or judge otherwise, and what was made of them is not trusted.
 */
import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../../..')
/** Everything that takes part, in folders of the project, and what of it does not. */
const folders = ['src', 'reference']
const isLeftOut = (name: string): boolean => name.endsWith('.test.ts') || name.startsWith('.')

let known: string | null = null

/** A digest of all that; read once by each thread. */
export function imageKey(): string {
  known ??= readKey()
  return known
}

function readKey(): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.versions, process.arch]))
  hash.update(readFileSync(path.join(root, 'package-lock.json')))
  for (const folder of folders) addFolder(hash, path.join(root, folder))
  return hash.digest('hex')
}

function addFolder(hash: Hash, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isLeftOut(name))
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, at)
    else hash.update(`\n${at.slice(root.length)}\n`).update(readFileSync(at))
  }
}
