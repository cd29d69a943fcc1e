/** A thread of the bulk pool: follows the store with a catalogue of its own and judges the slices it is asked for. */
import { tmpdir } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { naceCovers } from '../measures/core/nace-cover.ts'
import { referenceLookups } from '../measures/reference-lookups.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open.ts'
import { createLog } from '../platform/log.ts'
import { bulkEntryText } from './bulk-entry.ts'
import type { Slice, WorkerAnswer, WorkerQuestion, WorkerStart } from './bulk-pool.ts'
import { Matcher } from './matcher.ts'

/** How long a slice waits for this thread's catalogue to be loaded or brought up to the publication asked. */
const catchUpMs = 20_000
const databasePool = 2

const port = parentPort
if (port === null) throw new Error('this file is a thread of the bulk pool')
const start = workerData as WorkerStart
const database = await openDatabase({ ...start.database, databasePool })
const catalogue = new FollowedCatalogue({
  database,
  clock: systemClock,
  baseUrl: start.baseUrl,
  lookups: referenceLookups,
  naceCovers,
  slabFolder: tmpdir(),
  log: createLog('error'),
})
const matcher = new Matcher()

async function judge({ entries, now, publication }: Slice): Promise<{ bytes: Buffer; attribution: string[] }> {
  if (!(await catalogue.reach(publication, catchUpMs))) throw new Error('the catalogue could not be loaded in time')
  const texts: string[] = []
  const attribution = new Set<string>()
  for (const entry of entries) {
    const judged = bulkEntryText(matcher, catalogue.current, entry, now)
    texts.push(judged.text)
    for (const line of judged.attribution) attribution.add(line)
  }
  return { bytes: Buffer.from(texts.join(',')), attribution: [...attribution] }
}

port.on('message', ({ id, slice }: WorkerQuestion) => {
  judge(slice).then(
    ({ bytes, attribution }) => port.postMessage({ id, bytes, attribution } satisfies WorkerAnswer),
    (error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error)
      port.postMessage({ id, failure } satisfies WorkerAnswer)
    },
  )
})
