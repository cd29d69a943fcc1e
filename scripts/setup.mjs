// Makes a fresh clone runnable, and is quick when nothing changed. Plain JavaScript for Node 18 or later, because the
// first run is on the machine's own Node: the pinned Node 26 comes out of the lock file like every other dependency.
//
//   node scripts/setup.mjs                 what running the service needs
//   node scripts/setup.mjs --development   also what the tests need
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeMajorWanted = 26
const lockPollMs = 200

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = path.join(root, 'node_modules', '.setup-stamp')
const lockFile = path.join(root, '.setup-lock')

/** A set-up that cannot go on; the message says what to do. */
class SetUpFault extends Error {}

/** What is installed, as one line: the lock file's hash, the platform, and whether the tests' packages are there. */
function stampFor(mode) {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.platform}-${process.arch} ${mode}`
}

function isInstalled(mode) {
  if (!existsSync(stampFile)) return false
  const stamp = readFileSync(stampFile, 'utf8')
  return stamp === stampFor('development') || (mode === 'production' && stamp === stampFor('production'))
}

// Two commands started together in an empty clone install once: the file is the lock, and names its holder, so that
// one left behind by a killed process is passed over.
function lock() {
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isAlive(readHolder())) rmSync(lockFile, { force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPollMs)
    }
  }
}

function readHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function install(mode) {
  const npm = process.env.npm_execpath
  // No dependency needs an install script to work, so none is run.
  const words = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(mode === 'production' ? ['--omit=dev'] : []),
  ]
  process.stderr.write('Setting up: installing the pinned dependencies, Node 26 among them (about 10 s, once).\n')
  const isScript = npm !== undefined && /\.c?js$/.test(npm)
  const [command, before] = isScript
    ? [process.execPath, [npm]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  // The child's output goes to standard error: standard output belongs to the command that is set up for.
  const done = spawnSync(command, [...before, ...words], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  })
  if (done.status !== 0) throw new SetUpFault('npm could not install the dependencies; its own message stands above.')
}

/** The Node that runs the service: the pinned one, or the machine's own when that is new enough. */
export function nodeToRun() {
  const pinned = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(pinned)) {
    const version = spawnSync(pinned, ['-v'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout ?? ''
    if (version.startsWith(`v${nodeMajorWanted}.`)) return pinned
  }
  if (Number(process.versions.node.split('.')[0]) >= nodeMajorWanted) return process.execPath
  throw new SetUpFault(
    `Node ${nodeMajorWanted} is needed, and no package of it exists for ${process.platform}-${process.arch}. Install Node ${nodeMajorWanted} yourself and start again.`,
  )
}

/** Installs what `mode` needs unless it is there; ends the process with a message when that cannot be done. */
export function setUp(mode) {
  if (isInstalled(mode)) return
  lock()
  try {
    if (!isInstalled(mode)) {
      install(mode)
      nodeToRun()
      writeFileSync(stampFile, stampFor(mode))
    }
  } catch (error) {
    if (!(error instanceof SetUpFault)) throw error
    process.stderr.write(`Setting up failed: ${error.message}\n`)
    process.exitCode = 1
  } finally {
    rmSync(lockFile, { force: true })
  }
  if (process.exitCode === 1) process.exit()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp(process.argv.includes('--development') ? 'development' : 'production')
}
