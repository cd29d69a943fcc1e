/**
 * Programs that refuse to be run by root (PostgreSQL, PgBouncer): as whom they are run here, and the folders that they can
 * write in.
 */
import { execFileSync } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type ServerUser = { uid?: number; gid?: number }

/** Root runs them as `postgres`, everybody else as themselves. */
export const serverUser: ServerUser = process.getuid?.() === 0 ? idsOf('postgres') : {}

function idsOf(name: string): ServerUser {
  const id = (of: string): number => Number(execFileSync('id', [of, name], { encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return {}
  }
}

/** A new folder of the user's. */
export async function serverFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-server-'))
  if (serverUser.uid !== undefined && serverUser.gid !== undefined) await chown(folder, serverUser.uid, serverUser.gid)
  return folder
}
