/** What stands between processes in an installation of several (PgBouncer, HAProxy): where it is missing, tests say so. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { areRequired, pathOf, toolMissing } from './debian-tools.ts'

export const pgbouncer = pathOf('pgbouncer')
export const haproxy = pathOf('haproxy')
/** The folder of the newest PostgreSQL server's programs. */
export const serverPrograms = newestServer()

export const pgbouncerMissing = toolMissing('pgbouncer')
export const haproxyMissing = toolMissing('haproxy')
/** Why tests are skipped; false where they run. A check of the whole project says that none may be skipped. */
export const serverMissing =
  serverPrograms !== null || areRequired ? false : 'no PostgreSQL server of 15 or later is installed'

function newestServer(): string | null {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return null
  const versions = readdirSync(root)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((left, right) => right - left)
  return (
    versions
      .map((version) => path.join(root, String(version), 'bin'))
      .find((folder) => spawnSync(path.join(folder, 'initdb'), ['--version']).status === 0) ?? null
  )
}
