/** The profile of a source's newest run beside that of the last published one before it, for the operator to look at. */
import type { Database } from '../platform/database/database.ts'
import type { Profile } from './anomalies/profile.ts'
import { newestRuns, profilesOf } from './runs/run-store.ts'
import { runsKept } from './runs/runs.ts'

/** A run and its profile, by the run's id. */
export type RunProfile = { run_id: string; profile: Profile }

/** Null where no such run is kept, or it has none: a run of an earlier release, or one that failed before it read. */
export type ComparedProfiles = { newest: RunProfile | null; published_before: RunProfile | null }

export async function comparedProfiles(database: Database, sourceId: string): Promise<ComparedProfiles> {
  const runs = (await newestRuns(database, sourceId, runsKept)).filter(({ status }) => status !== 'running')
  const [newest, ...earlier] = runs
  const published = earlier.find(({ status }) => status === 'succeeded')
  const ids = [newest?.id, published?.id].flatMap((id) => id ?? [])
  const profiles = await profilesOf(database, ids)
  const of = (id: string | undefined): RunProfile | null => {
    const profile = id === undefined ? undefined : profiles.get(id)
    return id === undefined || profile === undefined ? null : { run_id: id, profile }
  }
  return { newest: of(newest?.id), published_before: of(published?.id) }
}
