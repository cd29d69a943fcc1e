/** A ledger read: looked through whole before anything is made of it, and then by parts, so that memory does not grow with it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { type Lasting, type LastingRow, lastingPerPage } from '../../platform/database/lasting.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'
import type { Life, Teller } from '../told/told.ts'
import { format, formatVersion, lettersMax, notWhole } from './ledger-file.ts'

/** What a whole ledger tells. Refuses one that is cut or changed, of another form, and rows whose word this release does not know. */
export async function openLedger(file: string, parts: readonly Lasting[]): Promise<Teller & { life: Life }> {
  const whole = await verified(file, parts)
  return { life: whole.life, rowsOf: (part) => rowsOf(file, whole.digest, part) }
}

type Whole = { life: Life; digest: string }

async function verified(file: string, parts: readonly Lasting[]): Promise<Whole> {
  const partOf = new Map(parts.map((part) => [part.word, part]))
  const digest = createHash('sha256')
  let life: Life | null = null
  let [rows, end] = [0, '']
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      if (end !== '') throw notWhole(file)
      const value = parsed(file, line)
      if (life === null) life = lifeIn(file, value)
      else if (Array.isArray(value)) {
        rowIn(file, value, partOf.get(String(value[0])))
        rows += 1
      } else end = endIn(file, value, { rows, sha256: digest.copy().digest('hex') })
      digest.update(`${line}\n`)
    }
  }
  if (life === null || end === '') throw notWhole(file)
  return { life, digest: digest.digest('hex') }
}

/** The rows of one part; throws at the end where the file is not the one that was looked through. */
async function* rowsOf(file: string, whole: string, part: Lasting): AsyncGenerator<readonly LastingRow[]> {
  const begin = `[${JSON.stringify(part.word)},`
  const digest = createHash('sha256')
  let page: LastingRow[] = []
  for await (const lines of linesOf(file)) {
    digest.update(`${lines.join('\n')}\n`)
    for (const line of lines) if (line.startsWith(begin)) page.push(rowIn(file, parsed(file, line), part))
    if (page.length < lastingPerPage) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
  if (digest.digest('hex') !== whole) throw notWhole(file)
}

/** The lines of a file, those that end in one piece together; each is looked at before it is longer than any is. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let begun = ''
  try {
    for await (const piece of createReadStream(path.resolve(file), 'utf8')) {
      const lines = `${begun}${piece}`.split('\n')
      begun = lines.pop() ?? ''
      if ([begun, ...lines].some((line) => line.length > lettersMax)) throw notWhole(file)
      if (lines.length > 0) yield lines
    }
  } catch (fault) {
    throw faultOfDisk(fault, file)
  }
  if (begun !== '') throw notWhole(file)
}

function parsed(file: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw notWhole(file)
  }
}

/** A row after its word. */
function rowIn(file: string, value: unknown, part: Lasting | undefined): LastingRow {
  const row: unknown = Array.isArray(value) ? value.slice(1) : null
  if (part === undefined || !Array.isArray(row) || !hasForm(row, part.form)) throw notWhole(file)
  return row
}

function hasForm(row: readonly unknown[], form: Lasting['form']): row is LastingRow {
  const fits = (value: unknown, kind: Lasting['form'][number] | undefined): boolean =>
    kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value) || (kind === 'integer?' && value === null)
  return row.length === form.length && row.every((value, place) => fits(value, form[place]))
}

function lifeIn(file: string, value: unknown): Life {
  const head = value as { format?: unknown; version?: unknown; generation?: unknown; taken_at?: unknown } | null
  if (head?.format !== format) throw notWhole(file)
  if (head.version !== formatVersion)
    throw new BackupFault(
      'ledger_newer',
      `${file} is a ledger of another form: ${head.version}, this release knows ${formatVersion}. Restore with the release that wrote it.`,
    )
  const { generation, taken_at: until } = head
  if (typeof generation !== 'string' || typeof until !== 'number' || !Number.isSafeInteger(until)) throw notWhole(file)
  return { generation, until }
}

/** The digest of all lines before, where the last line says what was found. */
function endIn(file: string, value: unknown, found: { rows: number; sha256: string }): string {
  const end = value as { rows?: unknown; sha256?: unknown } | null
  if (end?.rows !== found.rows || end.sha256 !== found.sha256) throw notWhole(file)
  return found.sha256
}
