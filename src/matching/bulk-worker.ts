/** Where a thread of the bulk pool begins. What it does is `bulk-thread.ts`, loaded as the process's own code was. */
import { enableCompileCache } from 'node:module'

// A thread does not have the process's: without it its code is compiled anew, which takes as long again as loading it.
enableCompileCache()
await import('./bulk-thread.ts')
