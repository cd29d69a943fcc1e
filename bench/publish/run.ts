/**
 * How long others wait while a run is published: `node bench/publish/run.ts [records,records...]` (10000,50000). One source
 * of so many records of about 5 KB: its first run, one in which every record changed (a text and an amount), and the source
 * switched off. Meanwhile this process and another one on the same store write as a match does (an evaluation, counted and
 * committed), one after the other without a pause longer than `pauseMs`, and the longest wait of each is noted, with the
 * longest that this process's event loop stood still. PostgreSQL is measured where TEST_DATABASE_URL names a server. Fails
 * when a write waited longer than `waitMsMax` says.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createAccount } from '../../src/accounts/operations.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { switchSource } from '../../src/measures/publishing/switch-source.ts'
import { referenceLookups } from '../../src/measures/record/reference-lookups.ts'
import { engines, type TestStore } from '../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene } from '../../tests/harness/ingestion.ts'
import { tellFigure } from '../figures.ts'
import { recordInput } from '../start/records.ts'
import { type Waits, watchWrites } from './writer.ts'

/** Records, and the longest that a write may wait behind a run that changes so many. */
const waitMsMax: readonly (readonly [records: number, ms: number])[] = [
  [10_000, 1_000],
  [50_000, 5_000],
]
const sizes = (process.argv[2] ?? waitMsMax.map(([records]) => records).join()).split(',').map(Number)

type Measured = { what: string; wholeMs: number; own: Waits; other: Waits; standstillMs: number }

/** The records of an edition: a text and an amount are others, and all else is the same. */
function* recordsOf(count: number, edition: number): Generator<unknown> {
  for (let number = 0; number < count; number += 1) {
    const record = recordInput(number)
    if (edition === 0) yield record
    else {
      const summary = {
        ...(record.summary as object),
        en: `What it was called the ${edition}th time, number ${number}.`,
      }
      yield { ...record, summary, amount: { ...(record.amount as object), max: 60_000 + number + edition } }
    }
  }
}

/** Another process that writes on the store until it is asked how long it waited. */
async function startOther(store: TestStore, account: string) {
  const child = fork(join(import.meta.dirname, 'writer.ts'), [JSON.stringify(store.settings), account], {
    execPath: process.execPath,
    execArgv: [],
  })
  await once(child, 'message')
  return {
    async waits(): Promise<Waits> {
      const answer = once(child, 'message')
      child.send('waits')
      return (await answer)[0] as Waits
    },
    stop: () => child.kill(),
  }
}

async function measured(
  what: string,
  store: TestStore,
  other: Awaited<ReturnType<typeof startOther>>,
  account: string,
  work: () => Promise<unknown>,
): Promise<Measured> {
  await other.waits()
  const own = watchWrites(store.database, account)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const begun = performance.now()
  await work()
  const wholeMs = performance.now() - begun
  loop.disable()
  return { what, wholeMs, own: await own.stop(), other: await other.waits(), standstillMs: loop.max / 1e6 }
}

async function stepsOf(store: TestStore, records: number): Promise<Measured[]> {
  const scene: IngestionScene = await ingestionScene(store.database)
  scene.means.lookups = referenceLookups
  // Its source is read at the pace of this machine, and the clock of the test stands still.
  const account = (
    await createAccount(store.database, scene.clock.now(), { email: 'a@example.org', plan: 'enterprise' })
  ).id
  const other = await startOther(store, account)
  const steps: Measured[] = []
  try {
    for (const edition of [0, 1]) {
      scene.sources.lists('alpha', { items: [...recordsOf(records, edition)] })
      const what = edition === 0 ? 'first run' : 'every record changed'
      steps.push(
        await measured(what, store, other, account, async () => {
          const [run] = await ingest(scene.means, ['alpha'])
          if ((edition === 0 ? run?.created : run?.changed) !== records) throw new Error(JSON.stringify(run))
        }),
      )
      scene.clock.advance({ hours: 1 })
    }
    const off = (): Promise<unknown> => switchSource(scene.means, 'alpha', false)
    steps.push(await measured('source switched off', store, other, account, off))
  } finally {
    other.stop()
  }
  return steps
}

const cell = ({ longestMs, failures }: Waits): string =>
  `${longestMs.toFixed(0)} ms${failures > 0 ? `, ${failures} failed` : ''}`

for (const engine of engines) {
  for (const records of sizes) {
    await using store = await engine.open()
    for (const { what, wholeMs, own, other, standstillMs } of await stepsOf(store, records)) {
      const limit = waitMsMax.find(([size]) => records <= size)?.[1] ?? Number.POSITIVE_INFINITY
      const waited = Math.max(own.longestMs, other.longestMs)
      if (waited > limit || own.failures + other.failures > 0) process.exitCode = 1
      tellFigure({
        promise: `the longest wait of a write beside ${records} records: ${what}`,
        ...{ engine: engine.name, value: waited, unit: 'ms' },
        goal: { of: 'value', atMost: limit },
      })
      console.log(
        `| ${engine.name} | ${records} | ${what} | ${cell(own)} | ${cell(other)} | ${standstillMs.toFixed(0)} ms | ${(wholeMs / 1_000).toFixed(1)} s |`,
      )
    }
  }
}
