/** The thread of `table-reader.ts`: reads one file, hands its rows over a few at a time, and ends. */
import { parentPort } from 'node:worker_threads'
import { givenToThread } from '../../../platform/threads/thread.ts'
import { type CellRow, FaultyFile, type FileFault, type Found } from './cells.ts'
import { readTable } from './read-table.ts'

export type TableStart = { file: Uint8Array }
export type TableAnswer = { found: Found } | { rows: CellRow[] } | { end: true } | { fault: FileFault }

/** Taking a message over costs the process what is in it: of so many rows, a few milliseconds at most. */
const rowsPerMessage = 100

const port = parentPort
if (port === null) throw new Error('this file is a thread that reads a table')
const answer = (said: TableAnswer): void => port.postMessage(said)

try {
  const { file } = givenToThread() as TableStart
  const { found, rows } = readTable(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  answer({ found })
  for (let from = 0; from < rows.length; from += rowsPerMessage)
    answer({ rows: rows.slice(from, from + rowsPerMessage) })
  answer({ end: true })
} catch (fault) {
  if (!(fault instanceof FaultyFile)) throw fault
  answer({ fault: fault.fault })
}
