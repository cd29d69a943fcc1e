/** What stands between processes in an installation of several (PgBouncer, HAProxy): where it is missing, tests say so. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const isRequired = process.env.MIDDLE_PROGRAMS === 'required'

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
const found = (name: string): string | null =>
  folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null

export const pgbouncer = found('pgbouncer')
export const haproxy = found('haproxy')
/** The folder of the newest PostgreSQL server's programs. */
export const serverPrograms = newestServer()

/** Why tests are skipped; false where they run. A check of the whole project says that none may be skipped. */
const reason = (isThere: boolean, why: string): string | false => (isThere || isRequired ? false : why)
export const pgbouncerMissing = reason(pgbouncer !== null, 'pgbouncer is not installed')
export const haproxyMissing = reason(haproxy !== null, 'haproxy is not installed')
export const serverMissing = reason(serverPrograms !== null, 'no PostgreSQL server of 15 or later is installed')

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
