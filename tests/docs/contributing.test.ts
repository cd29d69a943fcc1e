/** CONTRIBUTING.md names files and commands that there are. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../harness/started-process.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const guide = read('CONTRIBUTING.md')

test('every file and folder that CONTRIBUTING.md names is there', () => {
  const spans = [...guide.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const named = [...spans, ...[...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)]
  // A pattern, and what does not exist yet, have such a sign; an address of a page begins with a slash.
  const files = named.filter((name) => /^[a-z][\w-]*\/[\w./-]*$/.test(name) && !name.includes('NNNN'))
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter((file) => !existsSync(path.join(projectRoot, file))),
    [],
  )
})

test('every npm script that CONTRIBUTING.md and README.md name is there', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...`${guide}${read('README.md')}`.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
  assert.deepEqual(
    named.filter((name) => scripts[name] === undefined),
    [],
  )
})
