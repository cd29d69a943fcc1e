/**
 * The register on PostgreSQL: tables of its own beside the store's. A full extract is copied into tables made beside, which then take the
 * names of those that stand; an update is one transaction on them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Reads, Row } from '../../platform/database/database.ts'
import {
  type CopiedRow,
  type OwnConnection,
  openOwnConnection,
} from '../../platform/database/postgres/own-connection.ts'
import { HeldByOthers, StoreError } from '../../platform/database/store-error.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ExtractHeader } from '../extract/extract-form.ts'
import type { LoadedExtract } from '../registered-company.ts'
import { type KeptTable, kindCodes, type LegalPersons } from './kept-rows.ts'
import { RegisterUnreadable } from './register-faults.ts'
import type { RegisterBuilding, RegisterStanding } from './register-store.ts'
import {
  columns,
  countsOf,
  entityColumn,
  headerColumns,
  headerText,
  keptTables,
  keys,
  type Look,
  leftovers,
  recorded,
  recordedColumns,
  type Saying,
  standingIn,
} from './register-tables-store.ts'

/** In the order in which they are locked to be renamed. */
const allTables = [...keptTables, 'header'] as const
type AnyTable = (typeof allTables)[number]

const nameOf = (table: AnyTable): string => `company_register_${table}`
const nextOf = (table: AnyTable): string => `${nameOf(table)}_next`
const oldOf = (table: AnyTable): string => `${nameOf(table)}_old`

export const saying: Saying = {
  table: nameOf,
  listOf: (expressions) => `cast(json_agg(json_build_array(${expressions})) as text)`,
  joined: (expression) => `string_agg(${expression}, ',')`,
}
const types: Readonly<Record<string, string>> = {
  number: 'bigint',
  enterprise: 'bigint',
  entity: 'bigint',
  kind: 'integer',
  is_active: 'integer',
  part: 'bigint',
}
const headerTypes: Readonly<Record<string, string>> = {
  extract: 'bigint',
  loaded_at: 'bigint',
  enterprises: 'bigint',
  establishments: 'bigint',
}
/** How long the change of names waits for readers before it lets them pass and tries again, and how often. */
const namesWaitMs = 200
const namesPauseMs = 100
const namesTriesMax = 600
const rowsPerPage = 50_000

/** Begins the next register, or the change of the one that stands, on a connection of its own. */
export async function beginOnServer(url: string, from: 'empty' | 'standing'): Promise<RegisterBuilding> {
  const connection = await openOwnConnection(url)
  try {
    return from === 'empty' ? await TablesBeside.begin(connection) : await TablesChanged.begin(connection)
  } catch (fault) {
    await connection.close()
    throw fault
  }
}

/** Takes out what is kept of enterprises. `confirm` throws where the turn to change the register is lost. */
export async function forgetOnServer(
  url: string,
  enterprises: readonly number[],
  confirm: () => Promise<void>,
): Promise<void> {
  const connection = await openOwnConnection(url)
  try {
    await confirm()
    if (await isThere(connection, nameOf('enterprise'))) await readable(takeOut(connection, nameOf, enterprises))
  } finally {
    await connection.close()
  }
}

/** The tables that stand, as readers ask them. */
export class ServerReading {
  readonly #database: Database
  /** Once there were tables there always are. */
  #isMade = false

  constructor(database: Database) {
    this.#database = database
  }

  async loaded(): Promise<LoadedExtract | null> {
    if (!(await this.hasTables(this.#database))) return null
    const asked = this.#database.one<{ extract: number; day: string }>(`select extract, day from ${nameOf('header')}`)
    const row = await readable(asked).catch((fault: unknown) => {
      // As with the other engine: a full file takes the place of one that cannot be read.
      if (fault instanceof RegisterUnreadable) return null
      throw fault
    })
    return row === null ? null : { extract: row.extract, day: row.day }
  }

  async standing(): Promise<RegisterStanding | null> {
    if (!(await this.hasTables(this.#database))) return null
    const row = await readable(this.#database.one(headerText(nameOf)))
    return row === null ? null : standingIn(row)
  }

  async mark(): Promise<string> {
    if (!(await this.hasTables(this.#database))) return ''
    const row = await this.#database.one<{ extract: number; loaded_at: number }>(
      `select extract, loaded_at from ${nameOf('header')}`,
    )
    return `${row?.extract} ${row?.loaded_at}`
  }

  /** The rows of a look. Planning it takes longer than the look: outside a transaction it is prepared once. */
  ask<R extends Row>(reads: Reads, { text, values }: Look): Promise<R[]> {
    return readable((isDatabase(reads) ? reads.counters : reads).all<R>(text, values))
  }

  /** A statement on tables that are not there would end the transaction that it stands in. */
  async hasTables(reads: Reads): Promise<boolean> {
    this.#isMade ||= (await reads.one(this.#database.dialect.tableNamed, [nameOf('header')])) !== null
    return this.#isMade
  }
}

/** What was asked of the register. Throws `RegisterUnreadable` where its tables are of another form, or not all there. */
async function readable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (fault) {
    throw fault instanceof StoreError && fault.fault === 'statement' ? new RegisterUnreadable(fault) : fault
  }
}

function isDatabase(reads: Reads): reads is Database {
  return 'counters' in reads
}

/** A full extract: tables beside those that stand. */
class TablesBeside implements RegisterBuilding {
  readonly #connection: OwnConnection

  private constructor(connection: OwnConnection) {
    this.#connection = connection
  }

  static async begin(connection: OwnConnection): Promise<TablesBeside> {
    await dropNext(connection)
    for (const table of allTables) await connection.run(`create table ${nextOf(table)} (${columnsText(table)})`)
    return new TablesBeside(connection)
  }

  async markLegalPersons(): Promise<void> {}

  async remove(): Promise<void> {}

  async put(table: KeptTable, rows: AsyncIterable<CopiedRow>): Promise<void> {
    await this.#connection.copyIn(nextOf(table), columns[table], rows)
    // An extract may have a row twice: the last one counts, as with the other engine.
    await this.#connection.run(
      `delete from ${nextOf(table)} a using (
         select ${keys[table]}, max(ctid) as last from ${nextOf(table)} group by ${keys[table]} having count(*) > 1
       ) b where (${qualified('a', keys[table])}) = (${qualified('b', keys[table])}) and a.ctid <> b.last`,
    )
    await this.#connection.run(`alter table ${nextOf(table)} add primary key (${keys[table]})`)
  }

  async forget(enterprises: readonly number[]): Promise<void> {
    await takeOut(this.#connection, nextOf, enterprises)
  }

  async complete(header: ExtractHeader, fileName: string, at: Instant): Promise<void> {
    await this.#connection.run(`create index on ${nextOf('establishment')} (enterprise, number)`)
    for (const text of leftovers(nextOf)) await this.#connection.run(text)
    await putHeader(this.#connection, nextOf, header, fileName, at)
    for (const table of allTables) await this.#connection.run(`analyze ${nextOf(table)}`)
  }

  async show(forgotten: readonly number[]): Promise<void> {
    await takeOutLast(this.#connection, nextOf, forgotten)
    await takeNames(this.#connection)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What cannot be taken away now is, at the next load.
    await dropNext(this.#connection).catch(() => {})
    await this.#connection.close()
  }
}

/** An update: one transaction on the tables that stand, which readers see when it is committed. */
class TablesChanged implements RegisterBuilding {
  readonly #connection: OwnConnection

  private constructor(connection: OwnConnection) {
    this.#connection = connection
  }

  static async begin(connection: OwnConnection): Promise<TablesChanged> {
    await connection.begin()
    return new TablesChanged(connection)
  }

  async markLegalPersons(into: LegalPersons): Promise<void> {
    const text = `select number from ${nameOf('enterprise')} where kind = ${kindCodes.legal_person}`
    for await (const rows of this.#connection.pages(text, rowsPerPage))
      for (const row of rows) into.set(Number(row.number), kindCodes.legal_person)
  }

  async remove(table: KeptTable, entities: AsyncIterable<number>): Promise<void> {
    await this.#connection.run('create temporary table leaving (entity bigint) on commit drop')
    await this.#connection.copyIn('leaving', ['entity'], rowsOf(entities))
    await this.#connection.run(
      `delete from ${nameOf(table)} where ${entityColumn[table]} in (select entity from leaving)`,
    )
    await this.#connection.run('drop table leaving')
  }

  async put(table: KeptTable, rows: AsyncIterable<CopiedRow>): Promise<void> {
    const names = columns[table].join(', ')
    const changed = columns[table].map((column) => `${column} = excluded.${column}`).join(', ')
    await this.#connection.run(`create temporary table coming (at bigserial, ${columnsText(table)}) on commit drop`)
    await this.#connection.copyIn('coming', columns[table], rows)
    await this.#connection.run(
      `insert into ${nameOf(table)} (${names}) select distinct on (${keys[table]}) ${names} from coming
       order by ${keys[table]}, at desc on conflict (${keys[table]}) do update set ${changed}`,
    )
    await this.#connection.run('drop table coming')
  }

  async forget(enterprises: readonly number[]): Promise<void> {
    await takeOut(this.#connection, nameOf, enterprises)
  }

  async complete(header: ExtractHeader, fileName: string, at: Instant): Promise<void> {
    for (const text of leftovers(nameOf)) await this.#connection.run(text)
    await putHeader(this.#connection, nameOf, header, fileName, at)
  }

  async show(forgotten: readonly number[]): Promise<void> {
    await takeOutLast(this.#connection, nameOf, forgotten)
    await this.#connection.commit()
  }

  /** What is not committed is taken back. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#connection.close()
  }
}

async function* rowsOf(entities: AsyncIterable<number>): AsyncGenerator<CopiedRow> {
  for await (const entity of entities) yield [entity]
}

function columnsText(table: AnyTable): string {
  if (table === 'header')
    return [
      ...headerColumns.map((column) => `${column} ${headerTypes[column] ?? 'text'} not null`),
      ...recordedColumns.map((column) => `${column} text`),
    ].join(', ')
  return columns[table].map((column) => `${column} ${types[column] ?? 'text'}`).join(', ')
}

function qualified(table: string, names: string): string {
  return names
    .split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ')
}

type Naming = (table: AnyTable) => string

async function takeOut({ run }: OwnConnection, naming: Naming, enterprises: readonly number[]): Promise<void> {
  if (enterprises.length === 0) return
  // As a parameter: what stands in a statement stands in the log of a server that writes statements down.
  const given = 'any (cast($1 as bigint[]))'
  await run(
    `with gone as (select number from ${naming('establishment')} where enterprise = ${given})
    , of_place as (delete from ${naming('place')} where entity = ${given} or entity in (select number from gone))
    , of_activity as (delete from ${naming('activity')} where entity = ${given} or entity in (select number from gone))
    , of_name as (delete from ${naming('name')} where enterprise = ${given})
    , of_establishment as (delete from ${naming('establishment')} where enterprise = ${given})
    delete from ${naming('enterprise')} where number = ${given}`,
    [enterprises],
  )
}

/** The same of a register that is complete, whose header tells how many it has. */
async function takeOutLast(connection: OwnConnection, naming: Naming, enterprises: readonly number[]): Promise<void> {
  if (enterprises.length === 0) return
  await takeOut(connection, naming, enterprises)
  await connection.run(`update ${naming('header')} set (enterprises, establishments) = (${countsOf(naming)})`)
}

/** `copyIn` takes the name of a file as it is. */
async function putHeader(
  connection: OwnConnection,
  naming: Naming,
  header: ExtractHeader,
  fileName: string,
  at: Instant,
): Promise<void> {
  const [counts] = await connection.run(countsOf(naming))
  await connection.run(`delete from ${naming('header')}`)
  await addRecordedColumns(connection, naming('header'))
  const row = [
    header.number,
    header.day,
    header.kind,
    fileName,
    at,
    Number(counts?.enterprises),
    Number(counts?.establishments),
    ...recorded,
  ]
  const rows = async function* (): AsyncGenerator<CopiedRow> {
    yield row
  }
  await connection.copyIn(naming('header'), [...headerColumns, ...recordedColumns], rows())
}

/** To the header of a register that was loaded before loads recorded them; where they are there nobody waits for a lock of the table. */
async function addRecordedColumns({ run }: OwnConnection, header: string): Promise<void> {
  const standing = await run(
    `select attname from pg_attribute where attrelid = to_regclass('${header}') and attnum > 0 and not attisdropped`,
  )
  const names = standing.map(({ attname }) => attname)
  for (const column of recordedColumns)
    if (!names.includes(column)) await run(`alter table ${header} add column ${column} text`)
}

/**
 * Gives the tables made beside the names of those that stand. A statement of a reader that has begun holds the old ones, and the change
 * of names has all of them or waits, so that every statement reads one register; who reads meanwhile waits no longer than `namesWaitMs`.
 */
async function takeNames(connection: OwnConnection): Promise<void> {
  const { run } = connection
  for (let tries = 1; ; tries += 1) {
    await connection.begin()
    try {
      await run(`set local lock_timeout = ${namesWaitMs}`)
      for (const table of allTables) {
        if (!(await isThere({ run }, nameOf(table)))) continue
        await run(`lock table ${nameOf(table)} in access exclusive mode`)
      }
      for (const table of allTables) {
        await run(`alter table if exists ${nameOf(table)} rename to ${oldOf(table)}`)
        await run(`alter table ${nextOf(table)} rename to ${nameOf(table)}`)
      }
      await connection.commit()
      break
    } catch (fault) {
      await connection.rollback()
      if (tries >= namesTriesMax || !(fault instanceof HeldByOthers)) throw fault
      await pause(namesPauseMs)
    }
  }
  for (const table of allTables)
    await run(`drop table if exists ${oldOf(table)}`).catch((fault: unknown) => {
      // Somebody reads in it still. The register has been replaced all the same, and the next load drops the old table.
      if (!(fault instanceof HeldByOthers)) throw fault
    })
}

async function dropNext({ run }: OwnConnection): Promise<void> {
  for (const table of allTables) await run(`drop table if exists ${nextOf(table)}, ${oldOf(table)}`)
}

async function isThere({ run }: Pick<OwnConnection, 'run'>, name: string): Promise<boolean> {
  const [row] = await run(`select to_regclass('${name}') as found`)
  return row?.found !== null
}
