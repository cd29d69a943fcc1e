/**
 * Whether the store is being filled for the first time. Until that is over, lists and matches lack measures that are still
 * to come, and say so (`catalogue_filling`).
 */
import { catalogueFilling, type Warning } from '../contract/warnings.ts'
import { interrupted, type Run, type SourcesSnapshot } from './source/source.ts'

/**
 * Of the sources that a store began with, those that are switched on and have a schedule are run once. The fill is over
 * when each has had a run that ended by itself, whatever became of it. A store without any source is not filled yet.
 */
export function isFilling({ entries }: SourcesSnapshot): boolean {
  const beganAt = Math.min(...entries.map(({ source }) => source.createdAt))
  const awaited = entries.filter(
    ({ source }) => source.enabled && source.definition.schedule !== null && source.createdAt === beganAt,
  )
  return entries.length === 0 || awaited.some(({ runs }) => !runs.some(hasEndedByItself))
}

const hasEndedByItself = ({ status, error }: Run): boolean =>
  status !== 'running' && !(status === 'failed' && error === interrupted)

/** What a process knows of it: once the fill is over it never looks again, so that requests cost nothing for it. */
export class FirstFill {
  readonly #read: () => Promise<SourcesSnapshot>
  #isOver = false

  /** `read` answers the sources as they are in the store, at most a moment old. */
  constructor(read: () => Promise<SourcesSnapshot>) {
    this.#read = read
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Looks anew; answers whether the fill goes on. */
  async goesOn(): Promise<boolean> {
    if (!this.#isOver) this.#isOver = !isFilling(await this.#read())
    return !this.#isOver
  }

  /** The warnings of a request, with that of the fill while it goes on. */
  with(warnings: Promise<readonly Warning[]> | readonly Warning[]): Promise<readonly Warning[]> | readonly Warning[] {
    if (this.#isOver) return warnings
    return Promise.all([warnings, this.goesOn()]).then(([said, goesOn]) =>
      goesOn ? [...said, catalogueFilling] : said,
    )
  }
}
