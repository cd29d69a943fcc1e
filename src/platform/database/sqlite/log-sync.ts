/**
 * Making durable, beside the thread that answers requests, what the embedded store has committed. A commit that syncs by
 * itself has everybody stand still while the disk works, and each waits for a sync of its own; here the log is synced by
 * the system's threads, and one sync serves all that committed before it began.
 *
 * The engine writes a commit to its log whole before it answers, and syncs the log itself before copying from it and when
 * it begins it anew: so all that is left to do is to sync the file.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { StoreError } from '../store-error.ts'

export class LogSync {
  readonly #path: string
  readonly #sync: (file: FileHandle) => Promise<void>
  /** Held from the first sync on: the log stays the same file while the store is open. */
  #file: Promise<FileHandle> | null = null
  #running: Promise<void> | null = null
  /** The sync that begins when the running one has ended. */
  #next: Promise<void> | null = null
  #failure: StoreError | null = null

  /** `path`: of the log, which exists from the first commit on. */
  constructor(path: string, sync = (file: FileHandle): Promise<void> => file.datasync()) {
    this.#path = path
    this.#sync = sync
  }

  /**
   * Resolves when all that was committed before is on the disk. Where the system could not say so it is not known what
   * is, now or ever after: then this throws `unavailable`, and so does every later call, until the store is opened again.
   */
  async durable(): Promise<void> {
    this.#next ??= this.#after(this.#running)
    await this.#next
  }

  /** Throws where `durable` would, before anything is written that could not be acknowledged. */
  refuseBroken(): void {
    if (this.#failure !== null) throw this.#failure
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#running?.catch(() => undefined)
    const file = await this.#file?.catch(() => undefined)
    await file?.close()
  }

  async #after(running: Promise<void> | null): Promise<void> {
    // Also where nothing is running: whoever commits in the same turn of the loop goes along.
    await running?.catch(() => undefined)
    this.#running = this.#next
    this.#next = null
    this.refuseBroken()
    try {
      this.#file ??= open(this.#path, 'r+')
      await this.#sync(await this.#file)
    } catch (error) {
      this.#failure = new StoreError(
        'unavailable',
        'The disk did not keep what was written to the store. Look at the disk, then restart the service.',
        error,
      )
      throw this.#failure
    }
  }
}
