/**
 * What a process takes of its machine, under the names that such figures have everywhere. The library has a collection of its own,
 * of which some walk all sockets and files at each scrape, with thousands of them on the thread that answers requests.
 */
import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import { type Timings, timed } from './tallies.ts'

/** How often the event loop is asked for a turn; each is some microseconds. */
const turnEveryMs = 20
const millisecondsPerSecond = 1_000
const microsecondsPerSecond = 1_000_000

export type ProcessFigures = { stop(): void }

/** Begins to look at the event loop; nothing of it keeps the process. `startedAt`: seconds of the epoch. */
export function processFigures(registry: Registry, startedAt: number): ProcessFigures {
  const registers = [registry]
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process began, in seconds of the epoch.',
    registers,
    collect() {
      this.set(startedAt)
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time of processors that the process took, with all its threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / microsecondsPerSecond)
    },
  })
  memoryGauges(registry)
  const delays = timed(registry, {
    name: 'nodejs_eventloop_delay_seconds',
    help: 'How much later than it was to come a turn of the event loop came, asked fifty times a second.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  })({})
  return sampleTurns(delays)
}

function memoryGauges(registry: Registry): void {
  const gauge = (name: string, help: string, of: (usage: NodeJS.MemoryUsage) => number): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(of(process.memoryUsage()))
      },
    })
  }
  gauge('process_resident_memory_bytes', 'Memory of the process that is in the machine.', ({ rss }) => rss)
  gauge('nodejs_heap_size_used_bytes', 'Memory of objects that the engine has.', ({ heapUsed }) => heapUsed)
  gauge('nodejs_heap_size_total_bytes', 'Memory that the engine has taken for objects.', ({ heapTotal }) => heapTotal)
  gauge('nodejs_external_memory_bytes', 'Memory of buffers beside the objects.', ({ external }) => external)
}

/** Asks for turns, and notes how late each comes. */
function sampleTurns(delays: Timings): ProcessFigures {
  let dueMs = performance.now() + turnEveryMs
  const timer = setInterval(() => {
    const nowMs = performance.now()
    delays.observe(Math.max(0, nowMs - dueMs) / millisecondsPerSecond)
    dueMs = nowMs + turnEveryMs
  }, turnEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
