/**
 * Publishing much in a short transaction. What a source's measures are to become is worked out before, beside everybody
 * who reads and writes: compared, named, put into words, and laid ready in the store in small transactions, so that
 * neither memory nor anybody's wait grows with it. The transaction that publishes then moves rows.
 *
 * What it finds need not be what was prepared for. Every change of a measure moves its publication, so it sees which
 * measures changed meanwhile, and which the clock has changed: those few are prepared anew inside it. Where they are
 * many, or the source itself is another, nothing is published and everything is prepared anew (`Outdated`).
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LockedFeed } from '../../changes/append.ts'
import { type PreparedEvent, PreparedEvents } from '../../changes/prepared.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { newestPublication } from '../catalogue/catalogue-store.ts'
import { type KeptRecord, keptAs } from '../record/kept-record.ts'
import type { SourceSettings } from '../record/record.ts'
import type { VersionMeans } from '../versions/versions.ts'
import { NewNames } from './new-names.ts'
import { endPreparation, insertPreparation, putPreparationProgress } from './preparation-store.ts'
import { preparedOf } from './prepared-change.ts'
import {
  changedAfter,
  deletePrepared,
  insertPrepared,
  type Outcome,
  type PreparedMeasure,
  preparedDue,
  preparedRecord,
  preparedSlugs,
  publishPrepared,
  putPreparedSlug,
  takenMeanwhile,
} from './prepared-store.ts'
import type { Presence } from './presence.ts'
import { presencesByIds, presencesOf, putSeen } from './presence-store.ts'
import type { Judgement } from './seen-and-missed.ts'
import { type Change, type Comparison, changesOf, seenOf } from './transitions.ts'

export type PreparationMeans = VersionMeans & { database: Database; clock: Clock }

/** What is to become of the measures of a source, as far as it does not follow from the store. */
export type Intent = {
  source: SourceSettings
  /** End of the source's last success before this. */
  lastSuccessAt: Instant | null
  /** Asked again of the measures that changed while it was prepared. */
  judge(presences: Iterable<Presence>): Judgement
  /** Records that were taken and that the store did not have so when they were read; in the order read, in steps. */
  differing(): AsyncIterable<readonly KeptRecord[]>
  /** Those of them with one of these local ids. */
  differingOf(sql: Sql, localIds: readonly string[]): Promise<KeptRecord[]>
}

/** Too much changed while it was prepared: nothing was written, and it can be prepared anew. */
export class Outdated extends Error {
  constructor() {
    super('what was prepared is out of date')
  }
}

/** A measure of another source was given the id of one that should be born. */
export class IdTaken extends Error {
  readonly measureId: string

  constructor(measureId: string) {
    super(`${measureId} is a measure of another source`)
    this.measureId = measureId
  }
}

export type Tally = { created: number; changed: number; withdrawn: number }

/** More measures than this are not prepared anew while everybody waits. */
const renewedMax = 200
/** Measures that one statement moves. */
const publishedPerStep = 250
/** From this many rows on a transaction is worth the thread that the embedded store has for long ones. */
const longFrom = 500

/** One preparation, from its beginning to its publishing; each is published at most once. */
export class Preparation {
  readonly intent: Intent
  /** Also stands in its diffs for the time of publishing. */
  readonly id = randomUUID()
  readonly #means: PreparationMeans
  readonly #events: PreparedEvents
  readonly #tally: Record<Outcome, number> = { created: 0, changed: 0, withdrawn: 0, touched: 0 }
  /** Ids of the measures that it writes. */
  readonly #written = new Set<string>()
  #presences = new Map<string, Presence>()
  #judgement: Judgement
  #publication = 0
  #preparedAt: Instant
  #lastPosition = 0
  /** What was found to have changed since. */
  #changed: { id: string; localId: string }[] = []

  private constructor(means: PreparationMeans, intent: Intent) {
    this.#means = means
    this.intent = intent
    this.#events = new PreparedEvents(this.id)
    this.#judgement = intent.judge([])
    this.#preparedAt = means.clock.now()
  }

  /** Looks at the measures of the source; nothing is written yet. */
  static async begin(means: PreparationMeans, intent: Intent): Promise<Preparation> {
    const preparation = new Preparation(means, intent)
    // First the publication: what changes from here on has a later one.
    preparation.#publication = await newestPublication(means.database)
    preparation.#presences = await presencesOf(means.database, intent.source.id)
    preparation.#judgement = intent.judge(preparation.#presences.values())
    return preparation
  }

  get judgement(): Judgement {
    return this.#judgement
  }

  /** Whether the transaction that publishes it is a long one. */
  get isLong(): boolean {
    return this.#lastPosition + this.#judgement.seenAgain.length + this.#judgement.missed.length >= longFrom
  }

  /** Lays everything ready; `onProgress` is told after each step. */
  async fill(onProgress?: () => void): Promise<void> {
    const { database, clock } = this.#means
    await insertPreparation(database, this.id, this.intent.source.id, clock.now())
    const names = new NewNames(database)
    const comparison = this.#comparison(this.intent.differing(), (kept) => names.slugFor(kept))
    for await (const changes of changesOf(database, comparison, this.#preparedAt)) {
      await database.transaction(async (transaction) => {
        if (!(await putPreparationProgress(transaction, this.id, clock.now()))) throw new Outdated()
        await this.#lay(transaction, changes, this.#preparedAt)
      })
      onProgress?.()
    }
  }

  /** The time to publish with at `now`: not before what was prepared, also where a clock went back. */
  timeFrom(now: Instant): Instant {
    return Math.max(now, this.#preparedAt)
  }

  /** Looks again, in the transaction that has locked the source: `judgement` is then that of what the store says. */
  async review(transaction: Sql): Promise<void> {
    const { id } = this.intent.source
    this.#changed = await changedAfter(transaction, id, this.#publication, renewedMax + 1)
    if (this.#changed.length > renewedMax) throw new Outdated()
    if (this.#changed.length === 0) return
    const ids = this.#changed.map((measure) => measure.id)
    for (const presence of await presencesByIds(transaction, ids)) this.#presences.set(presence.localId, presence)
    this.#judgement = this.intent.judge(this.#presences.values())
  }

  /**
   * Publishes what lies ready, in the transaction that has locked the source and, by `feed`, the head of the feed; `review` came
   * before. Throws `Outdated` where that is not possible any more, `IdTaken` where it never will be.
   */
  async publish(transaction: Sql, feed: LockedFeed, onProgress?: () => void): Promise<Tally> {
    const due = await preparedDue(transaction, this.id, this.#preparedAt, feed.createdAt, renewedMax + 1)
    if (due.length > renewedMax) throw new Outdated()
    await this.#renew(transaction, [...this.#changed, ...due], feed.createdAt)
    await this.#renameTaken(transaction)
    if (!(await endPreparation(transaction, this.id))) throw new Outdated()
    const as = { at: feed.createdAt, atText: formatInstant(feed.createdAt), publication: feed.publication }
    for (let after = 0; after < this.#lastPosition; after += publishedPerStep) {
      const stretch = { after, upTo: after + publishedPerStep }
      await publishPrepared(transaction, this.id, stretch, as)
      await feed.appendPrepared(this.#events, { ...stretch, timeWord: this.id })
      onProgress?.()
      await nextTurn()
    }
    for (const alike of seenOf(this.#judgement, (id) => this.#written.has(id))) {
      await putSeen(transaction, alike.ids, alike, feed.publication)
    }
    const { created, changed, withdrawn } = this.#tally
    return { created, changed, withdrawn }
  }

  #comparison(differing: Comparison['differing'], slugFor: Comparison['slugFor']): Comparison {
    const { source, lastSuccessAt } = this.intent
    const settings = { source, lookups: this.#means.lookups }
    return { ...settings, presences: this.#presences, judgement: this.#judgement, lastSuccessAt, differing, slugFor }
  }

  async #lay(transaction: Sql, changes: readonly Change[], at: Instant): Promise<void> {
    const measures: PreparedMeasure[] = []
    const events: PreparedEvent[] = []
    for (const change of changes) {
      this.#lastPosition += 1
      const position = this.#lastPosition
      const { measure, event } = preparedOf(change, position, this.#means, this.intent.source, this.id, at)
      measures.push(measure)
      if (event !== null) events.push({ position, event, tellsTime: measure.isNewlyWithdrawn })
      this.#written.add(measure.measure.id)
      this.#tally[change.outcome] += 1
    }
    await insertPrepared(transaction, this.id, measures)
    await this.#events.add(transaction, events)
  }

  /** Prepares some measures anew, at the time of the publishing, after all others. */
  async #renew(transaction: Sql, measures: readonly { id: string; localId: string }[], at: Instant): Promise<void> {
    if (measures.length === 0) return
    const ids = new Set(measures.map(({ id }) => id))
    const gone = await deletePrepared(transaction, this.id, [...ids])
    await this.#events.remove(
      transaction,
      gone.map(({ position }) => position),
    )
    for (const { id, outcome } of gone) {
      this.#written.delete(id)
      this.#tally[outcome] -= 1
    }
    const slugs = new Map(gone.map(({ localId, slug }) => [localId, slug]))
    const records = await this.intent.differingOf(transaction, [...new Set(measures.map(({ localId }) => localId))])
    const comparison = this.#comparison(inOneStep(records), async ({ record }) => {
      const slug = slugs.get(record.local_id)
      if (slug === undefined) throw new Error(`${record.local_id} was not to be born`)
      return slug
    })
    const only = (some: readonly string[]): string[] => some.filter((id) => ids.has(id))
    const judgement = {
      ...this.#judgement,
      reinstate: only(this.#judgement.reinstate),
      withdraw: only(this.#judgement.withdraw),
    }
    for await (const changes of changesOf(transaction, { ...comparison, judgement }, at)) {
      await this.#lay(transaction, changes, at)
    }
  }

  /** Slugs are given once: one that another source's measure was given meanwhile is not to be had any more. */
  async #renameTaken(transaction: Sql): Promise<void> {
    const taken = await takenMeanwhile(transaction, this.id, this.#publication)
    const [takenId] = taken.ids
    if (takenId !== undefined) throw new IdTaken(takenId)
    if (taken.slugs.length === 0) return
    const names = new NewNames(transaction, await preparedSlugs(transaction, this.id))
    for (const { position } of taken.slugs) {
      const kept = keptAs(await preparedRecord(transaction, this.id, position))
      await putPreparedSlug(transaction, this.id, position, await names.slugFor(kept))
    }
  }
}

async function* inOneStep<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  if (all.length > 0) yield all
}
