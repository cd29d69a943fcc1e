/** What a capability hands out of an account to its owner: everything that is theirs, nothing that is secret. */
import type { Database } from '../platform/database/database.ts'
import { type OwnRows, ownRows } from '../platform/database/own-rows.ts'
import type { Instant } from '../values/brussels.ts'

/** A file of the export: lines of JSON, in pages. */
export type ExportedFile = { name: string; rows: AsyncIterable<readonly object[]> }

export type ExportMeans = { database: Database; accountId: string; now: Instant }

export type Exporter = {
  /** The tables whose rows stand in its files. */
  tables: readonly string[]
  files(means: ExportMeans): readonly ExportedFile[]
}

/** An exporter of tables as they are, each under the name of its file. */
export function rowsExporter(files: Readonly<Record<string, OwnRows>>): Exporter {
  const listed = Object.entries(files)
  return {
    tables: listed.map(([, { table }]) => table),
    files: ({ database, accountId }) =>
      listed.map(([name, rows]) => ({ name, rows: ownRows(database, rows, accountId) })),
  }
}
