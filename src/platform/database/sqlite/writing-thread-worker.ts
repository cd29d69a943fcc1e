/** The thread of `writing-thread.ts`: obeys one order after the other, on a connection of its own. */
import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DiskFull, StoreError } from '../store-error.ts'
import { faultOf, isBusy, SqliteConnection } from './connection.ts'
import type { ThreadAnswer, ThreadOrder, ThreadStart } from './writing-thread.ts'

/** Half of what the process's own writer finds long (`log-copying.ts`). */
const copiedFromBytes = 2 * 1024 * 1024

const { path, settings } = workerData as ThreadStart
const port = parentPort as MessagePort
const connection = new SqliteConnection(new DatabaseSync(path, { defensive: true }))
connection.exec(settings)
const pageBytes = Number(connection.all<{ page_size: number }>('pragma page_size', [])[0]?.page_size)

port.on('message', (order: ThreadOrder) => {
  tell(answerTo(order))
  if (order.order !== 'commit') return
  // Right after the answer, so that nobody else finds the log long and copies it while requests wait for him. Others may
  // write meanwhile; what they still read is left for a later time. One who is at it already does it for all. A log that is
  // short yet is left to grow: one transaction after the other writes the same pages, which are then copied once.
  try {
    if (uncopiedBytes() >= copiedFromBytes) connection.all('pragma wal_checkpoint(passive)', [])
    connection.exec('pragma shrink_memory')
  } catch {
    // The log stays as it is: the next commit comes back to it.
  }
  tell({ rested: true })
})

type LogRow = { busy: number; log: number; checkpointed: number }

function uncopiedBytes(): number {
  const [row] = connection.all<LogRow>('pragma wal_checkpoint(noop)', [])
  return row === undefined ? 0 : (row.log - row.checkpointed) * pageBytes
}

function tell(answer: ThreadAnswer): void {
  port.postMessage(answer)
}

function answerTo(order: ThreadOrder): ThreadAnswer {
  try {
    return { answer: obey(order) }
  } catch (error) {
    const fault = faultOf(error)
    const message = error instanceof Error ? error.message : String(error)
    if (fault instanceof DiskFull) return { message, fault: 'disk_full' }
    return { message, fault: isBusy(error) ? null : fault instanceof StoreError ? fault.fault : 'statement' }
  }
}

function obey(order: ThreadOrder): unknown {
  switch (order.order) {
    case 'all':
      return connection.all(order.text, order.parameters)
    case 'run':
      return connection.run(order.text, order.parameters)
    case 'runEach':
      return connection.runEach(order.text, order.rows)
    case 'commit':
      return connection.run('commit', [])
    case 'rollBack':
      return connection.rollBack()
    case 'close':
      return connection.close()
  }
}
