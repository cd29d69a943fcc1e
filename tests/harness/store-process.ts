/** Another process on a test's store: it does what it is asked, at once and out of this process's hands. */
import type { ChildProcess } from 'node:child_process'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import type { Admission } from '../../src/values/admission.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import { forked, killed, nextMessage } from './child-process.ts'

export type Order =
  /** `now` null: by the store's clock. */
  | { order: 'admit'; digest: string; now: number | null; times: number }
  /** Takes tokens of the account's bucket, as tool calls of a batch do. */
  | { order: 'take tokens'; account: string; now: number | null; times: number }
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
  /** Has tokens taken, and resolves with how many there were. */
  takeTokens(order: { account: string; now: number | null; times: number }): Promise<number>
  /** SIGKILL, and its end. */
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startStoreProcess(settings: DatabaseSettings): Promise<StoreProcess> {
  const child = forked('store-process-child.ts', settings)
  await answerOf(child)
  const kill = (): Promise<void> => killed(child)
  return {
    async ask(order) {
      const answer = answerOf(child)
      child.send(order)
      return answer
    },
    async takeTokens(order) {
      const answer = nextMessage<Obeyed>(child)
      child.send({ ...order, order: 'take tokens' } satisfies Order)
      return (await answer).taken ?? 0
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** What the other process answers to an order; `taken`: of tokens. */
export type Obeyed = { admissions: Admission[]; taken?: number; error: string | null }

async function answerOf(child: ChildProcess): Promise<Admission[]> {
  return (await nextMessage<Obeyed>(child)).admissions
}
