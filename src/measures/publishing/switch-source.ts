/** Switching sources on and off, by the operator or by the sources file, and what that means for their measures. */
import { withFeed } from '../../changes/append.ts'
import type { Sql } from '../../platform/database/database.ts'
import { type SourcesFile, wrongSourcesFile } from '../../sources/read-sources-file.ts'
import {
  getSource,
  isRegistered,
  listSources,
  lockSource,
  putDefinitions,
  sayOperatorWord,
} from '../../sources/registry.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import { isEnabled, type Source } from '../../sources/source/source.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import type { Instant } from '../../values/brussels.ts'
import type { OperatorMeans } from '../withdraw.ts'
import { Outdated, Preparation } from './preparation.ts'
import { presencesOf } from './presence-store.ts'
import { publishing } from './publishing.ts'
import { judgeSwitchedOff } from './seen-and-missed.ts'

/**
 * Says the operator's word on a source, which stands across restarts. Switched off, its measures are withdrawn at once;
 * switched on, its next run reinstates what it lists.
 */
export async function switchSource(means: OperatorMeans, sourceId: string, enabled: boolean): Promise<Source> {
  const { clock } = means
  const database = means.database.forBulk()
  const prepare = async () => {
    const source = await getSource(database, sourceId)
    return { preparations: enabled ? [] : [await withdrawalOf({ ...means, database }, source)] }
  }
  return publishing({ database }, prepare, async (transaction, { preparations }) => {
    await lockSource(transaction, database, sourceId)
    for (const preparation of preparations) await reviewed(transaction, preparation)
    await sayOperatorWord(transaction, database, sourceId, enabled)
    await publishAll(transaction, preparations, clock.now())
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
  return replaceSources(means, file, { isWanted: async () => true })
}

/** Whether the registry is what the file says, as it mostly is: then nobody waits for a run that is being published. */
export async function saysTheSame(sql: Sql, file: SourcesFile): Promise<boolean> {
  const { entries } = await loadSourcesSnapshot(sql)
  const isSettled = entries.every(({ source, measures }) => source.enabled || measures === 0)
  const sources = entries.map(({ source }) => source)
  return isSettled && isRegistered(sources, file.definitions, file.folder)
}

/**
 * As `syncSources`, whatever the registry says, in one transaction: `isWanted` is asked in it first (false: nothing is
 * done, and that is the answer), `alsoWrite` writes with it.
 */
export async function replaceSources(
  means: OperatorMeans,
  file: SourcesFile,
  around: { isWanted(transaction: Sql): Promise<boolean>; alsoWrite?(transaction: Sql): Promise<void> },
): Promise<boolean> {
  const { clock } = means
  const database = means.database.forBulk()
  const prepare = async () => {
    const off = (await listSources(database)).map((source) => asIn(file, source)).filter((source) => !source.enabled)
    const preparations: Preparation[] = []
    for (const source of off) preparations.push(await withdrawalOf({ ...means, database }, source))
    return { preparations }
  }
  return publishing({ database }, prepare, async (transaction, { preparations }) => {
    if (!(await around.isWanted(transaction))) return false
    await refuseOtherPrefixes(transaction, file)
    const now = clock.now()
    const changed = await putDefinitions(transaction, database, now, file.definitions, file.folder)
    for (const { enabled, definition } of await listSources(transaction)) {
      if (enabled || preparations.some(({ intent }) => intent.source.id === definition.id)) continue
      if ((await presencesOf(transaction, definition.id)).size > 0) throw new Outdated()
    }
    for (const preparation of preparations) await reviewed(transaction, preparation)
    if (changed || preparations.length > 0) await publishAll(transaction, preparations, now)
    await around.alsoWrite?.(transaction)
    return true
  })
}

/** A source as it will stand in the registry when the file was taken over. */
function asIn({ definitions }: SourcesFile, source: Source): Source {
  const definition = definitions.find(({ id }) => id === source.definition.id)
  if (definition === undefined) return { ...source, listed: false, enabled: false }
  return { ...source, definition, enabled: isEnabled(true, definition.enabled, source.operatorWord) }
}

/** Looks again at a prepared withdrawal, now that its source is locked and says what it will say. */
async function reviewed(transaction: Sql, preparation: Preparation): Promise<void> {
  const { source, lastSuccessAt } = preparation.intent
  const now = await getSource(transaction, source.id)
  const isSame = JSON.stringify(sourceSettings(now.definition)) === JSON.stringify(source)
  if (!isSame || now.lastSuccessAt !== lastSuccessAt) throw new Outdated()
  await preparation.review(transaction)
}

async function publishAll(transaction: Sql, preparations: readonly Preparation[], now: Instant): Promise<void> {
  const from = Math.max(now, ...preparations.map((preparation) => preparation.timeFrom(now)))
  await withFeed(transaction, from, { publication: true }, async (feed) => {
    for (const preparation of preparations) await preparation.publish(transaction, feed)
  })
}

async function refuseOtherPrefixes(transaction: Sql, file: SourcesFile): Promise<void> {
  for (const { definition: before } of await listSources(transaction)) {
    const index = file.definitions.findIndex((definition) => definition.id === before.id)
    if (index < 0 || file.definitions[index]?.prefix === before.prefix) continue
    if ((await presencesOf(transaction, before.id)).size === 0) continue
    throw wrongSourcesFile(
      file.file,
      `sources[${index}].prefix must be "${before.prefix}": the ids of the measures of ${before.id} begin with it`,
    )
  }
}

/** Makes ready that everything which a switched-off source lists is withdrawn, and forgotten to have been listed. */
async function withdrawalOf(means: OperatorMeans, source: Source): Promise<Preparation> {
  const { lastSuccessAt } = source
  const preparation = await Preparation.begin(means, {
    source: sourceSettings(source.definition),
    lastSuccessAt,
    judge: (presences) => judgeSwitchedOff(presences, lastSuccessAt),
    differing: () => nothing(),
    differingOf: async () => [],
  })
  await preparation.fill()
  return preparation
}

async function* nothing(): AsyncGenerator<never> {}
