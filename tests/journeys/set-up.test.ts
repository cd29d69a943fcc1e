/** `npm start`, `npm test` and `npx subsidies` in a clone: dependencies are installed once, however often and at once they are given. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { projectRoot, type StartedProcess, startProgram } from '../harness/started-process.ts'

/** As npm does: empties the folder, takes its time, puts Node there. Notes every call, and fails where it is told to. */
const npmStandIn = `
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
const words = process.argv.slice(2).join(' ')
appendFileSync('calls.txt', words + '\\n')
console.log('noise of npm')
rmSync('node_modules', { recursive: true, force: true })
await new Promise((resolve) => setTimeout(resolve, 150))
if (existsSync('fails')) process.exit(1)
mkdirSync('node_modules/.bin', { recursive: true })
symlinkSync(process.execPath, 'node_modules/.bin/node')
`

type Clone = {
  folder: string
  /** The words of every installation so far. */
  installations(): Promise<string[]>
  setUp(...words: string[]): StartedProcess
  /** \`npx subsidies\`: a program that prints its words and its folder stands for the service's. */
  subsidies(...words: string[]): StartedProcess
  [Symbol.asyncDispose](): Promise<void>
}

async function freshClone(): Promise<Clone> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-'))
  const npm = path.join(folder, 'npm-cli.js')
  await mkdir(path.join(folder, 'scripts'))
  await mkdir(path.join(folder, 'src'))
  for (const script of ['setup.mjs', 'subsidies.mjs']) {
    await copyFile(path.join(projectRoot, 'scripts', script), path.join(folder, 'scripts', script))
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'package-lock.json'), '{ "lockfileVersion": 3 }')
  await writeFile(
    path.join(folder, 'src', 'begin.mjs'),
    'console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)]))',
  )
  await writeFile(npm, npmStandIn)
  const start = (script: string, words: string[]): StartedProcess =>
    startProgram(process.execPath, [path.join(folder, 'scripts', script), ...words], {
      environment: { npm_execpath: npm },
      cwd: path.join(folder, 'src'),
    })
  return {
    folder,
    installations: async () => {
      const calls = path.join(folder, 'calls.txt')
      return existsSync(calls) ? (await readFile(calls, 'utf8')).trim().split('\n') : []
    },
    setUp: (...words) => start('setup.mjs', words),
    subsidies: (...words) => start('subsidies.mjs', words),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function succeeds(program: StartedProcess): Promise<string> {
  const { code } = await program.end()
  assert.equal(code, 0, program.error)
  return program.out
}

const isProduction = (words: string): boolean => words.includes('--omit=dev')

test('the first command installs the pinned dependencies without their scripts, the next ones nothing', async () => {
  await using clone = await freshClone()
  assert.equal(await succeeds(clone.setUp()), '', 'standard output belongs to the command')
  assert.deepEqual(await clone.installations(), [
    'ci --ignore-scripts --no-audit --no-fund --loglevel=error --omit=dev',
  ])
  await succeeds(clone.setUp())
  assert.equal((await clone.installations()).length, 1)
  await succeeds(clone.setUp('--development'))
  await succeeds(clone.setUp())
  assert.deepEqual(
    (await clone.installations()).map(isProduction),
    [true, false],
    'what the tests need holds what runs',
  )
})

test('a changed lock file, and a folder that was removed, are installed anew', async () => {
  await using clone = await freshClone()
  await succeeds(clone.setUp())
  await writeFile(path.join(clone.folder, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }')
  await succeeds(clone.setUp())
  await rm(path.join(clone.folder, 'node_modules'), { recursive: true })
  await succeeds(clone.setUp())
  assert.equal((await clone.installations()).length, 3)
})

test('a changed lock file takes the packages of the tests from nobody who has them', async () => {
  await using clone = await freshClone()
  await succeeds(clone.setUp('--development'))
  await writeFile(path.join(clone.folder, 'package-lock.json'), '{ "lockfileVersion": 3, "changed": true }')
  await succeeds(clone.setUp())
  await succeeds(clone.setUp('--development'))
  assert.deepEqual(
    (await clone.installations()).filter((words) => words.includes('--omit=dev')),
    [],
  )
})

test('commands given at once in a fresh clone install once', async () => {
  await using clone = await freshClone()
  await Promise.all([clone.setUp(), clone.setUp(), clone.subsidies('doctor')].map(succeeds))
  assert.equal((await clone.installations()).length, 1)
  assert.deepEqual(
    (await readdir(clone.folder)).filter((name) => name.startsWith('.setup-lock')),
    [],
  )
})

test('the lock of a killed set-up is passed over, one without a name after a while, and that of a living one waited for', async () => {
  const ended = startProgram(process.execPath, ['-e', ''], { environment: {} })
  await ended.end()
  for (const [name, agedSeconds] of [
    [String(ended.child.pid), 0],
    ['', 60],
  ] as const) {
    await using clone = await freshClone()
    const lock = path.join(clone.folder, '.setup-lock')
    await writeFile(lock, name)
    const written = Date.parse('2026-01-01') / 1_000
    if (agedSeconds > 0) await utimes(lock, written, written)
    await Promise.all([clone.setUp(), clone.setUp()].map(succeeds))
    assert.equal((await clone.installations()).length, 1)
  }

  await using clone = await freshClone()
  const lock = path.join(clone.folder, '.setup-lock')
  await writeFile(lock, String(process.pid))
  const waiting = clone.setUp()
  await waiting.printed(/^Another command is setting up; waiting for it\.$/m, 'error')
  assert.deepEqual(await clone.installations(), [])
  await rm(lock)
  await succeeds(waiting)
  assert.equal((await clone.installations()).length, 1)
})

test('a set-up that fails says so, leaves no lock, and is made again by the next command', async () => {
  await using clone = await freshClone()
  const fails = path.join(clone.folder, 'fails')
  await writeFile(fails, '')
  const plain = clone.setUp()
  assert.equal((await plain.end()).code, 1)
  assert.match(plain.error, /^Setting up failed: npm could not install/m)
  const json = clone.subsidies('accounts', 'list', '--json')
  assert.equal((await json.end()).code, 1)
  assert.equal(JSON.parse(json.out).error.code, 'set_up_failed')
  await rm(fails)
  await succeeds(clone.setUp())
})

test('a pinned Node that does not start says why, and which library of the system it lacks', async () => {
  await using clone = await freshClone()
  const script = path.join(clone.folder, 'scripts', 'setup.mjs')
  // Of a version that no machine has yet, so that the Node of this test is no way out.
  await writeFile(script, (await readFile(script, 'utf8')).replace('nodeMajorWanted = 26', 'nodeMajorWanted = 99'))
  const npm = `
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('node_modules/.bin', { recursive: true })
writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory" >&2\\nexit 127\\n', { mode: 0o755 })
`
  await writeFile(path.join(clone.folder, 'npm-cli.js'), npm)
  const program = clone.setUp()
  const { code } = await program.end()
  assert.equal(code, 1)
  assert.match(program.error, /Node 99 is needed.*libatomic\.so\.1: cannot open.*apt-get install libatomic1/)
  assert.equal(existsSync(path.join(clone.folder, 'node_modules', '.setup-stamp')), false)
})

test('a folder of packages that is a link is never installed into: what it leads to would be emptied', async () => {
  await using clone = await freshClone()
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'subsidies-'))
  try {
    await writeFile(path.join(elsewhere, 'kept'), '')
    await symlink(elsewhere, path.join(clone.folder, 'node_modules'))
    const refused = clone.setUp()
    assert.equal((await refused.end()).code, 1)
    assert.match(refused.error, /node_modules is a link/)
    assert.deepEqual(await clone.installations(), [])
    assert.ok(existsSync(path.join(elsewhere, 'kept')))
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})

test('the clients that some tests need are installed beside, once, and a clone that cannot have them goes on', async () => {
  await using clone = await freshClone()
  const clients = path.join(clone.folder, 'tests', 'mcp', 'clients')
  await mkdir(clients, { recursive: true })
  await writeFile(path.join(clients, 'package-lock.json'), '{ "lockfileVersion": 3 }')
  const stamp = path.join(clients, 'node_modules', '.setup-stamp')
  await succeeds(clone.setUp())
  assert.ok(!existsSync(path.join(clients, 'calls.txt')), 'what runs the service has no need of them')

  await writeFile(path.join(clients, 'fails'), '')
  const without = clone.setUp('--development')
  assert.equal((await without.end()).code, 0)
  assert.match(without.error, /^npm could not install them; .* The tests with them are skipped\.$/m)
  assert.ok(!existsSync(stamp))

  await rm(path.join(clients, 'fails'))
  await succeeds(clone.setUp('--development'))
  assert.ok(existsSync(stamp))
  await succeeds(clone.setUp('--development'))
  const calls = (await readFile(path.join(clients, 'calls.txt'), 'utf8')).trim().split('\n')
  assert.deepEqual(calls, Array(2).fill('ci --ignore-scripts --no-audit --no-fund --loglevel=error --omit=optional'))
  assert.equal((await clone.installations()).length, 2)
})

test('npx subsidies hands over the words, the folder it was given in, and the exit status', async () => {
  await using clone = await freshClone()
  const out = await succeeds(clone.subsidies('ingest', 'city', '--file', './a b.json'))
  const folder = path.join(clone.folder, 'src')
  assert.deepEqual(JSON.parse(out).slice(1), ['ingest', 'city', '--file', './a b.json'])
  assert.equal(path.basename(JSON.parse(out)[0]), path.basename(folder))
  await writeFile(path.join(folder, 'begin.mjs'), 'process.exit(3)')
  assert.equal((await clone.subsidies('ingest').end()).code, 3)

  await writeFile(
    path.join(folder, 'begin.mjs'),
    `process.once('SIGTERM', () => process.exit(7)); setInterval(() => {}, 9); console.log('up')`,
  )
  const service = clone.subsidies('serve')
  await service.printed(/up/)
  service.signal('SIGTERM')
  assert.deepEqual(await service.end(), { code: 7, signal: null })
})
