/** What the stand-ins of authorities have in common when they break without failing: how, what becomes of the run, and their scenes. */
import type { Run } from '../../src/sources/source/source.ts'
import type { TestService } from './service.ts'

export type Outcome = { status: Run['status']; error: RegExp }

export const held = (why: RegExp): Outcome => ({ status: 'held', error: why })
export const failed = (why: RegExp): Outcome => ({ status: 'failed', error: why })

/** How many records each stand-in lists. */
export const recordCount = 60
export const recordNumbers: readonly number[] = Array.from({ length: recordCount }, (_, index) => index)

/** One way in which a source breaks. `read`: another reading than the scene's own, where the way needs one. */
export type Way = { breakIt(): void; mendIt(): void; outcome: Outcome; read?(): Promise<Run> }

/** A service whose one source is a stand-in. */
export type BrokenScene = AsyncDisposable & {
  service: TestService
  sourceId: string
  /** What the measures are by their dates, at the clock of the service. */
  statuses: { open: number; closed: number }
  ways: Readonly<Record<string, Way>>
  /** Reads what the stand-in now has. */
  read(): Promise<Run>
  /** Lists the records without what is wrong with them. */
  mend(): void
  /** Takes the deadline of the first so many records away, all of which are closed, and nothing else. */
  takeDeadlines(ofRecords: number): void
  /** Lists every record under another id. */
  giveNewIds(): void
}

/** UTF-8 that was read as Windows-1252. */
const misread = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

/** The same with every text in it misread. */
export function misreadAll<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? misread(one) : one))
}

/** The same with other names for some of its properties. */
export function renamed(record: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [names.includes(name) ? `${name}New` : name, value]),
  )
}
