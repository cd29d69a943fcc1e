/**
 * Loaded before a service: whether it is told of the requests that it answers is switched from outside, by a message
 * `{ told: boolean }`. Untold, nothing is taken down. Told is where it begins. What `run.ts` measures with itself.
 */
import { registerHooks } from 'node:module'

const telling = '/src/platform/http/telling.ts'
const asked = 'if (accountId === null || '
/** Where the loaded source looks whether it is told. */
const switched = globalThis as { benchIsTold?: boolean }
switched.benchIsTold = true

process.on('message', ({ told }: { told?: boolean }) => {
  if (told !== undefined) switched.benchIsTold = told
})

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(telling)) return loaded
    const source = String(loaded.source)
    if (!source.includes(asked)) throw new Error(`${telling} does not say any more what is told of a request`)
    return {
      ...loaded,
      source: source.replace(asked, `if (!(globalThis as { benchIsTold?: boolean }).benchIsTold || ${asked.slice(4)}`),
    }
  },
})
