/**
 * What a source's measures become by a reading of it, or by its being switched off, as transitions; what is made of those
 * stands in `preparation.ts`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { contentDiffers, type Replaced, type Settings } from '../record/content.ts'
import { type KeptRecord, kept } from '../record/kept-record.ts'
import type { MeasureRecord } from '../record/record.ts'
import { measureId } from '../record/render.ts'
import { withDoubt } from '../record/status.ts'
import { measuresByIds, type StoredMeasure } from '../versions/store.ts'
import { becoming, type Transition } from '../versions/versions.ts'
import type { Outcome } from './prepared-store.ts'
import { missedRunsMax, type Presence } from './presence.ts'
import type { Seen } from './presence-store.ts'
import type { Judgement } from './seen-and-missed.ts'

/** What was read, beside what the store has. */
export type Comparison = Settings & {
  /** As the store has them, by local id. */
  presences: ReadonlyMap<string, Presence>
  judgement: Judgement
  /** Records that were taken and that the store did not have so when they were read; in the order read, in steps. */
  differing: AsyncIterable<readonly KeptRecord[]>
  /** End of the source's last success before this one. */
  lastSuccessAt: Instant | null
  /** The slug that a measure is born with. */
  slugFor(kept: KeptRecord): Promise<string>
}

/** One measure's change, and what a run's counts call it. */
export type Change = { outcome: Outcome; transition: Transition }

/** Measures that one step works on, between two turns of the event loop. */
export const measuresPerStep = 40

/** Everything that changes by it but what `seenOf` tells, in steps; a measure is in one of them at most. */
export async function* changesOf(sql: Sql, comparison: Comparison, at: Instant): AsyncGenerator<Change[]> {
  const done = new Set<string>()
  for await (const records of comparison.differing) {
    const changes = await decide(sql, records, comparison, at)
    for (const { transition } of changes) if (transition.before !== null) done.add(transition.before.id)
    yield changes
    await nextTurn()
  }
  const { judgement, lastSuccessAt } = comparison
  const reinstate = judgement.reinstate.filter((id) => !done.has(id))
  for await (const befores of inSteps(sql, reinstate)) {
    yield befores.map((before) => ({ outcome: 'changed', transition: becoming(before, { withdrawn: false, ...seen }) }))
  }
  for await (const befores of inSteps(sql, judgement.withdraw)) {
    yield befores.map((before) => ({
      outcome: 'withdrawn',
      transition: becoming(before, {
        withdrawn: true,
        missedRuns: missedRunsMax,
        lastCheckedAt: before.lastCheckedAt ?? lastSuccessAt,
      }),
    }))
  }
}

const seen: Seen = { missedRuns: 0, lastCheckedAt: null }

/** The presence of measures that a judgement changes in nothing else, those that are alike together. */
export function seenOf(judgement: Judgement, isChanged: (id: string) => boolean): (Seen & { ids: string[] })[] {
  const groups = new Map<string, Seen & { ids: string[] }>()
  const all = [...judgement.seenAgain.map((id) => ({ id, ...seen })), ...judgement.missed]
  for (const { id, missedRuns, lastCheckedAt } of all) {
    if (isChanged(id)) continue
    const key = `${missedRuns} ${lastCheckedAt}`
    const group = groups.get(key) ?? { missedRuns, lastCheckedAt, ids: [] }
    groups.set(key, group)
    group.ids.push(id)
  }
  return [...groups.values()]
}

/** What becomes of records that differ: a new measure, a version, or a write that no version tells of. */
async function decide(
  sql: Sql,
  records: readonly KeptRecord[],
  comparison: Comparison,
  at: Instant,
): Promise<Change[]> {
  const beforeOf = await beforesOf(
    sql,
    records.map(({ record }) => record),
    comparison,
  )
  const changes: Change[] = []
  for (const record of records) {
    const before = beforeOf.get(record.record.local_id)
    if (before === undefined) changes.push({ outcome: 'created', transition: await birth(record, comparison) })
    else if (before.mergedInto === null) {
      const withdrawn = before.operatorWithdrawn
      const transition = becoming(before, { ...record, withdrawn, missedRuns: 0, lastCheckedAt: null })
      const isChanged = returns(before) || differs(before, record.record, comparison, at)
      changes.push({ outcome: isChanged ? 'changed' : 'touched', transition })
    }
  }
  return changes
}

/** Records that were read, beside the measures that the store has of them. */
export type Compared<T> = {
  /** Those that the store does not have so, each as it is to be kept: a status that is in doubt is `unknown`. */
  differing: T[]
  /** What publishing would create and change; for words alone, publishing decides for itself. */
  created: number
  changed: number
  /** Of measures that are listed. */
  replaced: Replaced[]
}

/** Compares a step of a reading with the store; both records of a measure are judged at the instant `at`. */
export async function compareWithStore<T extends KeptRecord>(
  sql: Sql,
  read: readonly T[],
  comparison: Pick<Comparison, 'presences' | 'source' | 'lookups'>,
  at: Instant,
): Promise<Compared<T>> {
  const records = read.map(({ record }) => record)
  const beforeOf = await beforesOf(sql, records, comparison)
  const compared: Compared<T> = { differing: [], created: 0, changed: 0, replaced: [] }
  for (const one of read) {
    const before = beforeOf.get(one.record.local_id)
    if (before === undefined) {
      compared.created += 1
      compared.differing.push(one)
      continue
    }
    const after = { ...one, ...kept(withDoubt(one.record, before.record)) }
    if (after.digest === before.digest) continue
    compared.differing.push(after)
    if (before.mergedInto !== null) continue
    if (before.withdrawnAt === null)
      compared.replaced.push({ before: before.record, after: after.record, firstSeenAt: before.createdAt })
    if (returns(before) || differs(before, after.record, comparison, at)) compared.changed += 1
  }
  return compared
}

/** The measures of these records as the store has them, by local id. */
async function beforesOf(
  sql: Sql,
  records: readonly MeasureRecord[],
  { presences }: Pick<Comparison, 'presences'>,
): Promise<Map<string, StoredMeasure>> {
  const known = records.flatMap((record) => presences.get(record.local_id)?.id ?? [])
  return new Map((await measuresByIds(sql, known)).map((before) => [before.localId, before]))
}

function differs(before: StoredMeasure, after: MeasureRecord, { source, lookups }: Settings, at: Instant): boolean {
  return contentDiffers(before.record, after, { source, lookups, firstSeenAt: before.createdAt }, at)
}

/** Withdrawn because its source did not list it: listed again, it comes back. */
function returns(before: StoredMeasure): boolean {
  return before.withdrawnAt !== null && !before.operatorWithdrawn
}

async function birth(kept: KeptRecord, { source, slugFor }: Comparison): Promise<Transition> {
  const { local_id: localId } = kept.record
  return {
    before: null,
    named: { id: measureId(source, localId), localId, slug: await slugFor(kept) },
    after: {
      ...kept,
      withdrawn: false,
      operatorWithdrawn: false,
      missedRuns: 0,
      lastCheckedAt: null,
      mergedFrom: [],
    },
  }
}

async function* inSteps(sql: Sql, ids: readonly string[]): AsyncGenerator<StoredMeasure[]> {
  for (let from = 0; from < ids.length; from += measuresPerStep) {
    yield await measuresByIds(sql, ids.slice(from, from + measuresPerStep))
    await nextTurn()
  }
}
