/** The address under which people reach the service: as set, else where it listens. Never taken from a request. */
import type { Settings } from '../settings.ts'

export function baseUrlOf(settings: Settings, port: number): string {
  if (settings.baseUrl !== '') return settings.baseUrl
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return new URL(`http://${host}:${port}`).origin
}
