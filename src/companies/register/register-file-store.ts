/** SQL of the register on the embedded engine, where it is a file of its own. */
import { DatabaseSync } from 'node:sqlite'
import type { Row } from '../../platform/database/database.ts'
import { SqliteConnection } from '../../platform/database/sqlite/connection.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ExtractHeader } from '../extract/extract-form.ts'
import type { LoadedExtract } from '../registered-company.ts'
import { type KeptRow, type KeptTable, kindCodes } from './kept-rows.ts'
import type { RegisterStanding } from './register-store.ts'
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

const types: Readonly<Record<string, string>> = {
  number: 'integer',
  enterprise: 'integer',
  entity: 'integer',
  kind: 'integer',
  is_active: 'integer',
  part: 'integer',
}
export const saying: Saying = {
  table: (name) => name,
  listOf: (expressions) => `json_group_array(json_array(${expressions}))`,
  joined: (expression) => `group_concat(${expression}, ',')`,
}
/** Pages that a load keeps in memory, in KiB. */
const cacheKib = 32 * 1024

/** A register that is read. */
export class RegisterReading {
  readonly #handle: DatabaseSync
  readonly #connection: SqliteConnection

  constructor(file: string) {
    this.#handle = new DatabaseSync(file, { readOnly: true })
    this.#connection = new SqliteConnection(this.#handle)
  }

  loaded(): LoadedExtract | null {
    const [header] = this.#connection.all<{ extract: number; day: string }>('select extract, day from header', [])
    return header === undefined ? null : { extract: header.extract, day: header.day }
  }

  standing(): RegisterStanding | null {
    const [row] = this.#connection.all(headerText(saying.table), [])
    return row === undefined ? null : standingIn(row)
  }

  rows<R extends Row>({ text, values }: Look): R[] {
    return this.#connection.all<R>(text, values)
  }

  close(): void {
    this.#handle.close()
  }
}

/** A register that is written, of which nobody knows before it is finished. */
export class RegisterWriting {
  readonly #handle: DatabaseSync
  readonly #connection: SqliteConnection

  /** `isEmpty`: the file is made; else it is a copy of one that stands. */
  constructor(file: string, isEmpty: boolean) {
    // A defensive handle would go on keeping a journal beside the file, which stays behind where the process is killed.
    this.#handle = new DatabaseSync(file, { defensive: false })
    this.#connection = new SqliteConnection(this.#handle)
    // What is left of it after a fault is taken away, so that nothing need be kept of what was before.
    this.#handle.exec(
      `pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
       pragma cache_size = -${cacheKib}; pragma temp_store = memory; pragma secure_delete = on`,
    )
    if (isEmpty) for (const table of keptTables) this.#handle.exec(tableText(table))
    this.#handle.exec('begin')
  }

  legalPersons(): Iterable<number> {
    const rows = this.#handle.prepare(`select number from enterprise where kind = ${kindCodes.legal_person}`).iterate()
    return Iterator.from(rows).map((row) => Number(row.number))
  }

  remover(table: KeptTable): (entity: number) => void {
    const statement = this.#handle.prepare(`delete from ${table} where ${entityColumn[table]} = ?`)
    return (entity) => void statement.run(entity)
  }

  putter(table: KeptTable): (row: KeptRow) => void {
    const places = columns[table].map(() => '?').join(', ')
    const statement = this.#handle.prepare(
      `insert or replace into ${table} (${columns[table].join(', ')}) values (${places})`,
    )
    return (row) => void statement.run(...row)
  }

  forget(enterprises: readonly number[]): void {
    takeOut(this.#connection, enterprises)
  }

  /** Writes what is left to write, which takes half a minute of a register of full size. */
  complete(header: ExtractHeader, fileName: string, at: Instant): void {
    for (const text of leftovers(saying.table)) this.#handle.exec(text)
    this.#handle.exec('create index if not exists establishment_of on establishment (enterprise, number)')
    const written = [...headerColumns, ...recordedColumns]
    const places = written.map((_, index) => `$${index + 1}`).join(', ')
    // Made anew: that of the register that stands may have been made before loads recorded all of it.
    this.#handle.exec(`drop table if exists header; create table header (${written.join(', ')})`)
    this.#connection.run(`insert into header (${written.join(', ')}) values (${places})`, [
      ...[header.number, header.day, header.kind, fileName, at],
      ...[0, 0, ...recorded],
    ])
    this.count()
  }

  /** Has the header tell how many it has. */
  count(): void {
    this.#handle.exec(`update header set (enterprises, establishments) = (${countsOf(saying.table)})`)
  }

  /** Closes it with what was written so far. */
  keep(): void {
    this.#handle.exec('commit')
    this.#handle.close()
  }

  close(): void {
    if (this.#handle.isOpen) this.#handle.close()
  }
}

function tableText(table: KeptTable): string {
  const written = columns[table].map((column) => `${column} ${types[column] ?? 'text'}`)
  const isByNumber = !keys[table].includes(',')
  // One whole number is the row's own place; other keys are the table itself.
  return `create table ${table} (${written.join(', ')}, primary key (${keys[table]}))${isByNumber ? '' : ' without rowid'}`
}

function takeOut(connection: SqliteConnection, enterprises: readonly number[]): void {
  for (const enterprise of enterprises) {
    for (const table of ['place', 'activity'])
      connection.run(
        `delete from ${table} where entity = $1 or entity in (select number from establishment where enterprise = $1)`,
        [enterprise],
      )
    connection.run('delete from name where enterprise = $1', [enterprise])
    connection.run('delete from establishment where enterprise = $1', [enterprise])
    connection.run('delete from enterprise where number = $1', [enterprise])
  }
}
