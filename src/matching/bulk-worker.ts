/** A thread of the bulk pool: follows the store with a catalogue of its own and judges the slices it is asked for. */
import { parentPort } from 'node:worker_threads'
import { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open.ts'
import { createLog } from '../platform/log.ts'
import { logObserver } from '../platform/log-observer.ts'
import { givenToThread } from '../platform/threads/thread.ts'
import { bulkEntryText } from './bulk-entry.ts'
import type { Slice, WorkerAnswer, WorkerQuestion, WorkerStart } from './bulk-pool.ts'
import { Matcher } from './matcher.ts'

/** How long a slice waits for this thread's catalogue to be read or brought up to the publication asked (contract 1). */
const catchUpMs = 10_000
/** The catalogue's reading asks one thing after another. */
const databasePool = 1

const port = parentPort
if (port === null) throw new Error('this file is a thread of the bulk pool')
const start = givenToThread() as WorkerStart
const database = await openDatabase({ ...start.database, databasePool })
const matcher = new Matcher()
const catalogue = new FollowedCatalogue({
  database,
  clock: systemClock,
  baseUrl: start.baseUrl,
  lookups: referenceLookups,
  // Companies are judged here, and nothing is searched.
  naceCover: null,
  slabFolder: start.slabFolder,
  companion: matcher,
  observer: logObserver(createLog('error')),
})

async function judge({
  entries,
  now,
  publication,
  between,
}: Slice): Promise<{ bytes: Buffer<ArrayBuffer>; attribution: string[] }> {
  if (!(await catalogue.reach(publication, catchUpMs))) throw new Error('the catalogue could not be loaded in time')
  return catalogue.read((current) => {
    const attribution = new Set<string>()
    const texts = entries.map((entry) => {
      const judged = bulkEntryText(matcher, current, entry, now)
      for (const line of judged.attribution) attribution.add(line)
      return judged.text
    })
    return { bytes: bytesAlone(texts.join(between)), attribution: [...attribution] }
  })
}

/** The text as UTF-8 in memory of its own, which can be handed to another thread. */
function bytesAlone(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)))
  bytes.write(text)
  return bytes
}

port.on('message', ({ id, slice }: WorkerQuestion) => {
  judge(slice).then(
    ({ bytes, attribution }) => port.postMessage({ id, bytes, attribution } satisfies WorkerAnswer, [bytes.buffer]),
    (error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error)
      port.postMessage({ id, failure } satisfies WorkerAnswer)
    },
  )
})
