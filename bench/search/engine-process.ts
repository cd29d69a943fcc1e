/** One engine in a process of its own: builds its index, then runs the queries it is handed. Started by `run.ts`. */
import { entryOf } from './catalogue.ts'
import { type Asked, catalogueOf, type Found, type OpenEngine } from './engine.ts'

/**
 * `warmUp`: to be run over and over for so long, untimed. `first` is run before the others and not timed: a process that has
 * just woken is slow, whatever it runs.
 */
export type Task = { warmUp: Asked[]; forMs: number } | { first: Asked; queries: Asked[]; wantsRows: boolean } | 'close'
export type Opened = { opened: boolean; buildMs: number; memoryBytes: number; diskBytes: number }
export type Done = { micros: number[]; found: Found[] | null }

const [name = '', count = '0'] = process.argv.slice(2)

function memoryBytes(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// The vocabulary of the generator is not the engine's.
entryOf(0)
const file = name === 'product' ? './product.ts' : `./peers/${name}.mjs`
const { open }: { open: OpenEngine } = await import(file)
const before = memoryBytes()
const from = performance.now()
const engine = await open(catalogueOf(Number(count)))
const buildMs = performance.now() - from
const opened: Opened = {
  opened: engine !== null,
  buildMs,
  memoryBytes: memoryBytes() - before,
  diskBytes: (await engine?.diskBytes()) ?? 0,
}
process.send?.(opened)

process.on('message', async (task: Task) => {
  if (task === 'close') {
    await engine?.close()
    process.exit(0)
  }
  const requestOf = (asked: Asked): unknown => engine?.requestOf?.(asked) ?? asked
  if ('warmUp' in task) {
    const requests = task.warmUp.map(requestOf)
    const end = performance.now() + task.forMs
    for (let at = 0; performance.now() < end; at += 1) await engine?.run(requests[at % requests.length])
    process.send?.({ micros: [], found: null } satisfies Done)
    return
  }
  const requests = task.queries.map(requestOf)
  await engine?.run(requestOf(task.first))
  const micros: number[] = []
  const found: Found[] = []
  for (const request of requests) {
    const start = performance.now()
    let answer = engine?.run(request)
    if (answer instanceof Promise) answer = await answer
    micros.push((performance.now() - start) * 1000)
    if (task.wantsRows) found.push((engine?.read?.(answer) ?? answer) as Found)
  }
  process.send?.({ micros, found: task.wantsRows ? found : null } satisfies Done)
})
