/** Switching sources on and off, by the operator or by the sources file, and what that means for their measures. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { movePublication, withFeed } from '../changes/append.ts'
import type { Sql } from '../platform/database/database.ts'
import { sourceSettings } from '../sources/core/definition.ts'
import type { Source } from '../sources/core/source.ts'
import { type SourcesFile, wrongSourcesFile } from '../sources/read-sources-file.ts'
import {
  getSource,
  isRegistered,
  listSources,
  lockSource,
  putDefinitions,
  sayOperatorWord,
} from '../sources/registry.ts'
import { loadSourcesSnapshot } from '../sources/snapshot.ts'
import type { Instant } from '../values/brussels.ts'
import { missedRunsMax, type Standing } from './core/standing.ts'
import { putSeen, standingsOf } from './standing-store.ts'
import { measuresByIds } from './store.ts'
import { becoming, writeTransitions } from './versions.ts'
import type { OperatorMeans } from './withdraw.ts'

/** Measures that one step of a long transaction works on, between two turns of the event loop. */
export const measuresPerStep = 40

/**
 * Says the operator's word on a source, which stands across restarts. Switched off, its measures are withdrawn at once;
 * switched on, its next run reinstates what it lists.
 */
export async function switchSource(means: OperatorMeans, sourceId: string, enabled: boolean): Promise<Source> {
  const { database, clock } = means
  return database.forBulk().transaction(async (transaction) => {
    const source = await sayOperatorWord(transaction, database, sourceId, enabled)
    const now = clock.now()
    if (!source.enabled) await withdrawAllOf(transaction, means, source, now)
    await movePublication(transaction, now)
    return getSource(transaction, sourceId)
  })
}

/**
 * Brings the registry to what the sources file says. The measures of every source that is then switched off are
 * withdrawn, also where an earlier start was cut short. Throws `WrongSetting` when a source that has measures got another
 * prefix: their ids begin with it, and ids are for ever. Answers whether there was anything to do.
 */
export async function syncSources(means: OperatorMeans, file: SourcesFile): Promise<boolean> {
  if (await saysTheSame(means.database, file)) return false
  await means.database.forBulk().transaction((transaction) => replaceSources(transaction, means, file))
  return true
}

/** Whether the registry is what the file says, as it mostly is: then nobody waits for a run that is being published. */
export async function saysTheSame(sql: Sql, file: SourcesFile): Promise<boolean> {
  const { entries } = await loadSourcesSnapshot(sql)
  const isSettled = entries.every(({ source, measures }) => source.enabled || measures === 0)
  const sources = entries.map(({ source }) => source)
  return isSettled && isRegistered(sources, file.definitions, file.folder)
}

/** The same in a transaction of the caller's. */
export async function replaceSources(transaction: Sql, means: OperatorMeans, file: SourcesFile): Promise<void> {
  await refuseOtherPrefixes(transaction, file)
  const now = means.clock.now()
  const changed = await putDefinitions(transaction, means.database, now, file.definitions, file.folder)
  for (const source of await listSources(transaction)) {
    if (!source.enabled) await withdrawAllOf(transaction, means, source, now)
  }
  if (changed) await movePublication(transaction, now)
}

async function refuseOtherPrefixes(transaction: Sql, file: SourcesFile): Promise<void> {
  for (const { definition: before } of await listSources(transaction)) {
    const index = file.definitions.findIndex((definition) => definition.id === before.id)
    if (index < 0 || file.definitions[index]?.prefix === before.prefix) continue
    if ((await standingsOf(transaction, before.id)).size === 0) continue
    throw wrongSourcesFile(
      file.file,
      `sources[${index}].prefix must be "${before.prefix}": the ids of the measures of ${before.id} begin with it`,
    )
  }
}

/** Withdraws what a switched-off source lists, and forgets that it was listed. */
async function withdrawAllOf(
  transaction: Sql,
  means: OperatorMeans,
  { definition }: Source,
  now: Instant,
): Promise<void> {
  const source = await lockSource(transaction, means.database, definition.id)
  const standings = [...(await standingsOf(transaction, definition.id)).values()].filter((one) => !one.merged)
  const listed = standings.filter((standing) => !standing.withdrawn).map((standing) => standing.id)
  const unlisted = standings.filter((standing) => standing.withdrawn && standing.missedRuns < missedRunsMax)
  if (listed.length + unlisted.length === 0) return
  await withFeed(transaction, now, { publication: true }, async (feed) => {
    for (let from = 0; from < listed.length; from += measuresPerStep) {
      const measures = await measuresByIds(transaction, listed.slice(from, from + measuresPerStep))
      const transitions = measures.map((measure) =>
        becoming(measure, { withdrawn: true, ...unseen(measure, source.lastSuccessAt) }),
      )
      await writeTransitions(transaction, feed, means, sourceSettings(source.definition), transitions)
      await nextTurn()
    }
    for (const standing of unlisted) {
      await putSeen(transaction, [standing.id], unseen(standing, source.lastSuccessAt), feed.publication)
    }
  })
}

function unseen(measure: Pick<Standing, 'lastCheckedAt'>, lastSuccessAt: Instant | null) {
  return { missedRuns: missedRunsMax, lastCheckedAt: measure.lastCheckedAt ?? lastSuccessAt }
}
