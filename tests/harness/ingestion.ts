/** Sources in memory, a clock that the test moves, and runs on a real store. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connector, ReadItem } from '../../src/ingestion/connectors/connector.ts'
import type { IngestionMeans } from '../../src/ingestion/runs/means.ts'
import { syncSources } from '../../src/measures/publishing/switch-source.ts'
import type { OperatorMeans } from '../../src/measures/withdraw.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { RepeatedFaults } from '../../src/platform/faults/repeated-faults.ts'
import { newHolder } from '../../src/platform/leases.ts'
import { createLog } from '../../src/platform/log.ts'
import { readDefinitions, type SourceDefinition } from '../../src/sources/source/definition.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { type InputRecord, sampleLookups } from './sample-measures.ts'

/** Tuesday 3 March 2026, 10:00 in Brussels. */
export const testStart: Instant = Date.parse('2026-03-03T09:00:00Z')

export type TestClock = Clock & {
  advance(by: { ms?: number; seconds?: number; minutes?: number; hours?: number; days?: number }): void
}

export function testClock(start: Instant = testStart): TestClock {
  let now = start
  return {
    now: () => now,
    advance: ({ ms = 0, seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      now += ms + 1_000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)))
    },
  }
}

/** What a source of the connector `memory` hands out at its next reading. */
export type MemoryListing = {
  items: readonly unknown[]
  announced?: number
  /** Called before each item, with its position from 1; what it waits for, the reading waits for. */
  before?(position: number): Promise<void> | void
}

export class MemorySources {
  readonly #listings = new Map<string, MemoryListing>()
  /** Ids of the sources in the order in which their readings began. */
  readonly readings: string[] = []

  lists(sourceId: string, listing: MemoryListing): void {
    this.#listings.set(sourceId, listing)
  }

  readonly connector: Connector = {
    name: 'memory',
    method: 'structured',
    settings: { schema: { type: 'object' }, fault: () => null },
    read: (context) => {
      const listing = this.#listings.get(context.source.id) ?? { items: [] }
      this.readings.push(context.source.id)
      return { items: itemsOf(listing), announced: () => listing.announced ?? null }
    },
  }
}

async function* itemsOf(listing: MemoryListing): AsyncGenerator<ReadItem> {
  for (const [index, input] of listing.items.entries()) {
    await listing.before?.(index + 1)
    if (index % 100 === 0) await nextTurn()
    yield { position: index + 1, line: null, file: null, input }
  }
}

/** A definition with everything that a test does not name. */
export function sampleDefinition(changes: Record<string, unknown> = {}): SourceDefinition {
  const entry = {
    id: 'alpha',
    prefix: 'al',
    name: 'Alpha',
    publisher: 'Agency Alpha',
    url: 'https://alpha.example',
    connector: 'memory',
    language: 'en',
    government_level: 'region',
    regions: ['flanders'],
    licence: { id: 'cc0', name: 'CC0', url: 'https://example.org/cc0' },
    reuse_mode: 'open',
    expected_every_hours: 24,
    ...changes,
  }
  const read = readDefinitions(
    { sources: [entry] },
    new Map([
      ['memory', () => null],
      ['file', () => null],
    ]),
  )
  const [definition] = 'definitions' in read ? read.definitions : []
  if (definition === undefined) throw new Error(JSON.stringify(read))
  return definition
}

export type IngestionScene = {
  database: Database
  clock: TestClock
  sources: MemorySources
  means: IngestionMeans & OperatorMeans
}

/** Registers the sources on a store and hands out what runs need. */
export async function ingestionScene(
  database: Database,
  definitions: readonly SourceDefinition[] = [sampleDefinition()],
): Promise<IngestionScene> {
  const clock = testClock()
  const sources = new MemorySources()
  const means = testMeans(database, clock, sources)
  await syncSources(means, { file: 'sources.yaml', definitions: [...definitions], folder: '/' })
  return { database, clock, sources, means }
}

/** As another process on the same store has them: a holder of its own. */
export function testMeans(database: Database, clock: Clock, sources: MemorySources): IngestionMeans & OperatorMeans {
  const log = createLog('silent')
  return {
    database,
    clock,
    release: '0.0.0',
    holder: newHolder(),
    connectors: new Map([[sources.connector.name, sources.connector]]),
    fetch: () => Promise.reject(new Error('a test reaches no network')),
    log,
    repeated: new RepeatedFaults(log),
    lookups: sampleLookups,
    baseUrl: 'http://127.0.0.1:8080',
    heartbeatMs: 5,
    waitMs: 5,
  }
}

/** An input record by its local id. */
export function input(localId: string, changes: InputRecord = {}): InputRecord {
  return { local_id: localId, title: `Support ${localId}`, url: `https://alpha.example/${localId}`, ...changes }
}
