/** Programs of others that some tests run, each from a package of Debian. */
import { spawnSync } from 'node:child_process'

/** A check of the whole project says that nothing is skipped for want of them. */
export const areRequired = process.env.DEBIAN_TOOLS === 'required'

/**
 * Why tests that run a program are skipped; false where they run. A check of the whole project says that none may be skipped
 * (`areRequired`): then they fail where it is not there.
 */
export function toolMissing(program: string, debianPackage = program): string | false {
  if (areRequired || pathOf(program) !== null) return false
  return `there is no ${program} (apt-get install ${debianPackage})`
}

/** Where a program is; also where PATH of an ordinary user does not look. Null where there is none. */
export function pathOf(program: string): string | null {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin:/sbin" command -v ${program}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Runs a program to its end; throws where it fails, with what it said. Answers both of its outputs. */
export function runTool(program: string, words: readonly string[], environment: Record<string, string> = {}): string {
  const done = spawnSync(pathOf(program) ?? program, words, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
  })
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}`
  if (done.status !== 0)
    throw new Error(`${program} ${words.join(' ')}: ${done.error?.message ?? done.status}\n${said}`)
  return said
}
