/**
 * Nothing is exported that no other file uses. Pure parts may be exported for their own tests, which show a guarantee where
 * it is made; but what only tests use, and not even its own file does, serves nobody and is dead. Types are let be: they
 * cost nothing, and say what a function that is used takes and gives.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** What only tests call, each with its reason. */
const waysIn = new Map<string, string>([
  ['src/changes/append.ts: appendEvents', 'tests write feeds with it'],
  ['src/reference/geography.ts: successorOfMunicipality', 'the table is held against its list'],
  [
    'src/reference/eu-types-of-action.ts: euTypesOfAction',
    'what follows from a type is held for every line of the table',
  ],
  ['src/matching/verdict/plain.ts: plainTally', 'the plain way to judge, which the evaluator is held against'],
  ['src/platform/outbound/recordings.ts: recordInto', 'recorded answers for tests are made with it'],
])

const exportForm = /^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm
const importForm = /import\s+(?:type\s+)?([^'";]*?)\s+from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g

const filesOf = (pattern: string[]): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }).map((file) =>
    file.split(path.sep).join('/'),
  )

type Names = Map<string, Set<string>>

/** The names that files take from each file; `*` where one takes all of it. */
function takenBy(files: readonly string[]): Names {
  const taken: Names = new Map()
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, clause, from, dynamic] of text.matchAll(importForm)) {
      const target = path.posix.join(path.posix.dirname(file), from ?? dynamic ?? '')
      const names = taken.get(target) ?? new Set<string>()
      taken.set(target, names)
      if (clause === undefined || clause.includes('*')) names.add('*')
      for (const word of (clause ?? '').replaceAll(/[{}]/g, ',').split(',')) {
        const name =
          word
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0]
            ?.trim() ?? ''
        if (name !== '') names.add(name)
      }
    }
  }
  return taken
}

/** Every export that only tests use and that has no use in its own file either, as `file: name`. */
function unused(): string[] {
  const sources = filesOf(['src/**/*.ts']).filter((file) => !file.endsWith('.test.ts'))
  const inService = takenBy([...sources, ...filesOf(['scripts/*.ts'])])
  const inTests = takenBy(filesOf(['src/**/*.test.ts', 'tests/**/*.ts', 'bench/**/*.ts', 'bench/**/*.mjs']))
  const found: string[] = []
  for (const file of sources) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(exportForm)) {
      const isTaken = (names: Names): boolean => ['*', name].some((each) => names.get(file)?.has(each) === true)
      const isUsedHere = [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1
      if (isTaken(inService) || (isTaken(inTests) && isUsedHere)) continue
      found.push(`${file}: ${name}`)
    }
  }
  return found
}

test('nothing is exported that no other file uses, or that tests alone use, but the named ways in, each of which is needed', () => {
  const found = unused()
  assert.deepEqual(
    found.filter((place) => !waysIn.has(place)),
    [],
  )
  assert.deepEqual(
    [...waysIn.keys()].filter((place) => !found.includes(place)),
    [],
    'these rows of waysIn are needed no more: the service uses the name, or it is gone; take them out',
  )
})

test('every dependency of the service is imported by it', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const text = filesOf(['src/**/*.ts', 'scripts/*.mjs'])
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !new RegExp(`(?:from |import\\()'${name}[/']`).test(text)),
    [],
  )
})
