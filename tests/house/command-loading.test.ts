/**
 * How much a command loads before it works: a revocation in an incident waits for it, and the ledger's timer pays it every five
 * minutes. What is imported inside a function is loaded when that runs, and does not count.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { readTree, withoutComments } from './source-tree.ts'

const texts = readTree()
const importForm = /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/g

/** The files that are loaded with these, and the packages: through everything that is imported at the head of a file. */
function loadedWith(begin: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const [files, packages, open] = [new Set<string>(), new Set<string>(), [...begin]]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const [, target = ''] of withoutComments(texts.get(file) ?? '').matchAll(importForm)) {
      if (target.startsWith('.')) open.push(path.posix.join(path.posix.dirname(file), target))
      else if (!target.startsWith('node:')) packages.add(target)
    }
  }
  return { files, packages }
}

const commands: [what: string, files: string[], filesMax: number, packages: string[]][] = [
  ['--version', [], 70, ['commander']],
  ['keys and accounts', ['src/operator/account-commands.ts'], 100, ['commander']],
  ['sources list', ['src/operator/source-commands.ts', 'src/operator/check-command.ts'], 100, ['commander']],
  ['backup --ledger', ['src/operator/backup-commands.ts', 'src/backing-up.ts'], 150, ['commander']],
]
for (const [what, files, filesMax, packages] of commands) {
  test(`${what} loads at most ${filesMax} files, and of packages ${packages.join(' and ')} alone`, () => {
    const loaded = loadedWith(['src/main.ts', ...files])
    assert.deepEqual([...loaded.packages].toSorted(), packages)
    assert.ok(loaded.files.size > 30 && loaded.files.size <= filesMax, `${loaded.files.size} files`)
  })
}
