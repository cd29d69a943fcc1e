/**
 * Loaded into a measured process before its own program (`node --import`), which knows nothing of it: answers, over the
 * channel to the process that started it, what it has used, and how long its event loop was ever blocked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type Question = { ask: 'usage' } | { ask: 'memory' } | { ask: 'watch' } | { ask: 'block' }
export type Figures = {
  /** CPU of the whole process since its start, microseconds; helper threads of the runtime included. */
  cpuUs: number
  /** Of the thread that answers alone. */
  threadCpuUs: number
  /** Bytes. */
  memory: NodeJS.MemoryUsage
  /** Longest time for which nothing else could run, since `watch` or the last `block`; null when not watched. */
  longestBlockMs: number | null
}

const watchStepMs = 2
const delay = monitorEventLoopDelay({ resolution: watchStepMs })
let isWatching = false

process.on('message', ({ ask }: Partial<Question>) => {
  if (ask === undefined) return
  if (ask === 'watch') {
    isWatching = delay.enable() || isWatching
    delay.reset()
  }
  if (ask === 'memory') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const longestBlockMs = isWatching ? Math.max(0, delay.max / 1e6 - watchStepMs) : null
  if (ask === 'block') delay.reset()
  const thread = process.threadCpuUsage()
  const threadCpuUs = thread.user + thread.system
  const figures: Figures = { cpuUs: user + system, threadCpuUs, memory: process.memoryUsage(), longestBlockMs }
  process.send?.(figures)
})
// The channel alone keeps no process alive.
process.channel?.unref()
if (process.env.BENCH_WATCH === '1') isWatching = delay.enable()
