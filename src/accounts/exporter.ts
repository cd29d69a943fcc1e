/** What a capability hands out of an account to its owner: everything that is theirs, nothing that is secret. */
import type { Database } from '../platform/database/database.ts'
import { type OwnRows, ownRows } from '../platform/database/own-rows.ts'
import type { Instant } from '../values/brussels.ts'

/** A file of the export: lines of JSON, in pages. */
type ExportedFile = { name: string; rows: AsyncIterable<readonly object[]> }

type ExportMeans = { database: Database; accountId: string; now: Instant }

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

/** The account, its keys without what opens the API, and what was done to it. */
export const accountExporter = rowsExporter({
  account: {
    table: 'account',
    columns: {
      ...{ id: 'plain', email: 'plain', email_verified: 'flag', language: 'plain' },
      ...{ plan: 'plain', plan_by: 'plain', created_at: 'moment' },
    },
    order: ['id'],
    whose: 'id = $1',
  },
  keys: {
    table: 'api_key',
    columns: {
      ...{ id: 'plain', name: 'plain', mode: 'plain', prefix: 'plain' },
      ...{ created_at: 'moment', revoked_at: 'moment' },
    },
    order: ['id'],
  },
  plan_gains: { table: 'capability_gain', columns: { capability: 'plain' }, order: ['capability'] },
  audit: {
    table: 'audit_entry',
    columns: {
      ...{ id: 'plain', at: 'moment', actor: 'plain', key_id: 'plain' },
      ...{ action: 'plain', subject: 'plain', about: 'json' },
    },
    order: ['id'],
  },
})
