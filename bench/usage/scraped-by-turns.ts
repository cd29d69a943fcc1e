/**
 * Loaded before a service that has METRICS_PORT: whether it counts what it does is switched from outside, by a message
 * `{ told: boolean }`. Uncounted, nothing is told to the metrics, and the store is used as though nobody watched. Counting is
 * where it begins. What `run.ts` measures with `metrics`.
 */
import { registerHooks } from 'node:module'

const told = '(globalThis as { benchIsTold?: boolean }).benchIsTold'
/** In each file, before which words of the loaded source it looks whether it counts. */
const switches: Readonly<Record<string, [words: string, before: string]>> = {
  '/src/platform/metrics/metrics-observer.ts': ['switch (occurrence.name) {', `if (!${told}) return\n`],
  '/src/platform/metrics/observed-store.ts': ['const startedMs = performance.now()', `if (!${told}) return work()\n`],
}
const switched = globalThis as { benchIsTold?: boolean }
switched.benchIsTold = true

process.on('message', (message: { told?: boolean }) => {
  if (message.told !== undefined) switched.benchIsTold = message.told
})

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const [, place] = Object.entries(switches).find(([file]) => url.endsWith(file)) ?? []
    if (place === undefined) return loaded
    const [words, before] = place
    const source = String(loaded.source)
    if (source.split(words).length !== 2) throw new Error(`${url} does not say any more where it counts`)
    return { ...loaded, source: source.replace(words, `${before}${words}`) }
  },
})
