/** A backup that was written, looked through whole before anything is made of it. */
import { open } from 'node:fs/promises'
import type { Column } from '../../platform/database/rows.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'
import { readContent, type TableLine, tableLineOf } from './content.ts'
import { type BackupHeader, formatVersion, headerBytes, headerIn } from './header.ts'

/** Rows that are handed over at once, and letters of them; what is longer comes alone. */
const rowsTogether = 500
const lettersTogether = 2 * 1024 * 1024

/** Rows of one table, each a line. */
export type Rows = { table: string; columns: readonly Column[]; lines: readonly string[] }

/** What a backup says of itself; refuses a file that is none, and one of a later form. */
async function openBackup(file: string): Promise<BackupHeader> {
  const { block, size } = await beginningOf(file)
  const header = block === null ? null : headerIn(block)
  if (header === null) throw notWhole(file, 'it does not begin as a backup does')
  if (header.version > formatVersion)
    throw new BackupFault(
      'backup_newer',
      `${file} is a backup of the form ${header.version}; this release (form ${formatVersion}) does not know it. Restore it with release ${header.release} or a later one.`,
    )
  if (size !== headerBytes + header.content.bytes)
    throw notWhole(file, `it has ${size} bytes instead of ${headerBytes + header.content.bytes}`)
  return header
}

/** `openBackup`, and every byte of its content looked at: its digest, its lines, and how many rows each table has. */
export async function verifiedBackup(file: string, take: (rows: Rows) => void = () => {}): Promise<BackupHeader> {
  const header = await openBackup(file)
  await readRows(file, header, async (rows) => take(rows))
  return header
}

/** Hands over all rows, table after table in the order of the file; throws at its end where it was not as written. */
export async function readRows(file: string, header: BackupHeader, take: (rows: Rows) => Promise<void>): Promise<void> {
  let table: TableLine | null = null
  const counts = new Map<string, number>()
  const takeAll = async (lines: readonly string[]): Promise<void> => {
    let from = 0
    while (from < lines.length) {
      const line = lines[from] ?? ''
      if (line.startsWith('{')) {
        table = tableLineOf(line)
        counts.set(table.table, 0)
        from += 1
        continue
      }
      if (table === null) throw new Error('rows of no table')
      const end = endOfRows(lines, from)
      counts.set(table.table, (counts.get(table.table) ?? 0) + end - from)
      await take({ ...table, lines: lines.slice(from, end) })
      from = end
    }
  }
  let digest: string
  try {
    digest = await readContent(file, takeAll)
  } catch (fault) {
    // What the engine of compression or JSON says of bytes that are not as written helps nobody.
    const isOfContent =
      fault instanceof SyntaxError || (fault as NodeJS.ErrnoException).code?.startsWith('ZSTD_') === true
    if (isOfContent || (fault instanceof Error && fault.constructor === Error && !('code' in fault)))
      throw notWhole(file, 'its content cannot be read', fault)
    throw fault
  }
  if (digest !== header.content.sha256) throw notWhole(file, 'its content is not what was written')
  const wrong = header.tables.find((each) => counts.get(each.table) !== each.rows)
  if (wrong !== undefined || counts.size !== header.tables.length)
    throw notWhole(file, `it has not all rows${wrong === undefined ? '' : ` of ${wrong.table}`}`)
}

function endOfRows(lines: readonly string[], from: number): number {
  let end = from
  let letters = 0
  while (end < lines.length && end - from < rowsTogether && letters < lettersTogether) {
    const line = lines[end] ?? ''
    if (line.startsWith('{')) break
    letters += line.length
    end += 1
  }
  return end
}

async function beginningOf(file: string): Promise<{ block: Buffer | null; size: number }> {
  try {
    const handle = await open(file, 'r')
    try {
      const block = Buffer.alloc(headerBytes)
      const { bytesRead } = await handle.read(block, 0, headerBytes, 0)
      return { block: bytesRead === headerBytes ? block : null, size: (await handle.stat()).size }
    } finally {
      await handle.close()
    }
  } catch (fault) {
    throw faultOfDisk(fault, file)
  }
}

function notWhole(file: string, why: string, cause?: unknown): BackupFault {
  return new BackupFault(
    'not_a_whole_backup',
    `${file} is not a whole backup: ${why}. Nothing was restored. Take another copy of it, or the backup before it.`,
    {},
    cause,
  )
}
