/**
 * What the past of a measure costs: one with 1,000 versions against one with 2, in one run: `node bench/feed/versions.ts`.
 * Fails when asking for one version, or for an instant, costs more than `ratioMax` times as much of a long past as of a
 * short one: both are one look into an index.
 */

import { tmpdir } from 'node:os'
import { ingest } from '../../src/ingestion/ingest.ts'
import { FollowedCatalogue } from '../../src/measures/catalogue/follow.ts'
import { naceCover } from '../../src/measures/record/nace-cover.ts'
import { listVersions, measureAsOf, measureVersion } from '../../src/measures/versions/history.ts'
import { engines } from '../../tests/harness/databases.ts'
import { ingestionScene } from '../../tests/harness/ingestion.ts'
import { unobserved } from '../../tests/harness/observer.ts'
import { fullInput, sampleLookups } from '../../tests/harness/sample-measures.ts'
import { median } from '../figures.ts'

const versions = 1_000
const rounds = 31
const ratioMax = 3

for (const engine of engines) {
  await using store = await engine.open()
  const { database, clock, means, sources } = await ingestionScene(store.database)
  const from = clock.now()
  const record = (id: string, number: number) =>
    fullInput({ local_id: id, summary: { en: `What it was called the ${number}th time.` }, application_window: null })
  for (let number = 1; number <= versions; number += 1) {
    sources.lists('alpha', { items: [record('long', number), record('short', Math.min(number, 2))] })
    await ingest(means, ['alpha'])
    clock.advance({ minutes: 1 })
  }
  const followed = new FollowedCatalogue({
    ...{ database, clock, lookups: sampleLookups, naceCover, baseUrl: means.baseUrl, slabFolder: tmpdir() },
    companion: null,
    observer: unobserved,
  })
  await followed.catchUp()
  const { state } = await followed.pin()
  const now = clock.now()
  const middle = (from + now) / 2
  const asked: Record<string, (id: string, count: number) => Promise<unknown>> = {
    'every version': (id) => listVersions(database, state, id),
    'the first version': (id) => measureVersion(database, state, id, 1, 'en'),
    'the newest version': (id, count) => measureVersion(database, state, id, count, 'en'),
    'as of the middle': (id) => measureAsOf(database, state, id, middle, 'en', now),
    'as of now': (id) => measureAsOf(database, state, id, now, 'en', now),
  }
  console.log(`${engine.name}: ${versions} versions, and 2`)
  for (const [name, ask] of Object.entries(asked)) {
    const times = { long: [] as number[], short: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      for (const which of ['long', 'short'] as const) {
        const begin = performance.now()
        await ask(`al:${which}`, which === 'long' ? versions : 2)
        if (round > 0) times[which].push((performance.now() - begin) * 1_000)
      }
    }
    const [long, short] = [median(times.long), median(times.short)]
    console.log(
      `  ${name.padEnd(20)} ${long.toFixed(0).padStart(7)} us, ${short.toFixed(0).padStart(5)} us, ratio ${(long / short).toFixed(2)}`,
    )
    if (name !== 'every version' && !(long / short <= ratioMax)) process.exitCode = 1
  }
  await followed.stop()
}
