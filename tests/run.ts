/**
 * The whole check of the project: types, lint, every test file. Ends with one line, `N passed, N failed, N skipped`, and
 * fails when a test file that exists did not run. The store's suites run on the embedded store, and on PostgreSQL where
 * TEST_DATABASE_URL names a server on which databases may be made. What cannot run in every clone (no such server, no
 * saved data of the authorities) is skipped with its reason, and counted apart.
 */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { pureSuites, readTree, sharingSuites } from './house/source-tree.ts'

const root = path.join(import.meta.dirname, '..')
const cacheFolder = path.join(root, 'node_modules', '.cache')
const testFileTimeoutMs = 600_000
const concurrentFiles = 3
/** Processes in which the suites run that only compute. */
const pureProcesses = 8
/** Of the other suites that may share a process, those with stores and services of their own among them. */
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
const suitesAsked = new Set(files)
/** Suites of which a test was told of, and how long each took, in milliseconds. */
const took = new Map<string, number>()
/** Suites of which a test was not skipped. */
const ran = new Set<string>()
const entries = inFewProcesses(files)
/** Tests of a file that were told of since its last test at the top, and those of them that were not skipped. */
let inside = { tests: 0, ran: 0 }

const stream = run({
  files: entries,
  concurrency: concurrentFiles,
  timeout: testFileTimeoutMs,
  execArgv: ['--disable-warning=ExperimentalWarning'],
})
stream.on('test:pass', (event) => {
  const isTest = event.details.type !== 'suite' && !isEntry(event.name)
  const isSkipped = event.skip !== undefined && event.skip !== false
  note(event, isTest, isSkipped)
  if (isTest && isSkipped) skipped += 1
  else if (isTest) passed += 1
})
stream.on('test:fail', (event) => {
  const isTest = event.details.type !== 'suite'
  note(event, isTest, false)
  const { failureType } = event.details.error as { failureType?: string }
  // A file that fails by itself, as by a hook or by being loaded, has no test that says so.
  if (isTest || (event.nesting === 0 && failureType !== 'subtestsFailed')) failed += 1
})
stream.compose(spec()).pipe(process.stdout)
stream.on('end', async () => {
  for (const said of await Promise.all(checks)) console.log(said)
  for (const file of files.filter((candidate) => !took.has(candidate))) {
    failed += 1
    console.log(`✖ ${path.relative(root, file)} ran no test`)
  }
  for (const file of took.keys())
    if (suitesAsked.has(file) && !ran.has(file)) console.log(`﹣ ${path.relative(root, file)} skipped all its tests`)
  if (entries.length > 1) showSlowest()
  process.exitCode = failed === 0 ? 0 : 1
  setImmediate(() => console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`))
})

type Told = { name: string; file?: string | undefined; nesting: number; details: { duration_ms: number } }

/**
 * Notes of which suite a test is, at each one that stands at the top of its file: where a file loads several suites, that is the
 * suite itself, named by its file. A test that a helper declares has the helper's file as its own; `entryFile` is the file that was
 * run.
 */
function note(event: Told, isTest: boolean, isSkipped: boolean): void {
  if (isTest) inside.tests += 1
  if (isTest && !isSkipped) inside.ran += 1
  if (event.nesting > 0) return
  const named = path.resolve(root, event.name)
  const declared = 'entryFile' in event && typeof event.entryFile === 'string' ? event.entryFile : event.file
  const suite = suitesAsked.has(named) ? named : declared
  if (suite !== undefined && inside.tests > 0) took.set(suite, (took.get(suite) ?? 0) + event.details.duration_ms)
  if (suite !== undefined && inside.ran > 0) ran.add(suite)
  inside = { tests: 0, ran: 0 }
}

/** With a process per file the runner reports the file itself as a test too; it guarantees nothing and is not counted. */
function isEntry(name: string): boolean {
  return entries.includes(path.resolve(root, name))
}

/** What is run: suites that may share a process by files that load several of them, every other suite by itself. */
function inFewProcesses(suites: readonly string[]): string[] {
  if (suites.length <= pureProcesses) return [...suites]
  const texts = readTree(['src', 'tests'])
  const pure = pureSuites(texts)
  const sharing = sharingSuites(texts)
  const only = suites.filter((file) => pure.has(nameOf(file)))
  const withStores = suites.filter((file) => !pure.has(nameOf(file)) && sharing.has(nameOf(file)))
  const alone = suites.filter((file) => !pure.has(nameOf(file)) && !sharing.has(nameOf(file)))
  const shared = [
    ...loadedBy('pure', only, pureProcesses),
    ...loadedBy('sharing', withStores, Math.ceil(withStores.length / suitesTogether)),
  ]
  return [...shared, ...alone]
}

/** Files that load these suites, each so many of them. */
function loadedBy(name: string, suites: readonly string[], count: number): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-suites-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return Array.from({ length: Math.min(count, suites.length) }, (_, index) => {
    const file = path.join(folder, `${name}-${index + 1}.mjs`)
    const own = suites.filter((_suite, at) => at % count === index)
    writeFileSync(file, `import { suite } from 'node:test'\n${own.map(loading).join('')}`)
    return file
  })
}

/** A line that loads a suite with hooks of its own. */
function loading(suite: string): string {
  return `suite('${nameOf(suite)}', async () => { await import('${pathToFileURL(suite).href}') })\n`
}

/** A file as the house rules name it: by its path from the project's root, with `/`. */
function nameOf(file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

function showSlowest(): void {
  const byTime = [...took].toSorted(([, one], [, other]) => other - one)
  console.log(`\nThe slowest files, in seconds:`)
  for (const [file, durationMs] of byTime.slice(0, slowestShown))
    console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)}  ${path.relative(root, file)}`)
}
