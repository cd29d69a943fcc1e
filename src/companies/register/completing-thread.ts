/**
 * Completing a register file in a thread: its statements take half a minute, in which the process renews its lease, tells how far it is
 * and can be stopped.
 */
import { once } from 'node:events'
import { startThread } from '../../platform/threads/thread.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ExtractHeader } from '../extract/extract-form.ts'

/** `file`: closed by everybody else. */
export type Completing = { file: string; header: ExtractHeader; fileName: string; at: Instant }

/** Rejects with what the thread failed of, or with the signal's reason when it aborts; the file is then of no use. */
export async function completedInThread(completing: Completing, signal: AbortSignal): Promise<void> {
  const worker = startThread(new URL('./completing-worker.ts', import.meta.url), completing)
  worker.ref()
  try {
    // An error of the thread rejects, too.
    await once(worker, 'exit', { signal })
  } catch (fault) {
    await worker.terminate()
    signal.throwIfAborted()
    throw fault
  }
}
