/**
 * How long one thing that a request may meet keeps the event loop from everybody else: the longest block, and how long the
 * one who asked waited. The first of each kind is what counts: what it finds unprepared, everybody pays for.
 *
 *   node bench/turns/run.ts [measures,measures...]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '../../tests/harness/databases.ts'
import { tellFigure } from '../figures.ts'
import { keysFor } from '../start/keys.ts'
import { freePort, startService, until200 } from '../start/measured.ts'
import { changeMeasures, fillStore, measureIdOf, writeSourcesFile } from '../start/store.ts'

const [sizesText = '12000,100000'] = process.argv.slice(2)
const sizes = sizesText.split(',').map(Number)
/** As many as are taken in place at most; then as many as are met by a new catalogue. */
const [fewChanges, manyChanges] = [3_000, 5_000]
const sharedDeadlines = 3_000
/** From the commit of a shared deadline to its passing: long enough for the change to be taken in at any size. */
const deadlineInMs = 60_000
const shownWithinMs = 120_000
const pagesAtOnce = 8
const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

const rows: Record<string, string | number>[] = []
for (const size of sizes) {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-bench-'))
  const store = await embedded.open()
  try {
    const sourcesFile = await writeSourcesFile(folder)
    await fillStore(store.database, sourcesFile, size, Date.now())
    const [key = ''] = await keysFor(store.database, 1, Date.now())
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const service = startService(store, sourcesFile, port, true)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

    const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const from = performance.now()
      await work()
      const waitedMs = performance.now() - from
      const { longestBlockMs } = await service.ask('block')
      const blockMs = longestBlockMs ?? Number.NaN
      rows.push({ measures: size, what, 'block ms': blockMs.toFixed(1), 'waited ms': waitedMs.toFixed(0) })
    }
    const list = async (query: string): Promise<void> => {
      const answer = await fetch(`${origin}/v1/subsidies?${query}`, { headers })
      if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`)
      await answer.arrayBuffer()
    }
    const match = async (postcode: string): Promise<void> => {
      const body = JSON.stringify({ company: { postcode, employees: 8, nace: ['62010'] }, limit: 100 })
      const answer = await fetch(`${origin}/v1/match`, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`match: ${answer.status}`)
      await answer.arrayBuffer()
    }
    /** Commits a change in this process, and waits until the service shows it. */
    const change = async (count: number, edition: number, closesAt: string | null = null): Promise<void> => {
      await changeMeasures(store.database, sourcesFile, Math.min(count, size), edition, Date.now(), closesAt)
      const began = performance.now()
      for (;;) {
        const answer = await until200(`${origin}/v1/subsidies/${measureIdOf(0)}`, key)
        const { data } = (await answer.json()) as { data: { version: number } }
        if (data.version === edition + 1) return
        if (performance.now() - began > shownWithinMs) throw new Error(`edition ${edition} was not shown in time`)
      }
    }

    try {
      await note('start, until ready', () => until200(`${origin}/readyz`))
      await note('first match, 100 rows', () => match('9000'))
      await note('the next match', () => match('1000'))
      await note('first title sort of a language, 500 rows', () => list('sort=title&lang=nl&limit=500'))
      await note('first page of 500 full rows', () => list('view=full&limit=500&sort=updated'))
      await note(`${pagesAtOnce} pages of 500 full rows at once`, () =>
        Promise.all(
          Array.from({ length: pagesAtOnce }, (_, at) =>
            list(
              `view=full&limit=500&lang=${at % 2 === 0 ? 'fr' : 'nl'}&sort=${at < 4 ? 'title' : 'deadline'}&q=${'abcdefgh'[at]}`,
            ),
          ),
        ),
      )
      await note('first coverage', async () => {
        await (await fetch(`${origin}/v1/coverage`)).arrayBuffer()
      })
      await note(`${fewChanges} changes taken in place`, () => change(fewChanges, 1))
      await note('first match after them', () => match('2000'))
      await note(`${manyChanges} changes, a new catalogue`, () => change(manyChanges, 2))
      await note('first match after the swap', () => match('3000'))
      const deadline = new Date(Date.now() + deadlineInMs).toISOString()
      await note(`${sharedDeadlines} given one deadline, taken in place`, () => change(sharedDeadlines, 3, deadline))
      await new Promise((resolve) => setTimeout(resolve, Date.parse(deadline) - 1_000 - Date.now()))
      await service.ask('block')
      await note(`${sharedDeadlines} deadlines pass at once`, async () => {
        while (Date.now() <= Date.parse(deadline)) await new Promise((resolve) => setTimeout(resolve, 5))
        const from = performance.now()
        await list('limit=1')
        console.log(`${size}: the first list after the deadline took ${(performance.now() - from).toFixed(0)} ms`)
      })
      await note('first match after them', () => match('8000'))
    } finally {
      await service.stop()
    }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}
console.table(rows)
for (const row of rows) {
  tellFigure({
    promise: `the event loop is not kept longer: ${row.what}, ${row.measures} measures`,
    ...{ engine: 'sqlite', value: Number(row['block ms']), unit: 'ms' },
  })
}
