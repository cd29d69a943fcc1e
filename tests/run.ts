/**
 * The whole check of the project: types, lint, every test file. Ends with one line, `N passed, N failed, N skipped`, and
 * fails when a test file that exists did not run. The store's suites run on the embedded store, and on PostgreSQL where
 * TEST_DATABASE_URL names a server on which databases may be made. What cannot run in every clone (no such server, no
 * saved data of the authorities) is skipped with its reason, and counted apart.
 */
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { pureSuites, readTree, sharingSuites } from './house/source-tree.ts'

const root = path.join(import.meta.dirname, '..')
const cacheFolder = path.join(root, 'node_modules', '.cache')
const testFileTimeoutMs = 300_000
const concurrentFiles = 2
/** Processes in which the suites run that only compute. */
const pureProcesses = 8
/** Of the suites with stores of their own that may share a process. */
const suitesTogether = 10
const slowestShown = 25
/** Of what a check says that finds faults. */
const checkBytesMax = 10_000_000

// Hundreds of processes load the same code: they find it compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(cacheFolder, 'compiled')

let passed = 0
let failed = 0
let skipped = 0

/**
 * One whole-project check that is a program of its own. It runs beside the first tests, which only compute; what it says is printed at
 * the end.
 */
async function check(name: string, command: string, words: string[]): Promise<string> {
  const bin = path.join(root, 'node_modules', '.bin', command)
  const options = { cwd: root, shell: process.platform === 'win32', maxBuffer: checkBytesMax }
  const faults = await new Promise<string | null>((resolve) => {
    execFile(bin, words, options, (fault, out, error) =>
      resolve(fault === null ? null : `${out}${error}` || `${fault.message}\n`),
    )
  })
  if (faults === null) passed += 1
  else failed += 1
  return faults === null ? `✔ ${name}` : `${faults}✖ ${name}`
}

const asked = process.argv.slice(2)
const checks =
  asked.length > 0
    ? []
    : [
        check('every file passes the type check', 'tsc', ['--noEmit', '-p', '.']),
        check('the code for browsers passes the type check', 'tsc', ['--noEmit', '-p', 'tsconfig.browser.json']),
        check('every file passes the linter and is formatted', 'biome', ['check', '.']),
      ]

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
const entries = inFewProcesses(files)
/** How long the tests of each file took together, in milliseconds. */
const took = new Map<string, number>()

const stream = run({
  files: entries,
  concurrency: concurrentFiles,
  timeout: testFileTimeoutMs,
  execArgv: ['--disable-warning=ExperimentalWarning'],
})
stream.on('test:pass', (event) => {
  noteFile(event)
  noteTime(event)
  if (event.details.type === 'suite' || isFile(event.name)) return
  if (event.skip === undefined || event.skip === false) passed += 1
  else skipped += 1
})
stream.on('test:fail', (event) => {
  noteFile(event)
  noteTime(event)
  if (event.details.type !== 'suite') failed += 1
})
stream.compose(spec()).pipe(process.stdout)
stream.on('end', async () => {
  for (const said of await Promise.all(checks)) console.log(said)
  for (const file of files.filter((candidate) => !ran.has(candidate))) {
    failed += 1
    console.log(`✖ ${path.relative(root, file)} ran no test`)
  }
  if (entries.length > 1) showSlowest()
  process.exitCode = failed === 0 ? 0 : 1
  setImmediate(() => console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`))
})

/**
 * A test declared by a helper has the helper's file as its own; `entryFile` is the file that was run. Where that one
 * loads many suites, each test's own file is the suite.
 */
function noteFile(event: { file?: string | undefined }): void {
  if (event.file !== undefined) ran.add(event.file)
  if ('entryFile' in event && typeof event.entryFile === 'string') ran.add(event.entryFile)
}

function noteTime(event: { file?: string | undefined; nesting: number; details: { duration_ms: number } }): void {
  if (event.nesting > 0 || event.file === undefined) return
  took.set(event.file, (took.get(event.file) ?? 0) + event.details.duration_ms)
}

/** With a process per file the runner reports the file itself as a test too; it guarantees nothing and is not counted. */
function isFile(name: string): boolean {
  return entries.includes(path.resolve(root, name))
}

/** What is run: suites that may share a process by files that load several of them, every other suite by itself. */
function inFewProcesses(suites: readonly string[]): string[] {
  if (suites.length <= pureProcesses) return [...suites]
  const texts = readTree(['src', 'tests'])
  const pure = pureSuites(texts)
  const sharing = sharingSuites(texts)
  const nameOf = (file: string): string => path.relative(root, file).replaceAll(path.sep, '/')
  const only = suites.filter((file) => pure.has(nameOf(file)))
  const withStores = suites.filter((file) => !pure.has(nameOf(file)) && sharing.has(nameOf(file)))
  const alone = suites.filter((file) => !pure.has(nameOf(file)) && !sharing.has(nameOf(file)))
  const loading = [
    ...loadedBy('pure', only, pureProcesses),
    ...loadedBy('sharing', withStores, Math.ceil(withStores.length / suitesTogether)),
  ]
  return [...loading, ...alone]
}

/** Files that load these suites, each so many of them. */
function loadedBy(name: string, suites: readonly string[], count: number): string[] {
  const folder = path.join(cacheFolder, 'suites')
  mkdirSync(folder, { recursive: true })
  return Array.from({ length: Math.min(count, suites.length) }, (_, index) => {
    const file = path.join(folder, `${name}-${index + 1}.mjs`)
    const own = suites.filter((_suite, at) => at % count === index)
    writeFileSync(file, own.map((suite) => `await import('${pathToFileURL(suite).href}')\n`).join(''))
    return file
  })
}

function showSlowest(): void {
  const byTime = [...took].toSorted(([, one], [, other]) => other - one)
  console.log(`\nThe slowest files, in seconds:`)
  for (const [file, durationMs] of byTime.slice(0, slowestShown))
    console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)}  ${path.relative(root, file)}`)
}
