/** How the service is, said from memory: it is said when nothing else can be. */
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import { freshnessOf } from '../sources/source/source.ts'
import type { SourcesView } from '../sources/view.ts'
import type { Instant } from '../values/brussels.ts'

export type HealthNeeds = {
  catalogue: FollowedCatalogue
  sources: SourcesView
  serviceVersion: string
  /** Ways to sign in to the dashboard that are offered here, beside links. */
  signInOffered: readonly ('google' | 'password')[]
  /** Whether the store takes writes; answers soon, whatever the store does. */
  takesWrites(): Promise<boolean>
}

export type Health = {
  status: 'ok' | 'degraded'
  database: 'ok' | 'unavailable'
  /** Ids of enabled sources that are not fresh. */
  sources_not_fresh: string[]
  /** Sign-in offered for the dashboard. */
  sign_in: ('google' | 'password')[]
  version: string
}

/** Freshness that makes the service degraded; a source that never ran is only not fresh. */
const worrying = ['stale', 'failing']

export async function healthOf(needs: HealthNeeds, now: Instant): Promise<Health> {
  const { catalogue, sources, serviceVersion } = needs
  const isStoreFine = catalogue.storeAnswers && (await needs.takesWrites())
  // Until the store has answered once there is no source to speak of, and that is what `database` says.
  const { entries } = await sources.read().catch(() => ({ entries: [] }))
  const notFresh = entries
    .filter(({ source }) => source.enabled)
    .map(({ source }) => ({ id: source.definition.id, freshness: freshnessOf(source, now) }))
    .filter(({ freshness }) => freshness !== 'fresh')
  const isWorrying = notFresh.some(({ freshness }) => worrying.includes(freshness))
  return {
    status: isStoreFine && catalogue.isLoaded && !isWorrying ? 'ok' : 'degraded',
    database: isStoreFine ? 'ok' : 'unavailable',
    sources_not_fresh: notFresh.map(({ id }) => id),
    sign_in: [...needs.signInOffered],
    version: serviceVersion,
  }
}
