/**
 * The register's open data as it is published: a zip with one CSV a table (KBO Open Data cookbook R018.00). What is read stands in
 * `extract-form.ts`; other members, with contact data among them, are never opened. Every member is read as a stream, so that a file of any size
 * takes the same memory.
 */
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { CsvError, type Parser, parse } from 'csv-parse'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ExtractFault } from './extract-fault.ts'
import { type ExtractHeader, type ExtractRow, readColumns, type Table, tableNames } from './extract-form.ts'
import { dayIn } from './register-text.ts'

export type Extract = Disposable & {
  /** The name of its file, without a folder. */
  fileName: string
  header: ExtractHeader
  /** The rows of a table of a full file; of an update those that are to be put in. Throws `ExtractFault`. */
  rows(table: Table): AsyncGenerator<ExtractRow>
  /** Of an update: the first column of each row, which names an entity whose rows of that table go. */
  deleted(table: Table): AsyncGenerator<ExtractRow>
  /** Of all that is read: bytes unpacked so far, and in all. */
  progress(): { doneBytes: number; totalBytes: number }
}

/** The published files unpack to some 3 GB; what is beyond this is none of them. */
const unpackedBytesMax = 32 * 1024 ** 3
/** How many times smaller a member may be packed: those of the register are 10 to 25 times. */
const packedTimesMax = 200
const membersMax = 1_000
/** The longest name has 320 characters. */
const rowCharactersMax = 64 * 1024
const headerRowsMax = 100

/** Opens a file and reads what it says of itself. Throws `ExtractFault` where it is none of the register's. */
export async function openExtract(file: string): Promise<Extract> {
  const fileName = path.basename(file)
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((fault: NodeJS.ErrnoException) => {
    throw new ExtractFault(whyNotOpened(file, fault), fault)
  })
  try {
    const entries = await entriesOf(zip, fileName)
    const header = await headerOf(zip, entries, fileName)
    const read = tableNames.flatMap((table) => membersOf(table, header.kind))
    const missing = read.filter((name) => !entries.has(name))
    if (missing.length > 0)
      throw new ExtractFault(
        `${fileName} has no ${missing.join(', ')}. Give the zip as it was downloaded, with all of its files.`,
      )
    let doneBytes = 0
    const totalBytes = read.reduce((sum, name) => sum + (entries.get(name)?.uncompressedSize ?? 0), 0)
    const rowsOf = (member: string, columns: readonly string[]) =>
      csvRows(zip, entries, member, columns, (bytes) => {
        doneBytes += bytes
      })
    return {
      ...{ fileName, header },
      rows: (table) => rowsOf(header.kind === 'full' ? `${table}.csv` : `${table}_insert.csv`, readColumns[table]),
      deleted: (table) => rowsOf(`${table}_delete.csv`, readColumns[table].slice(0, 1)),
      progress: () => ({ doneBytes, totalBytes }),
      [Symbol.dispose]: () => zip.close(),
    }
  } catch (fault) {
    zip.close()
    throw fault
  }
}

function whyNotOpened(file: string, { code, message }: NodeJS.ErrnoException): string {
  const fileName = path.basename(file)
  switch (code) {
    case 'ENOENT':
      return `${file} is not there. Give the zip of the register's open data as it was downloaded.`
    case 'EISDIR':
      return `${file} is a folder. Give the zip of the register's open data as it was downloaded, and do not unpack it.`
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read by whoever runs this command. Give it to them, or run the command as its owner.`
    default:
      return `${fileName} is no whole zip (${message}). Download it again.`
  }
}

function membersOf(table: Table, kind: ExtractHeader['kind']): string[] {
  return kind === 'full' ? [`${table}.csv`] : [`${table}_delete.csv`, `${table}_insert.csv`]
}

type Entries = ReadonlyMap<string, Entry>

async function entriesOf(zip: ZipFile, fileName: string): Promise<Entries> {
  const entries = new Map<string, Entry>()
  let unpackedBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= membersMax)
        throw new ExtractFault(`${fileName} has more than ${membersMax} files in it: it is none of the register's.`)
      if (entries.has(entry.fileName))
        throw new ExtractFault(`${fileName} has ${entry.fileName} twice. Download it again.`)
      entries.set(entry.fileName, entry)
      unpackedBytes += entry.uncompressedSize
      if (entry.uncompressedSize > entry.compressedSize * packedTimesMax + rowCharactersMax)
        throw new ExtractFault(
          `${entry.fileName} in ${fileName} unpacks to more than ${packedTimesMax} times its size: it is none of the register's.`,
        )
    }
  } catch (fault) {
    throw fault instanceof ExtractFault
      ? fault
      : new ExtractFault(`${fileName} is no whole zip (${messageOf(fault)}). Download it again.`, fault)
  }
  if (unpackedBytes > unpackedBytesMax)
    throw new ExtractFault(
      `${fileName} unpacks to more than ${unpackedBytesMax / 1024 ** 3} GB: it is none of the register's.`,
    )
  return entries
}

async function headerOf(zip: ZipFile, entries: Entries, fileName: string): Promise<ExtractHeader> {
  if (!entries.has('meta.csv'))
    throw new ExtractFault(
      `${fileName} has no meta.csv, which says which extract it is. Give the zip as it was downloaded.`,
    )
  const said = new Map<string, string>()
  for await (const { cells } of csvRows(zip, entries, 'meta.csv', ['Variable', 'Value'], () => {})) {
    if (said.size >= headerRowsMax)
      throw new ExtractFault(`meta.csv in ${fileName} has more than ${headerRowsMax} rows.`)
    said.set(cells[0] ?? '', cells[1] ?? '')
  }
  const number = said.get('ExtractNumber') ?? ''
  const day = dayIn(said.get('SnapshotDate') ?? '')
  const kind = said.get('ExtractType') ?? ''
  if (!/^\d{1,9}$/.test(number))
    throw new ExtractFault(
      `meta.csv in ${fileName} has no ExtractNumber that is a number. Give the zip as it was downloaded.`,
    )
  if (day === null)
    throw new ExtractFault(
      `meta.csv in ${fileName} has no SnapshotDate of the form dd-mm-yyyy. Give the zip as it was downloaded.`,
    )
  if (kind !== 'full' && kind !== 'update')
    throw new ExtractFault(
      `meta.csv in ${fileName} has no ExtractType that is full or update. Give the zip as it was downloaded.`,
    )
  return { number: Number(number), day, kind }
}

async function* csvRows(
  zip: ZipFile,
  entries: Entries,
  member: string,
  columns: readonly string[],
  count: (bytes: number) => void,
): AsyncGenerator<ExtractRow> {
  const entry = entries.get(member)
  if (entry === undefined) throw new ExtractFault(`There is no ${member}.`)
  if (!entry.canDecodeFileData())
    throw new ExtractFault(
      `${member} is encrypted, or packed in a way that is not read here. Give the zip as it was downloaded.`,
    )
  const parser = parse({ bom: true, max_record_size: rowCharactersMax })
  const stream = await zip.openReadStreamPromise(entry).catch((fault: unknown) => {
    throw faultOf(fault, member, 0)
  })
  const reading = pipeline(stream, checking(entry, count), parser)
  // What fails is thrown where the rows are read.
  reading.catch(() => {})
  let places: number[] | null = null
  let line = 0
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      line += 1
      if (places === null) places = placesOf(member, row, columns)
      else yield { cells: cellsAt(places, row, member, line), line }
    }
    await reading
  } catch (fault) {
    throw faultOf(fault, member, line)
  } finally {
    stop(parser)
  }
  if (places === null)
    throw new ExtractFault(`${member} is empty: it has no line with the names of its columns. Download the file again.`)
}

function cellsAt(places: readonly number[], row: readonly string[], member: string, line: number): string[] {
  const cells = places.map((place) => row[place] ?? '')
  // No text of PostgreSQL can hold it, and none of the register's has it.
  if (cells.some((cell) => cell.includes('\0')))
    throw new ExtractFault(`${member}, line ${line}: it holds a character that is none. Download the file again.`)
  return cells
}

function stop(parser: Parser): void {
  if (!parser.destroyed) parser.destroy()
}

function placesOf(member: string, header: readonly string[], columns: readonly string[]): number[] {
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length === 0) return columns.map((column) => header.indexOf(column))
  throw new ExtractFault(
    `${member} has no column ${missing.join(', ')} in its first line, ${whatIsThere(header, columns)}. Give the zip as it was downloaded.`,
  )
}

/** Never the line itself: where the names of columns are missing it is a row, with somebody's name perhaps. */
function whatIsThere(header: readonly string[], columns: readonly string[]): string {
  const [first = ''] = header
  const separator = [';', '\t', '|'].find((one) => header.length === 1 && first.includes(one))
  if (separator !== undefined) return 'whose columns are parted by something else than the commas of the register'
  const known = columns.filter((column) => header.includes(column))
  return known.length === 0
    ? `which has ${header.length} columns and none of their names`
    : `which has ${known.join(', ')} and ${header.length - known.length} others`
}

/** Passes on what it is given, counts it, and compares at the end with what the zip says of it. */
function checking(entry: Entry, count: (bytes: number) => void): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      sum = crc32(chunk, sum)
      count(chunk.length)
      pass(null, chunk)
    },
    flush(end) {
      end(
        sum === entry.crc32
          ? null
          : new ExtractFault(`${entry.fileName} is damaged: its check sum is another. Download the file again.`),
      )
    },
  })
}

function faultOf(fault: unknown, member: string, line: number): unknown {
  if (fault instanceof ExtractFault) return fault
  if (fault instanceof CsvError)
    return new ExtractFault(
      // The reader of CSV is ahead of the rows that it has given.
      `${member}, line ${typeof fault.lines === 'number' ? fault.lines : line + 1}: it is no CSV as the register writes it (${fault.code}). Download the file again.`,
      fault,
    )
  return new ExtractFault(`${member} cannot be read to its end (${messageOf(fault)}). Download the file again.`, fault)
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
