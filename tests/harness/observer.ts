/** Observers for tests: one that takes no note, and one that keeps what it is told. */
import type { Observer, Occurrence } from '../../src/platform/observer.ts'

export const unobserved: Observer = { tell: () => {}, end: () => {} }

export function keepingObserver(): Observer & { told: Occurrence[] } {
  const told: Occurrence[] = []
  return { told, tell: (occurrence) => void told.push(occurrence), end: () => {} }
}
