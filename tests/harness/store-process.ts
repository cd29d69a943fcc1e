/** Another process on a test's store: it does what it is asked, at once and out of this process's hands. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import type { Admission } from '../../src/values/admission.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'

export type Order =
  /** `now` null: by the store's clock. */
  | { order: 'admit'; digest: string; now: number | null; times: number }
  /** From now on its process's clock is ahead by so much. */
  | { order: 'set the clock'; aheadMs: number }
  | { order: 'revoke'; keyId: string; now: number }
  | { order: 'plan'; account: string; plan: PlanId | null }
  /** Admits one request after the other, `stepMs` apart by its clock, and notes in the file how far it is. */
  | { order: 'admit for ever'; digest: string; now: number; stepMs: number; progress: string }
  /** Begins a transaction that changes the account's plan, answers, and holds it open until asked for anything else. */
  | { order: 'hold a transaction'; account: string }

export type StoreProcess = {
  /** Resolves with what the order gave; of `admit`, the admissions. */
  ask(order: Order): Promise<Admission[]>
  /** SIGKILL, and its end. */
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startStoreProcess(settings: DatabaseSettings): Promise<StoreProcess> {
  const child = fork(join(import.meta.dirname, 'store-process-child.ts'), [JSON.stringify(settings)], {
    execPath: process.execPath,
    execArgv: [],
  })
  await answerOf(child)
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    async ask(order) {
      const answer = answerOf(child)
      child.send(order)
      return answer
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

async function answerOf(child: ChildProcess): Promise<Admission[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Admission[]>()
  const ended = (): void => reject(new Error('the other process has ended'))
  child.once('exit', ended)
  child.once('message', (message: { admissions: Admission[]; error: string | null }) => {
    if (message.error === null) resolve(message.admissions)
    else reject(new Error(message.error))
  })
  return promise.finally(() => child.off('exit', ended))
}
