/** A followed catalogue with its matcher on a store, and every way in which what it shows can change under a reader. */

import { tmpdir } from 'node:os'
import { ingest } from '../../src/ingestion/ingest.ts'
import { Matcher } from '../../src/matching/matcher.ts'
import { FollowedCatalogue, type FollowSettings } from '../../src/measures/catalogue/follow.ts'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import { naceCover } from '../../src/measures/record/nace-cover.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from './ingestion.ts'
import { unobserved } from './observer.ts'
import { type InputRecord, sampleLookups } from './sample-measures.ts'

export type FollowedScene = IngestionScene & {
  followed: FollowedCatalogue
  matcher: Matcher
  /** Has the source `alpha` list these, and publishes the run; the catalogue is not told. */
  publish(items: readonly InputRecord[]): Promise<void>
  /** Changes a setting that every record is read with, so that the next reading builds a new catalogue. */
  changeSettings(attribution: string): Promise<void>
  /** Another catalogue on the same store, as a process that begins now has it. */
  another(changes?: Partial<FollowSettings>): { followed: FollowedCatalogue; matcher: Matcher }
}

/** Opens the scene, in which nothing was read yet, and ends it after the work. */
export async function withFollowed(database: Database, work: (scene: FollowedScene) => Promise<void>): Promise<void> {
  const base = await ingestionScene(database)
  const begun: FollowedCatalogue[] = []
  const another: FollowedScene['another'] = (changes = {}) => {
    const matcher = new Matcher()
    const followed = new FollowedCatalogue({
      ...{ database, clock: base.clock, lookups: sampleLookups, naceCover, baseUrl: base.means.baseUrl },
      ...{ slabFolder: tmpdir(), companion: matcher, observer: unobserved },
      ...changes,
    })
    begun.push(followed)
    return { followed, matcher }
  }
  try {
    await work({
      ...base,
      ...another(),
      another,
      async publish(items) {
        base.sources.lists('alpha', { items })
        const [run] = await ingest(base.means, ['alpha'])
        if (run?.status !== 'succeeded') throw new Error(`the run is ${run?.status}: ${run?.error}`)
      },
      async changeSettings(attribution) {
        const definitions = [sampleDefinition({ attribution })]
        await syncSources(base.means, { file: 'sources.yaml', definitions, folder: '/' })
      },
    })
  } finally {
    for (const followed of begun) await followed.stop()
  }
}

/** What can happen to a measure while somebody reads `al:read`, beside which there is `al:other`. */
export const happenings: readonly { name: string; happen(scene: FollowedScene): Promise<unknown> }[] = [
  {
    name: 'a change in place',
    happen: ({ publish }) => publish([input('read', { title: 'Changed', summary: 'Changed' }), input('other')]),
  },
  { name: 'a swap', happen: ({ changeSettings }) => changeSettings('Another line') },
  { name: 'a merge', happen: ({ means }) => mergeMeasures(means, 'al:read', 'al:other') },
  { name: 'a withdrawal', happen: ({ means }) => withdrawMeasure(means, 'al:read') },
]
