/** Merging: two records of one measure become one, and both names lead to it for ever. */
import { withFeed } from '../changes/append.ts'
import { Refusal } from '../contract/refusals.ts'
import { lockSource } from '../sources/registry.ts'
import { sourceSettings } from '../sources/source/source-settings.ts'
import { byCodePoint } from '../values/ids.ts'
import { getMeasure, getSurvivor } from './find.ts'
import { putMerged, type StoredMeasure } from './versions/store.ts'
import { becoming, writeTransitions } from './versions/versions.ts'
import type { OperatorMeans } from './withdraw.ts'

/**
 * Merges `duplicate` into `survivor` (ids or slugs): one version and one `subsidy.merged` event of the survivor.
 * Everything that led to the duplicate leads to the survivor from then on; a survivor that was merged itself stands for
 * the one it leads to. Refuses a duplicate that was merged before, a circle, a merge into itself, and one into a withdrawn
 * measure: what is listed would disappear.
 */
export async function mergeMeasures(means: OperatorMeans, duplicate: string, survivor: string): Promise<StoredMeasure> {
  const { database, clock } = means
  const named = { duplicate: await getMeasure(database, duplicate), survivor: await getSurvivor(database, survivor) }
  const sourceIds = [...new Set([named.duplicate.sourceId, named.survivor.sourceId])].sort(byCodePoint)
  return database.forBulk().transaction(async (transaction) => {
    for (const sourceId of sourceIds) await lockSource(transaction, database, sourceId)
    // What was read before the locks may have been merged since: the names are what the operator meant.
    const from = await getMeasure(transaction, named.duplicate.id)
    const into = await getMeasure(transaction, named.survivor.id)
    refuseUnmergeable(from, into)
    const source = sourceSettings((await lockSource(transaction, database, into.sourceId)).definition)
    const mergedFrom = [...into.mergedFrom, ...from.mergedFrom, from.id]
    await withFeed(transaction, clock.now(), { publication: true }, async (feed) => {
      await putMerged(transaction, from.id, into.id, feed.publication)
      await writeTransitions(transaction, feed, means, source, [becoming(into, { mergedFrom })])
    })
    return getMeasure(transaction, into.id)
  })
}

function refuseUnmergeable(from: StoredMeasure, into: StoredMeasure): void {
  if (from.id === into.id) {
    throw new Refusal('conflict', `${from.id} cannot be merged into itself: both names lead to it.`)
  }
  if (from.mergedInto !== null)
    throw new Refusal('conflict', `${from.id} has already been merged into ${from.mergedInto}.`)
  if (into.mergedInto !== null)
    throw new Refusal('conflict', `${into.id} has just been merged into ${into.mergedInto}.`)
  if (into.withdrawnAt !== null)
    throw new Refusal('conflict', `${into.id} is withdrawn, and a merge would hide ${from.id} behind it.`)
}
