/**
 * A connection of its own, outside the pool, for work in which rows stream into tables (`COPY`): minutes of it hold up nobody who wants
 * a connection of the pool. Every statement is a transaction of its own, or stands between `begin` and `commit`.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StoreError } from '../store-error.ts'
import { faultOf } from './faults.ts'

export type CopiedRow = readonly (string | number | null)[]

export type OwnConnection = {
  /** The rows of a statement; each of its parameters is a list of whole numbers. */
  run(text: string, values?: readonly (readonly number[])[]): Promise<Record<string, unknown>[]>
  /** Puts rows into a table in the order in which they come; all of them or none. */
  copyIn(table: string, columns: readonly string[], rows: AsyncIterable<CopiedRow>): Promise<void>
  /** The rows of a statement without parameters, so many at a time; inside a transaction. */
  pages(text: string, rowsPerPage: number): AsyncGenerator<Record<string, unknown>[]>
  close(): Promise<void>
}

const connectMs = 3_000
/** Long work takes one processor of the server: the others are for requests that wait for an answer. */
const oneProcessAlone = 'set max_parallel_workers_per_gather = 0; set max_parallel_maintenance_workers = 0'
/** A bound that the role or the database sets for short statements does not end this work. */
const asLongAsItTakes = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'
/** A statement that waits longer for a table, which another connection holds, fails as `HeldByOthers`. */
const tableWait = "set lock_timeout = '5s'"
/** Text that is sent at once. */
const chunkCharacters = 64 * 1024

export async function openOwnConnection(url: string): Promise<OwnConnection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    fallback_application_name: 'subsidies',
  })
  // A connection that is lost fails whatever is asked of it next.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`${oneProcessAlone}; ${asLongAsItTakes}; ${tableWait}`)
  } catch (fault) {
    throw new StoreError('unavailable', fault instanceof Error ? fault.message : String(fault), fault)
  }
  const run = async (text: string, values: readonly (readonly number[])[] = []): Promise<Record<string, unknown>[]> => {
    try {
      return (await client.query(text, [...values])).rows
    } catch (fault) {
      throw faultOf(fault)
    }
  }
  return {
    run,
    async copyIn(table, columns, rows) {
      let rowsFault: unknown = null
      const lines = async function* (): AsyncGenerator<string> {
        try {
          yield* chunksOf(rows)
        } catch (fault) {
          rowsFault = fault
          throw fault
        }
      }
      try {
        await pipeline(
          Readable.from(lines(), { objectMode: false }),
          client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
        )
      } catch (fault) {
        throw rowsFault ?? faultOf(fault)
      }
    },
    async *pages(text, rowsPerPage) {
      await run(`declare reading cursor for ${text}`)
      for (;;) {
        const rows = await run(`fetch ${rowsPerPage} from reading`)
        if (rows.length > 0) yield rows
        if (rows.length < rowsPerPage) break
      }
      await run('close reading')
    },
    close: () => client.end(),
  }
}

async function* chunksOf(rows: AsyncIterable<CopiedRow>): AsyncGenerator<string> {
  let chunk = ''
  for await (const row of rows) {
    chunk += `${row.map(copied).join('\t')}\n`
    if (chunk.length < chunkCharacters) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of `COPY`. PostgreSQL has no text with a zero byte. */
function copied(value: string | number | null): string {
  if (value === null) return '\\N'
  return String(value)
    .replaceAll('\0', '')
    .replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}
