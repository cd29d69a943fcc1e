/** The metrics of a service process, where METRICS_PORT says so. */
import { systemClock } from '../clock.ts'
import { listenFault } from '../http/listen-fault.ts'
import { type Settings, WrongSetting } from '../settings.ts'
import { type Metrics, makeMetrics } from './metrics.ts'

const millisecondsPerSecond = 1_000

/** Begins to listen, and says where; null where METRICS_PORT is off. Throws `WrongSetting` where it cannot be listened on. */
export async function beginMetrics(
  settings: Settings,
  { role, version }: { role: string; version: string },
  error: { write(line: string): unknown },
): Promise<Metrics | null> {
  const { metricsPort: port, metricsHost: host, databaseUrl } = settings
  if (port === null) return null
  if (role !== 'worker' && port !== 0 && port === settings.port)
    throw new WrongSetting(`METRICS_PORT must be another port than PORT, which is ${port} too.`)
  const store = databaseUrl === null ? 'sqlite' : 'postgres'
  const startedAt = systemClock.now() / millisecondsPerSecond - process.uptime()
  const metrics = makeMetrics({ version, role, store, node: process.version }, startedAt)
  try {
    const bound = await metrics.listen(host, port)
    error.write(`Metrics: http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics\n`)
    return metrics
  } catch (fault) {
    await metrics.stop()
    throw listenFault(fault, { host, port, names: { host: 'METRICS_HOST', port: 'METRICS_PORT' } })
  }
}
