/** The deliverer of a running service: every process with background work has one. */
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { AllowedHosts } from '../platform/egress/allowed-hosts.ts'
import { makeEgress } from '../platform/egress/post-once.ts'
import type { ClockWatch } from '../platform/faults/clock-watch.ts'
import type { Observer } from '../platform/observer.ts'
import { userAgentOf } from './deliveries/sent-headers.ts'
import { type Deliverer, makeDeliverer } from './queue/deliverer.ts'
import type { DueBy } from './queue/now.ts'
import type { SecretBox } from './secret-box.ts'

export type DeliveringSettings = {
  database: Database
  clock: Clock
  dueBy: DueBy
  observer: Observer
  secrets: SecretBox
  clockWatch?: ClockWatch
  allowedHosts: AllowedHosts
  baseUrl: string
  /** Of this release. */
  version: string
}

/** A deliverer that has not begun yet. */
export function delivererOf(settings: DeliveringSettings): Deliverer {
  const { database, clock, dueBy, observer, secrets, allowedHosts, baseUrl, version } = settings
  return makeDeliverer({
    // A claim or an end that waits for its turn is better than one that is lost. It holds endpoints, which others wait for.
    database: database.forTurns(),
    ...{ clock, dueBy, observer, secrets, clockWatch: settings.clockWatch },
    egress: makeEgress({ allowedHosts }),
    userAgent: userAgentOf(version, baseUrl),
    chance: Math.random,
  })
}
