/**
 * What downloads are read from: for each state of the catalogue and variant that anybody asked for, its lines in a file,
 * written once, and of those a compressed twin for each coding that was asked for. So a download costs what sending its bytes
 * does, holds no snapshot of the store and no state of the catalogue however slow its reader is, and changes under nobody.
 *
 * Files have no names (`platform/files/file-slab.ts`): what a process had is gone with it, however it ended.
 */
import { close } from 'node:fs'
import type { Coding } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Pin } from '../measures/catalogue/pin.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import { namelessFileIn } from '../platform/files/file-slab.ts'
import { inTurns } from '../platform/in-turns.ts'
import { type Observer, secondsSince } from '../platform/observer.ts'
import { LineThread } from './line-thread.ts'
import { exportedIds, type Variant, variantName } from './variant.ts'

/** How long one is kept that nobody asks for. Of one state there are six at most, and of others those that are read. */
const unreadMs = 10 * 60_000
const sweepMs = 5_000
/** Files that wait to be written, one after the other, at most: three states with all their variants, say. */
const waitingMax = 18

/** Seconds after which a caller may ask again who was refused because others were served. */
const retrySeconds = 5

/** A file that lies ready, and how many bytes it has. */
export type ReadyFile = { file: number; length: number }

/** Closes a file that nobody will read. The system gives back hundreds of megabytes meanwhile: nobody waits for that. */
function giveUp(file: number): void {
  close(file, () => {})
}

/** 429: whoever may be served at a time is being served. */
export function exportsBusy(message: string): Refusal {
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': String(retrySeconds) })
}

/** One variant of one state, lying ready. */
export class PreparedExport {
  /** Measures, and so lines. */
  readonly count: number
  /** Number of the newest event of the feed that it shows. */
  readonly position: number
  /** Of its bytes as they are. */
  readonly length: number
  /** Alike where the bytes are, in whichever process: a strong tag is made of it. */
  readonly etag: string
  readonly #files: Map<Coding | 'identity', Promise<ReadyFile>>
  readonly #pack: (plain: ReadyFile, coding: Coding) => Promise<ReadyFile>
  #readers = 0
  #isGone = false
  #askedMs = performance.now()

  constructor(
    { count, position, plain, etag }: { count: number; position: number; plain: ReadyFile; etag: string },
    pack: (plain: ReadyFile, coding: Coding) => Promise<ReadyFile>,
  ) {
    this.count = count
    this.position = position
    this.length = plain.length
    this.etag = etag
    this.#files = new Map([['identity', Promise.resolve(plain)]])
    this.#pack = pack
  }

  get isRead(): boolean {
    return this.#readers > 0
  }

  /** When it was last asked for, by `performance.now()`. */
  get askedMs(): number {
    return this.#askedMs
  }

  noteAsked(): void {
    this.#askedMs = performance.now()
  }

  /** One more who reads it, until he `leave`s: its files stay open. */
  join(): void {
    this.#readers += 1
  }

  leave(): void {
    this.#readers -= 1
    if (this.#isGone && this.#readers === 0) this.#close()
  }

  /** Nobody joins it any more: its files are closed when the last reader has left. */
  letGo(): void {
    if (!this.#isGone && this.#readers === 0) this.#close()
    this.#isGone = true
  }

  /** Its bytes in that coding; made by the first who asks. For readers who have joined. */
  async fileIn(coding: Coding | null): Promise<ReadyFile> {
    const plain = await this.#files.get('identity')
    if (plain === undefined) throw new Error('an export was read after it was let go of')
    if (coding === null) return plain
    const known = this.#files.get(coding)
    if (known !== undefined) return known
    // What is being made is needed as long as it is being made, whoever leaves meanwhile.
    this.join()
    const packed = this.#pack(plain, coding).finally(() => this.leave())
    this.#files.set(coding, packed)
    // The next who asks tries again.
    packed.catch(() => this.#files.delete(coding))
    return packed
  }

  #close(): void {
    // What is being made is read by its maker: each lies ready, or failed just now, and was told.
    for (const making of this.#files.values())
      making.then(
        ({ file }) => giveUp(file),
        () => {},
      )
    this.#files.clear()
  }
}

export class PreparedExports {
  readonly #folder: string
  readonly #observer: Observer
  readonly #thread = new LineThread()
  readonly #ofState = new WeakMap<CatalogueState, Map<string, Promise<PreparedExport>>>()
  /** All that are open, of whichever state. */
  readonly #open = new Map<PreparedExport, { state: WeakRef<CatalogueState>; name: string }>()
  /** One file is written after the other. */
  #writing: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** The newest state that was asked for. */
  #newest: WeakRef<CatalogueState> | null = null
  #sweeps: NodeJS.Timeout | undefined

  /** `folder`: on whose disk the files are. */
  constructor({ folder, observer }: { folder: string; observer: Observer }) {
    this.#folder = folder
    this.#observer = observer
  }

  /**
   * The variant of the pinned state, made ready by the first who asks for it; whoever leaves meanwhile, it goes on. The pin
   * is let go of. What is answered can be joined until the next turn of the event loop.
   */
  async prepared(pin: Pin, variant: Variant): Promise<PreparedExport> {
    const { state } = pin
    this.#newest = new WeakRef(state)
    const known = this.#ofState.get(state) ?? new Map<string, Promise<PreparedExport>>()
    this.#ofState.set(state, known)
    const name = variantName(variant)
    const before = known.get(name)
    if (before !== undefined) pin.release()
    const preparing = before ?? this.#inTurn('lines', () => this.#write(state, variant)).finally(() => pin.release())
    known.set(name, preparing)
    try {
      const made = await preparing
      made.noteAsked()
      return made
    } catch (fault) {
      if (known.get(name) === preparing) known.delete(name)
      throw fault
    }
  }

  /**
   * Lets go of those of a state of before, and of what nobody reads or has asked for in a while. Called by itself every few
   * seconds, with `performance.now()`: whoever was given one has joined it by then, in the turn in which he had it.
   */
  sweep(nowMs: number): void {
    const newest = this.#newest?.deref()
    for (const [made, { state }] of [...this.#open]) {
      const isIdle = !made.isRead && nowMs - made.askedMs > unreadMs
      if (isIdle || state.deref() !== newest) this.#letGo(made)
    }
  }

  /** Ends what is being made, and closes what nobody reads. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeps)
    await this.#thread.stop()
    await this.#writing
    for (const made of [...this.#open.keys()]) this.#letGo(made)
  }

  async #write(state: CatalogueState, variant: Variant): Promise<PreparedExport> {
    const ids = await inTurns(exportedIds(state, variant))
    const file = namelessFileIn(this.#folder)
    try {
      const { length, digest } = await this.#thread.write(state, ids, variant.language, file)
      const name = variantName(variant)
      const made = new PreparedExport(
        { count: ids.length, position: state.position, plain: { file, length }, etag: `${digest}-${name}` },
        (plain, coding) => this.#inTurn('packing', () => this.#packed(plain, coding)),
      )
      this.#open.set(made, { state: new WeakRef(state), name })
      this.#sweeps ??= setInterval(() => this.sweep(performance.now()), sweepMs).unref()
      return made
    } catch (fault) {
      giveUp(file)
      throw fault
    }
  }

  async #packed(plain: ReadyFile, coding: Coding): Promise<ReadyFile> {
    const file = namelessFileIn(this.#folder)
    try {
      const { length } = await this.#thread.pack({ from: plain.file, length: plain.length, into: file, coding })
      return { file, length }
    } catch (fault) {
      giveUp(file)
      throw fault
    }
  }

  /** Does it when what was asked for before is done, and tells what came of it. */
  async #inTurn<Made>(part: 'lines' | 'packing', work: () => Promise<Made>): Promise<Made> {
    if (this.#waiting >= waitingMax) throw exportsBusy('Too many exports are being prepared. Try again in a moment.')
    this.#waiting += 1
    const startedMs = performance.now()
    const done = this.#writing.then(work).finally(() => {
      this.#waiting -= 1
    })
    this.#writing = done.catch(() => {})
    try {
      const made = await done
      const seconds = secondsSince(startedMs)
      this.#observer.tell({ name: 'export_preparation', labels: { part, outcome: 'done' }, seconds })
      return made
    } catch (fault) {
      this.#observer.tell({ name: 'export_preparation', labels: { part, outcome: 'failed' }, fault })
      throw fault
    }
  }

  #letGo(made: PreparedExport): void {
    const { state, name } = this.#open.get(made) ?? {}
    const kept = state?.deref()
    if (kept !== undefined && name !== undefined) this.#ofState.get(kept)?.delete(name)
    this.#open.delete(made)
    made.letGo()
  }
}
