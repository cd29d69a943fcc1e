/** Where a thread begins: the module that it was started for is loaded as the process's own code was. */
import { workerData } from 'node:worker_threads'
import { loadQuickly } from './loading.mjs'

// A thread does not have what the process has by itself, and compiling takes as long again as loading.
loadQuickly()
/** @type {import('./thread.ts').ThreadStart} */
const { module } = workerData
await import(module)
