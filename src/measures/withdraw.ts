/** The operator's word on one measure: withdrawn until reinstated, whatever its source lists. */
import { withFeed } from '../changes/append.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { lockSource } from '../sources/registry.ts'
import { sourceSettings } from '../sources/source/source-settings.ts'
import { getMeasure, getSurvivor } from './find.ts'
import { missedRunsMax } from './publishing/presence.ts'
import type { StoredMeasure } from './versions/store.ts'
import { becoming, type VersionMeans, writeTransitions } from './versions/versions.ts'

export type OperatorMeans = VersionMeans & { database: Database; clock: Clock }

/** Withdraws a measure. One that its source no longer lists stays as it is, and does not come back by itself any more. */
export async function withdrawMeasure(means: OperatorMeans, idOrSlug: string): Promise<StoredMeasure> {
  return setWord(means, idOrSlug, true)
}

/** Takes the operator's withdrawal back. A measure that its source no longer lists stays withdrawn for that reason. */
export async function reinstateMeasure(means: OperatorMeans, idOrSlug: string): Promise<StoredMeasure> {
  return setWord(means, idOrSlug, false)
}

async function setWord(means: OperatorMeans, idOrSlug: string, operatorWithdrawn: boolean): Promise<StoredMeasure> {
  const { database, clock } = means
  const { id, sourceId } = await getSurvivor(database, idOrSlug)
  return database.forBulk().transaction(async (transaction) => {
    const source = await lockSource(transaction, database, sourceId)
    const before = await getMeasure(transaction, id)
    if (before.mergedInto !== null) throw new Refusal('conflict', `${id} was merged into ${before.mergedInto}.`)
    if (before.operatorWithdrawn === operatorWithdrawn) throw new Refusal('conflict', nothingToDo(before))
    const withdrawn = operatorWithdrawn || before.missedRuns >= missedRunsMax
    const transition = becoming(before, { operatorWithdrawn, withdrawn })
    await withFeed(transaction, clock.now(), { publication: true }, (feed) =>
      writeTransitions(transaction, feed, means, sourceSettings(source.definition), [transition]),
    )
    return getMeasure(transaction, id)
  })
}

function nothingToDo(measure: StoredMeasure): string {
  if (measure.operatorWithdrawn) return `${measure.id} has already been withdrawn by an operator.`
  const unlisted = measure.withdrawnAt === null ? '' : ' Its source no longer lists it; it returns when it does.'
  return `${measure.id} has not been withdrawn by an operator.${unlisted}`
}
