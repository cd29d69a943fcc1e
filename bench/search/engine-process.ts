/** One engine in a process of its own: builds its index, then runs the queries it is handed. Started by `run.ts`. */
import { entryOf } from './catalogue.ts'
import { type Asked, catalogueOf, type Found, type OpenEngine } from './engine.ts'

/** `first` is run before the others and not timed: a process that has just woken is slow, whatever it runs. */
export type Task = { first: Asked; queries: Asked[]; wantsRows: boolean } | 'close'
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
  await engine?.run(task.first)
  const micros: number[] = []
  const found: Found[] = []
  for (const asked of task.queries) {
    const start = performance.now()
    let answer = engine?.run(asked)
    if (answer instanceof Promise) answer = await answer
    micros.push((performance.now() - start) * 1000)
    if (task.wantsRows) found.push((engine?.read?.(answer) ?? answer) as Found)
  }
  process.send?.({ micros, found: task.wantsRows ? found : null } satisfies Done)
})
