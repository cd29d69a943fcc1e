/** What every delivery is sent with. */
import type { EventType } from '../../values/vocabularies.ts'

/** Service name with version, and where to read about us. `version`: of this release. */
export function userAgentOf(version: string, baseUrl: string): string {
  return `SubsidyMeasures/${version} (+${baseUrl}/docs/webhooks)`
}

/** In the order in which they leave. `signature`: of the attempt; null: it is not shown, because it is another at each. */
export function sentHeaders(
  userAgent: string,
  { id, eventType }: { id: string; eventType: EventType },
  signature: string | null,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    ...(signature === null ? {} : { 'Service-Signature': signature }),
    'Service-Event': eventType,
    'Service-Delivery': id,
  }
}
