/**
 * Reading a source: every item is judged and compared with the store as it comes. What the store does not have so is
 * staged there, in steps; what it has is only remembered by its local id. So memory grows with ids, never with records.
 */
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Presence } from '../../measures/publishing/presence.ts'
import { findTakenIds, listPresences } from '../../measures/publishing/presences.ts'
import { judge } from '../../measures/publishing/seen-and-missed.ts'
import { compareWithStore } from '../../measures/publishing/transitions.ts'
import { type ReadOutcome, readInputRecord } from '../../measures/reading/read-input.ts'
import { digestOf } from '../../measures/record/canonical.ts'
import { kept } from '../../measures/record/kept-record.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Source } from '../../sources/source/source.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import { shortfall, wouldHave } from '../anomalies/judgement.ts'
import { addLosses, noLosses } from '../anomalies/losses.ts'
import { ProfileCount, titlesText } from '../anomalies/profile.ts'
import { isReadFailure, type ReadItem, type Reading } from '../connectors/connector.ts'
import { RunFailure, RunLost } from './faults.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { IngestionMeans } from './means.ts'
import type { Readout, RejectedRecord, StagedRecord, StoredRun } from './run.ts'
import { insertRejected, insertStaged, publishedRejections, putProgress } from './run-store.ts'

/** Items judged and staged in one step, between two turns of the event loop. */
const itemsPerStep = 100
/** Longest reason of a rejection that is kept. */
const reasonMax = 2_000

export type ReadOptions = {
  /** A file of input records, absolute, in place of the source's own location. */
  file?: string
  /** Tells how far the reading has come. */
  onProgress?(progress: RunProgress): void
}

/** `total` is null while the source announces nothing. */
export type RunProgress = { sourceId: string; done: number; total: number | null; note: string | null }

type Step = { staged: StagedRecord[]; rejected: RejectedRecord[] }

export class SourceReader {
  readonly #means: IngestionMeans
  /** For as long as the run is to go on. */
  readonly #database: Database
  readonly #source: Source
  readonly #run: StoredRun
  readonly #heartbeat: Heartbeat
  /** Where each local id was read first. */
  readonly #readAt = new Map<string, string>()
  /** Local ids of the records that were taken, and of those that were rejected but could be attributed. */
  readonly #taken = new Set<string>()
  readonly #rejected = new Set<string>()
  #unattributed = 0
  /** Rejected records by local id; '' for those without a readable one. */
  readonly #rejections = new Map<string, number>()
  readonly #losses = noLosses()
  readonly #profile: ProfileCount
  #rejectedBefore: ReadonlyMap<string, number> = new Map()
  #firstRejection: string | null = null
  #presences: ReadonlyMap<string, Presence> = new Map()
  #seen = 0
  #rejectedCount = 0
  #created = 0
  #changed = 0

  constructor(means: IngestionMeans, begun: { source: Source; run: StoredRun }, heartbeat: Heartbeat) {
    this.#means = means
    this.#database = means.database.forBulk().withSignal(heartbeat.signal)
    this.#source = begun.source
    this.#run = begun.run
    this.#heartbeat = heartbeat
    this.#profile = new ProfileCount(sourceSettings(begun.source.definition), begun.run.startedAt)
  }

  /** What the reading has come to: that of all records read so far, also where it was cut short. */
  get readout(): Readout {
    return {
      listed: { taken: this.#taken, rejected: this.#rejected, unattributed: this.#unattributed },
      seen: this.#seen,
      rejected: this.#rejectedCount,
      intended: { created: this.#created, changed: this.#changed },
      rejections: this.#rejections,
      newlyRejected: this.#newlyRejected,
      losses: this.#losses,
      profile: this.#profile.profile(this.#rejectedCount),
    }
  }

  /**
   * Reads the source to its end. Throws what the reading threw, the reason why the run has to end, or a
   * `RunFailure` where what was read cannot be the whole of its source.
   */
  async read(options: ReadOptions): Promise<Readout> {
    const { id } = this.#source.definition
    this.#presences = await listPresences(this.#database, id)
    this.#rejectedBefore = await publishedRejections(this.#database, id)
    const reading = this.#open(options)
    await this.#readAll(reading)
    const { readout } = this
    const { listedBefore, notListed, withdraw } = judge(
      this.#presences.values(),
      readout.listed,
      this.#source.lastSuccessAt,
    )
    const short = shortfall({
      ...{ seen: readout.seen, taken: this.#taken.size, announced: reading.announced(), listedBefore },
      firstRejection: this.#firstRejection,
    })
    if (short !== null) throw new RunFailure(`${short}; ${wouldHave(readout, withdraw.length)}`)
    const profile = { ...readout.profile, not_listed: { measures: notListed, of: listedBefore } }
    return { ...readout, profile }
  }

  #open({ file, onProgress }: ReadOptions): Reading {
    const { definition, folder } = this.#source
    const { connectors, fetch, log } = this.#means
    const connector = connectors.get(file === undefined ? definition.connector : 'file')
    if (connector === undefined) throw new RunFailure(`there is no connector ${definition.connector}`)
    return connector.read({
      settings: file === undefined ? definition.settings : { path: path.basename(file) },
      source: { id: definition.id, language: definition.language, reuseMode: definition.reuse_mode },
      folder: file === undefined ? folder : path.dirname(file),
      signal: this.#heartbeat.signal,
      fetch,
      now: this.#run.startedAt,
      progress: (done, total, note) => {
        this.#heartbeat.progress()
        onProgress?.({ sourceId: definition.id, done, total, note: note ?? null })
      },
      log,
    })
  }

  async #readAll(reading: Reading): Promise<void> {
    const items = reading.items[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { step, ended } = await this.#nextStep(items)
        await this.#keep(step)
        if (ended) return
        await nextTurn()
      }
    } finally {
      // A reading that hangs is left alone: it holds nothing of ours, and its signal has been aborted.
      items.return?.(undefined)?.then(undefined, () => {})
    }
  }

  async #nextStep(items: AsyncIterator<ReadItem>): Promise<{ step: Step; ended: boolean }> {
    const step: Step = { staged: [], rejected: [] }
    for (let count = 0; count < itemsPerStep; count += 1) {
      const next = await unlessAborted(items.next(), this.#heartbeat.signal)
      if (next.done === true) return { step, ended: true }
      this.#judge(next.value, step)
      this.#heartbeat.progress({ seen: this.#seen, rejected: this.#rejectedCount })
    }
    return { step, ended: false }
  }

  #judge(item: ReadItem, step: Step): void {
    this.#seen += 1
    const read = this.#read(item)
    if ('reason' in read) {
      this.#reject(item, read.localId, read.reason, step)
      return
    }
    const localId = read.record.local_id
    this.#readAt.set(localId, placeOf(item))
    this.#taken.add(localId)
    this.#profile.add(read.record, digestOf(titlesText(read.record)))
    const staged = { position: item.position, ...kept(read.record) }
    if (this.#presences.get(localId)?.digest !== staged.digest) step.staged.push(staged)
  }

  /** The item as a record that nothing speaks against. */
  #read(item: ReadItem): ReadOutcome {
    if (isReadFailure(item)) return item
    const read = readInputRecord(
      item.input,
      sourceSettings(this.#source.definition),
      this.#means.lookups,
      this.#run.startedAt,
    )
    if ('reason' in read) return read
    const localId = read.record.local_id
    const before = this.#readAt.get(localId)
    return before === undefined ? read : { localId, reason: `local_id: ${localId} was already read at ${before}` }
  }

  #reject(item: ReadItem, localId: string | null, reason: string, step: Step): void {
    this.#noteRejection(localId, reason)
    if (localId === null) this.#unattributed += 1
    else if (!this.#readAt.has(localId)) {
      this.#readAt.set(localId, placeOf(item))
      this.#rejected.add(localId)
    }
    const told = item.file === null ? reason : `${item.file}: ${reason}`
    step.rejected.push({
      position: item.position,
      line: item.line ?? item.position,
      localId,
      reason: told.slice(0, reasonMax),
    })
  }

  /** Counts and stages what a step read; nothing of it is published. */
  async #keep(step: Step): Promise<void> {
    const { clock, holder } = this.#means
    await this.#refuseForeignIds(step)
    await this.#compare(step)
    const counts = { seen: this.#seen, rejected: this.#rejectedCount }
    await this.#database.transaction(async (transaction) => {
      // The source's row (by its foreign key) before the run's, as everywhere.
      await insertRejected(transaction, this.#run.sourceId, step.rejected)
      const isOurs = await putProgress(transaction, { id: this.#run.id, holder }, counts, clock.now())
      if (!isOurs) throw new RunLost()
      await insertStaged(transaction, this.#run.id, step.staged)
    })
  }

  /** An id that a measure of another source has cannot be given again. */
  async #refuseForeignIds(step: Step): Promise<void> {
    const idOf = (staged: StagedRecord): string => `${this.#source.definition.prefix}:${staged.record.local_id}`
    const unknown = step.staged.filter((staged) => !this.#presences.has(staged.record.local_id))
    const taken = await findTakenIds(this.#database, unknown.map(idOf))
    if (taken.size === 0) return
    step.staged = step.staged.filter((staged) => {
      const foreign = !this.#presences.has(staged.record.local_id) && taken.has(idOf(staged))
      if (foreign) {
        const { local_id: localId } = staged.record
        this.#taken.delete(localId)
        const reason = `local_id: ${idOf(staged)} is a measure of another source`
        this.#noteRejection(localId, reason)
        step.rejected.push({ position: staged.position, line: staged.position, localId, reason })
      }
      return !foreign
    })
  }

  /** Leaves in a step what the store does not have so, and counts what the measures that are listed lose by it. */
  async #compare(step: Step): Promise<void> {
    const { clock, lookups } = this.#means
    const known = { source: sourceSettings(this.#source.definition), lookups, presences: this.#presences }
    const now = clock.now()
    const { differing, created, changed, replaced } = await compareWithStore(this.#database, step.staged, known, now)
    step.staged = differing
    for (const one of replaced) addLosses(this.#losses, one, known.source, now)
    this.#created += created
    this.#changed += changed
  }

  #noteRejection(localId: string | null, reason: string): void {
    this.#rejectedCount += 1
    this.#firstRejection ??= reason
    const name = localId ?? ''
    this.#rejections.set(name, (this.#rejections.get(name) ?? 0) + 1)
  }

  get #newlyRejected(): number {
    const more = [...this.#rejections].map(([localId, count]) => count - (this.#rejectedBefore.get(localId) ?? 0))
    return more.reduce((sum, count) => sum + Math.max(0, count), 0)
  }
}

function placeOf(item: ReadItem): string {
  const place = item.line === null ? `position ${item.position}` : `line ${item.line}`
  return item.file === null ? place : `${item.file}, ${place}`
}

/** What is waited for, or the reason of the signal, whichever comes first. */
async function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    waited.catch(() => {})
    throw signal.reason
  }
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([waited, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
