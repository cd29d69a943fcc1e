/** What a command is given by the process it runs in. Nothing is opened before a command asks for it. */
import type { BackupHeader } from '../backup/file/header.ts'
import type { Restored } from '../backup/restore.ts'
import type { IngestionMeans } from '../ingestion/runs/means.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../platform/settings.ts'
import type { Streams } from './output.ts'

export type Role = 'all' | 'api' | 'worker'

export type Host = {
  streams: Streams
  /** Whether standard error is a terminal: progress is then drawn, else told in lines. */
  isTerminal: boolean
  clock: Clock
  /** Throws `WrongSetting`. */
  settings(): Settings
  /** Of the release. */
  version: string
  /**
   * Opens the store at its newest migration, hands it to the work, and closes it. Links of events lead to where the
   * service was last started. Throws a `CommandFault` where there is no store: a command makes none.
   */
  withStore<T>(work: (store: CommandStore) => Promise<T>): Promise<T>
  /**
   * The same, for commands about sources: those that the service was last started with. Throws `WrongSetting` when this
   * process was given another list. On a store without a list its own is taken over.
   */
  withSources<T>(work: (store: CommandStore) => Promise<T>): Promise<T>
  /** Brings the store to the newest migration; answers the names of those applied. `makesLost`: see `platform/database/migrations.ts`. */
  migrate(makesLost: boolean): Promise<string[]>
  /** Writes a backup of the store, or its ledger, or both; see `backup/`. Paths are absolute. */
  backUp(asked: BackupAsked): Promise<BackedUp>
  /** Puts a backup in the place of the store, or where there is none. */
  restore(asked: RestoreAsked): Promise<Restored>
  /** Runs the service until it is told to stop; `json`: what it prints at the start is one JSON document. */
  serve(role: Role, json: boolean): Promise<void>
  /** The key that a customer's command was given: SUBSIDIES_KEY, else the first line of standard input; '': none. */
  customerKey(): Promise<string>
  /**
   * The service that a customer's command asks, and what names it: SUBSIDIES_URL, else the address under which the store's service was
   * last started; null: neither is there.
   */
  customerService(): Promise<{ name: string; url: string } | null>
  /** The OpenAPI document for the configured address: of the API, or of the dashboard's own routes. */
  openApiDocument(ofDashboard: boolean): Promise<unknown>
  /** Aborts when the process is told to stop. A command that does not look at it is ended at once, as any program. */
  signal: AbortSignal
}

/** Rows that were written so far, and of which table the last of them are. */
export type RowsProgress = (table: string, rows: number) => void
export type BackupAsked = { to: string | null; ledger: string | null; onProgress: RowsProgress }
export type BackedUp = { backup: { header: BackupHeader; bytes: number } | null; ledgerRows: number | null }
export type RestoreAsked = {
  from: string
  ledgers: readonly string[]
  replaces: boolean
  withoutLedger: boolean
  withoutSecrets: boolean
  onProgress: RowsProgress
}

export type OpenStore = { database: Database; means: IngestionMeans }
/** `means`: what reading and publishing work with, loaded when a command asks for it. */
export type CommandStore = { database: Database; baseUrl: string; means(): Promise<IngestionMeans> }
