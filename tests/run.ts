/**
 * The whole check of the project: types, lint, every test file. Ends with one line, `N passed, N failed, N skipped`, and
 * fails when a test file that exists did not run. The store's suites run on the embedded store, and on PostgreSQL where
 * TEST_DATABASE_URL names a server on which databases may be made. What cannot run in every clone (no such server, no
 * saved data of the authorities) is skipped with its reason, and counted apart.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = path.join(import.meta.dirname, '..')
const testFileTimeoutMs = 300_000
const concurrentFiles = 2

let passed = 0
let failed = 0
let skipped = 0

/** One whole-project check that is a program of its own. */
function check(name: string, command: string, words: string[]): void {
  const bin = path.join(root, 'node_modules', '.bin', command)
  const done = spawnSync(bin, words, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status === 0) passed += 1
  else failed += 1
  console.log(`${done.status === 0 ? '✔' : '✖'} ${name}`)
}

const asked = process.argv.slice(2)
if (asked.length === 0) {
  check('every file passes the type check', 'tsc', ['--noEmit', '-p', '.'])
  check('the code for browsers passes the type check', 'tsc', ['--noEmit', '-p', 'tsconfig.browser.json'])
  check('every file passes the linter and is formatted', 'biome', ['check', '.'])
}

if (process.env.TEST_DATABASE_URL === undefined) {
  console.log('PostgreSQL is not checked: TEST_DATABASE_URL is not set. The embedded store is.')
}

const files = (
  asked.length > 0
    ? asked
    : globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root, exclude: ['**/node_modules'] })
)
  .map((file) => path.resolve(root, file))
  .sort()
const ran = new Set<string>()

const stream = run({
  files,
  concurrency: concurrentFiles,
  timeout: testFileTimeoutMs,
  execArgv: ['--disable-warning=ExperimentalWarning'],
})
stream.on('test:pass', (event) => {
  noteFile(event)
  if (event.details.type === 'suite' || isFile(event.name)) return
  if (event.skip === undefined || event.skip === false) passed += 1
  else skipped += 1
})
stream.on('test:fail', (event) => {
  noteFile(event)
  if (event.details.type !== 'suite') failed += 1
})
stream.compose(spec()).pipe(process.stdout)
stream.on('end', () => {
  for (const file of files.filter((candidate) => !ran.has(candidate))) {
    failed += 1
    console.log(`✖ ${path.relative(root, file)} ran no test`)
  }
  process.exitCode = failed === 0 ? 0 : 1
  setImmediate(() => console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`))
})

/** A test declared by a suite has the suite's file as its own; `entryFile` is the file that was run. */
function noteFile(event: { file?: string | undefined }): void {
  const file = 'entryFile' in event && typeof event.entryFile === 'string' ? event.entryFile : event.file
  if (file !== undefined) ran.add(file)
}

/** With a process per file the runner reports the file itself as a test too; it guarantees nothing and is not counted. */
function isFile(name: string): boolean {
  return files.includes(path.resolve(root, name))
}
