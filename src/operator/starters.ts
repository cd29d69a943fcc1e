/**
 * The programs that stand between a terminal or a supervisor and this process: npm, the shell that npm runs a script in, and
 * the launcher of `npx subsidies`. They do not all pass a signal on, and none can when it is killed, so this process watches
 * whether they are still there. A process that none of them started (by systemd, in a container) watches nothing.
 */
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The name of the variable in which `scripts/subsidies.mjs` says which process it is. */
const launcherName = 'SUBSIDIES_LAUNCHER_PID'
const lookEveryMs = 250
/** More than npm, its shell and the launcher; a bound for the walk up. */
const startersMax = 8

/** Calls `onEnded` once, when one of the programs that started this process has ended. `root`: the project's folder. */
export function watchStarters(environment: Environment, root: string, onEnded: () => void): void {
  const starters = startersOf(environment, root)
  if (starters.length === 0) return
  const timer = setInterval(() => {
    if (areThere(starters)) return
    clearInterval(timer)
    onEnded()
  }, lookEveryMs)
  timer.unref()
}

/** Process ids, from the parent of this process up to npm; empty where neither npm nor the launcher started it. */
function startersOf(environment: Environment, root: string): number[] {
  const launcher = Number(environment[launcherName] ?? Number.NaN)
  const script = environment.npm_lifecycle_event
  const isLaunched = Number.isInteger(launcher)
  // Scripts of others, which may leave this process in the background on purpose, are not watched.
  const isStart = script === 'start' && isManifestOf(root, environment.npm_package_json ?? '')
  if (!isLaunched && !isStart) return []
  const starters = [isLaunched ? launcher : process.ppid]
  if (!isStart && script !== 'npx') return starters
  for (let above = starters[0]; above !== undefined && starters.length < startersMax; ) {
    // What npm runs has the name of the script in its environment; npm itself has not.
    above = isRunBy(above, script) ? parentOf(above) : undefined
    if (above !== undefined) starters.push(above)
  }
  return starters
}

/** A process whose parent ends is given another one, at once. Where nobody can look, everything is taken to be there. */
function areThere(starters: readonly number[]): boolean {
  if (process.ppid !== starters[0]) return false
  return starters.slice(0, -1).every((starter, index) => {
    const parent = parentOf(starter)
    return parent === undefined || parent === starters[index + 1]
  })
}

/** Either may lead through a symbolic link. */
function isManifestOf(root: string, file: string): boolean {
  try {
    return realpathSync(file) === path.join(realpathSync(root), 'package.json')
  } catch {
    return false
  }
}

function isRunBy(pid: number, script: string): boolean {
  return textOf(pid, 'environ').split('\0').includes(`npm_lifecycle_event=${script}`)
}

/** `undefined` where the system does not tell, or the process is gone: then the one below it has another parent. */
function parentOf(pid: number): number | undefined {
  // "<pid> (<name>) <state> <parent> ...", where the name may hold anything.
  const parent = /.*\) \S (\d+) /s.exec(textOf(pid, 'stat'))?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** Linux alone has these files; elsewhere the parent is all that is watched. */
function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
