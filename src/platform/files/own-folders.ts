/** The folders that a running service has for itself, beside its store. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'

type Store = Pick<Database, 'engine'>

/**
 * Where the records of the catalogue are kept while the process runs: beside the embedded store, on the disk whose space
 * the operator looks after. The system's folder for temporary files is often a piece of memory, which it would fill.
 */
export function slabFolderOf({ engine }: Store, { dataDir }: Settings): string {
  return engine === 'sqlite' ? path.join(dataDir, 'slabs') : tmpdir()
}

/** Where what downloads are read from is kept: beside the store, on the disk that the operator looks after. */
export function exportFolderOf({ engine }: Store, { dataDir }: Settings): string {
  return engine === 'sqlite' || existsSync(dataDir) ? path.join(dataDir, 'exports') : tmpdir()
}
