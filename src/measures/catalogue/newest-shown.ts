/** How certain a process is that it shows the newest publication, and how long others were shown before it did. */
import { type Observer, type OccurrenceOf, secondsSince } from '../../platform/observer.ts'

/** How a state was made; null: the one of before is the newest still. */
export type Making = OccurrenceOf<'catalogue_change'>['labels']['how'] | null

export type NewestShown = {
  /**
   * Since when it was last certain, of what is read twice a second; null before the first. It grows while the store does not
   * answer and while a later state is being made.
   */
  readonly seconds: number | null
  /** A reading has ended, and its state is shown: what it began with was the newest then. `startedMs`: of `performance.now()`. */
  read(how: Making, startedMs: number): void
}

export function newestShown(observer: Observer): NewestShown {
  let certainAtMs: number | null = null
  return {
    get seconds() {
      return certainAtMs === null ? null : secondsSince(certainAtMs)
    },
    read(how, startedMs) {
      if (how !== null) {
        observer.tell({ name: 'catalogue_change', labels: { how }, seconds: secondsSince(startedMs) })
        // Nothing was shown before the first, so that nobody waited for what it is later than.
        if (certainAtMs !== null)
          observer.tell({ name: 'catalogue_publication', labels: {}, seconds: secondsSince(certainAtMs) })
      }
      certainAtMs = startedMs
    },
  }
}
