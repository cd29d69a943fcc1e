/** Threads of this process for work of ours that would hold up its own. */
import { type ResourceLimits, Worker, workerData } from 'node:worker_threads'

/** What a thread is started with: the module that it runs, and what that is given. */
export type ThreadStart = { module: string; given: unknown }

/** Starts a thread that loads `module`. It keeps no process alive; past `limits` it ends, and the process goes on. */
export function startThread(module: URL, given: unknown, limits: ResourceLimits = {}): Worker {
  const worker = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    workerData: { module: module.href, given } satisfies ThreadStart,
    resourceLimits: limits,
  })
  worker.unref()
  return worker
}

/** What this thread was given, by whoever started it with `startThread`. */
export function givenToThread(): unknown {
  return (workerData as ThreadStart).given
}
