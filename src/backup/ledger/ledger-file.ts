/**
 * A ledger: what a restore is to keep to, in a small file of its own, so that it is still known when the store is lost. Lines
 * of JSON: the first says what it is, each other is a row of what lasts after its word, and the last has their number and digest.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Reads } from '../../platform/database/database.ts'
import type { Lasting } from '../../platform/database/lasting.ts'
import { storeGeneration } from '../../platform/database/migrations.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'
import { writeNewFile } from '../file/new-file.ts'
import { toldOf } from '../told/told.ts'

/** How a ledger is written, and what is said of a file that is none. */
export const format = 'subsidies-ledger'
export const formatVersion = 1
/** The longest line that is believed, in letters. */
export const lettersMax = 64 * 1024

export const notWhole = (file: string): BackupFault =>
  new BackupFault(
    'not_a_whole_ledger',
    `${file} is not a whole ledger. Nothing was restored. Take another copy of it, or the ledger before it.`,
  )

const dayMs = 86_400_000
/** Of the name under which the ledger of another life of the store is kept. */
const generationLetters = 8

/**
 * Writes the ledger of a store, in the place of an earlier one of this life of it; answers how many rows it has. One of another life
 * may be all that is left of a store that was lost: it is kept, under its name and the beginning of its generation.
 */
export async function writeLedger(
  reads: Reads,
  { file, parts, now }: { file: string; parts: readonly Lasting[]; now: Instant },
): Promise<number> {
  let count = 0
  const generation = await storeGeneration(reads)
  await keepOther(file, generation)
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
    const head = { format, version: formatVersion, generation, taken_at: now, taken: formatInstant(now) }
    await put(`${JSON.stringify(head)}\n`)
    for (const part of parts) {
      for await (const rows of toldOf(reads, part, Math.max(0, now - part.toldDays * dayMs))) {
        count += rows.length
        await put(rows.map((row) => `${JSON.stringify([part.word, ...row])}\n`).join(''))
      }
    }
    await put(`${JSON.stringify({ rows: count, sha256: digest.copy().digest('hex') })}\n`)
  }
  await writeNewFile({ file, isNew: false, now, write })
  return count
}

async function keepOther(file: string, generation: string): Promise<void> {
  const standing = await generationOf(file)
  if (standing === null || standing === generation) return
  const kept = `${file}.${standing.slice(0, generationLetters)}`
  await link(file, kept).catch((fault: NodeJS.ErrnoException) => {
    // It was kept before.
    if (fault.code !== 'EEXIST') throw faultOfDisk(fault, kept)
  })
}

/** Which life of which store a ledger is of; `unknown`: there is something that does not say. Null: there is nothing. */
async function generationOf(file: string): Promise<string | null> {
  try {
    const lines = createInterface({ input: createReadStream(file, { encoding: 'utf8', end: lettersMax }) })
    for await (const line of lines) {
      const head = JSON.parse(line) as { generation?: unknown } | null
      return typeof head?.generation === 'string' && /^[0-9a-f]+$/.test(head.generation) ? head.generation : 'unknown'
    }
    return 'unknown'
  } catch (fault) {
    if (fault instanceof SyntaxError) return 'unknown'
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw faultOfDisk(fault, file)
  }
}
