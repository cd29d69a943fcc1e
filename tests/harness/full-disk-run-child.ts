/**
 * A run of a source in a process whose files may not grow beyond a bound (`prlimit`), as on a full disk, until the end of the run was
 * refused once: tells what became of it, and of the next one.
 */
import { execFileSync } from 'node:child_process'
import { runSource } from '../../src/ingestion/runs/run-source.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { engines } from './databases.ts'
import { ingestionScene, input } from './ingestion.ts'
import { migrationsFolder } from './store-templates.ts'

const [engine] = engines
if (engine === undefined) throw new Error('there is always the embedded store')
/** More than an empty store, and less than the records. */
const bytesMax = 8 * 1024 * 1024
const bound = (bytes: number | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
// Migrated here, so that its log stands and has its room before files are bounded.
const store = await engine.open({ empty: true })
await migrate(store.database, { folder: migrationsFolder })
const scene = await ingestionScene(store.database)
/** Asked for when a run waits for something: here for room. */
const means = {
  ...scene.means,
  get waitMs() {
    bound('unlimited')
    return 10
  },
}
const outcomes: unknown[] = []
bound(bytesMax)
for (const count of [2_000, 3]) {
  const items = Array.from({ length: count }, (_, index) =>
    input(`m${index}`, { description: `${index} ${'x'.repeat(18_000)}` }),
  )
  scene.sources.lists('alpha', { items })
  const { status, error, created } = await runSource(means, 'alpha', {})
  outcomes.push({ status, error, created })
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit())
