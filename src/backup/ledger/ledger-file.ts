/**
 * A ledger: what a restore is to keep to, in a small file of its own, so that it is still known when the store is lost. Lines
 * of JSON: the first says what it is, each other is a row of what lasts after its word, and the last has their number and digest.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Reads } from '../../platform/database/database.ts'
import { type Lasting, type LastingRow, lastingPerPage } from '../../platform/database/lasting.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'
import { writeNewFile } from '../file/new-file.ts'

const format = 'subsidies-ledger'
const formatVersion = 1
/** What was sent stands in a ledger for so long: what waited in a backup has been sent, or given up, within a day. */
const sentMs = 7 * 86_400_000
/** The longest line that is believed, in letters. */
const lettersMax = 64 * 1024

/** Rows of one word, at most a page. */
export type Told = { part: Lasting; rows: readonly LastingRow[] }

/** All that lasts of a store, in the order in which it is honoured. */
export async function* toldBy(reads: Reads, parts: readonly Lasting[], since: Instant): AsyncGenerator<Told> {
  for (const part of parts) {
    for (let after: LastingRow | null = null, isLast = false; !isLast; ) {
      const rows: LastingRow[] = await part.tell(reads, after, since)
      if (rows.length > 0) yield { part, rows }
      after = rows.at(-1) ?? null
      isLast = rows.length < lastingPerPage
    }
  }
}

/** Writes the ledger of a store, in the place of an earlier one; answers how many rows it has. */
export async function writeLedger(
  reads: Reads,
  { file, parts, now }: { file: string; parts: readonly Lasting[]; now: Instant },
): Promise<number> {
  let count = 0
  const write = async (draft: FileHandle): Promise<void> => {
    const digest = createHash('sha256')
    let position = 0
    const put = async (text: string): Promise<void> => {
      const bytes = Buffer.from(text)
      digest.update(bytes)
      for (let written = 0; written < bytes.length; )
        written += (await draft.write(bytes, written, bytes.length - written, position + written)).bytesWritten
      position += bytes.length
    }
    await put(`${JSON.stringify({ format, version: formatVersion, taken_at: now, taken: formatInstant(now) })}\n`)
    for await (const { part, rows } of toldBy(reads, parts, now - sentMs)) {
      count += rows.length
      await put(rows.map((row) => `${JSON.stringify([part.word, ...row])}\n`).join(''))
    }
    await put(`${JSON.stringify({ rows: count, sha256: digest.copy().digest('hex') })}\n`)
  }
  await writeNewFile({ file, isNew: false, now, write })
  return count
}

/** Every row of a ledger, when all of it was found whole. Rows whose word this release does not know are refused. */
export async function readLedger(file: string, parts: readonly Lasting[]): Promise<Told[]> {
  const partOf = new Map(parts.map((part) => [part.word, part]))
  const digest = createHash('sha256')
  const told: { part: Lasting; rows: LastingRow[] }[] = []
  let [lines, rows, isEnded] = [0, 0, false]
  const take = (line: string): void => {
    if (isEnded || line.length > lettersMax) throw notWhole(file)
    const value: unknown = JSON.parse(line)
    lines += 1
    if (lines === 1) refuseOther(file, value)
    else if (!Array.isArray(value)) {
      const end = value as { rows: unknown; sha256: unknown }
      if (end.rows !== rows || end.sha256 !== digest.copy().digest('hex')) throw notWhole(file)
      isEnded = true
    } else {
      const [word, ...row]: unknown[] = value
      const part = partOf.get(String(word))
      if (part === undefined || !hasForm(row, part.form)) throw notWhole(file)
      const last = told.at(-1)
      if (last?.part === part && last.rows.length < lastingPerPage) last.rows.push(row)
      else told.push({ part, rows: [row] })
      rows += 1
    }
    digest.update(`${line}\n`)
  }
  const stream = createReadStream(path.resolve(file), 'utf8')
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) take(line)
  } catch (fault) {
    throw fault instanceof SyntaxError ? notWhole(file) : faultOfDisk(fault, file)
  }
  if (!isEnded) throw notWhole(file)
  return told
}

function hasForm(row: readonly unknown[], form: Lasting['form']): row is LastingRow {
  const fits = (value: unknown, kind: Lasting['form'][number] | undefined): boolean =>
    kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value) || (kind === 'integer?' && value === null)
  return row.length === form.length && row.every((value, place) => fits(value, form[place]))
}

function refuseOther(file: string, value: unknown): void {
  const head = value as { format?: unknown; version?: unknown } | null
  if (head?.format !== format) throw notWhole(file)
  if (head.version !== formatVersion)
    throw new BackupFault(
      'ledger_newer',
      `${file} is a ledger of another form: ${head.version}, this release knows ${formatVersion}. Restore with the release that wrote it.`,
    )
}

const notWhole = (file: string): BackupFault =>
  new BackupFault(
    'not_a_whole_ledger',
    `${file} is not a whole ledger. Nothing was restored. Take another copy of it, or the ledger before it.`,
  )
