/** Another process on a test's store that re-evaluates without end, or uploads what it is given. */

import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import { forked, killed, nextMessage } from './child-process.ts'

export type WatchTask = 're-evaluate' | 'upload'

export type UploadOrder = {
  accountId: string
  listId: string
  /** The caller's `Idempotency-Key`. */
  key: string
  rows: (FactsInput & { reference: string })[]
}

export type WatchProcess = {
  /** Resolves with what the upload was answered; rejects where the process is killed before. */
  upload(order: UploadOrder): Promise<{ added: number; replaced: number }>
  /** SIGKILL, and its end. */
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Resolves when it has begun. `settings`: of a store that is there. */
export async function startWatchProcess(settings: DatabaseSettings, task: WatchTask): Promise<WatchProcess> {
  const child = forked('watch-process-child.ts', { settings, task })
  await nextMessage<Message>(child)
  const kill = (): Promise<void> => killed(child)
  return {
    async upload(order) {
      const answered = nextMessage<Message>(child)
      child.send(order)
      return answered
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

type Message = { added: number; replaced: number; error: string | null }
