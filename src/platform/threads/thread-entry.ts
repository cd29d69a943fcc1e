/** Where a thread begins: the module that it was started for is loaded as the process's own code was. */
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { ThreadStart } from './thread.ts'

// A thread does not have the process's cache by itself, and compiling takes as long again as loading.
enableCompileCache()
const { module } = workerData as ThreadStart
await import(module)
