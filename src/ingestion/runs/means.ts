/** What a run works with. `main.ts` makes it once; a test names what it needs. */
import type { VersionMeans } from '../../measures/versions/versions.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RepeatedFaults } from '../../platform/faults/repeated-faults.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Connector } from '../connectors/connector.ts'

export type IngestionMeans = VersionMeans & {
  database: Database
  clock: Clock
  /** Version of the service, as `--version` prints it: the first run of a release's bundled catalogue is never held. */
  release: string
  /** Of this process: see `newHolder`. */
  holder: string
  connectors: ReadonlyMap<string, Connector>
  fetch: OutboundFetch
  log: Log
  /** Takes what fails again and again while the store is away: the log has a line of it a minute. */
  repeated: RepeatedFaults
  /** How often a run shows that it lives; only tests name another than `renewEveryMs`. */
  heartbeatMs?: number
  /** Between two looks whether the run under way has ended; only tests name another. */
  waitMs?: number
}
