/** What reading and publishing work with in a process: its connectors, its way to authorities, the tables of facts. */

import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { RepeatedFaults } from '../platform/faults/repeated-faults.ts'
import { newHolder } from '../platform/leases.ts'
import type { Log } from '../platform/log.ts'
import type { Observer } from '../platform/observer.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { connectorsByName } from './connectors/connectors.ts'
import type { IngestionMeans } from './runs/means.ts'

type MeansParts = {
  database: Database
  log: Log
  observer: Observer
  /** Where links of events lead. */
  baseUrl: string
  /** Of the release. */
  version: string
}

export function meansOn({ database, log, observer, baseUrl, version }: MeansParts): IngestionMeans {
  return {
    database,
    clock: systemClock,
    release: version,
    holder: newHolder(),
    connectors: connectorsByName,
    fetch: createOutbound({ version, clock: systemClock, observer }),
    log,
    repeated: new RepeatedFaults(log),
    lookups: referenceLookups,
    baseUrl,
  }
}
