/** Another process on a test's store that re-evaluates without end, or uploads what it is given. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'

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
  const child = fork(join(import.meta.dirname, 'watch-process-child.ts'), [JSON.stringify({ settings, task })], {
    execPath: process.execPath,
    execArgv: [],
  })
  await nextMessage(child)
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    async upload(order) {
      const answered = nextMessage(child)
      child.send(order)
      return answered
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

type Message = { added: number; replaced: number; error: string | null }

async function nextMessage(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const ended = (): void => reject(new Error('the other process has ended'))
  child.once('exit', ended)
  child.once('message', (message: Message) => {
    if (message.error === null) resolve(message)
    else reject(new Error(message.error))
  })
  return promise.finally(() => child.off('exit', ended))
}
