/** `/livez` and `/readyz`: for the machine that runs the service, without a key, without a limit, in no document. */
import Type from 'typebox'
import { probeAccess } from '../../contract/access.ts'
import type { Reply } from '../../contract/call.ts'
import type { RouteRecord } from '../../contract/route.ts'

/** Where probes ask: their lines in the log are for those who look for faults. */
export const probePaths = ['/livez', '/readyz'] as const

type Readiness = { isReady(): Promise<boolean>; isStopping(): boolean; limitMs: number }

export function probeRoutes(readiness: Readiness): RouteRecord<unknown>[] {
  const probe = (path: (typeof probePaths)[number], run: () => Promise<boolean> | boolean): RouteRecord<unknown> => ({
    ...{ method: 'GET', path, operation: path.slice(1), summary: path, description: 'For probes.', tag: 'Probes' },
    ...{ access: probeAccess, capability: null, pathParameters: {}, query: {}, body: null, shape: 'own' },
    ...{ answers: { 200: { description: 'Fine.', schema: Type.Object({ status: Type.String() }) } } },
    ...{ refuses: [], etag: false, run: async () => replyOf(await run()) },
  })
  return [probe('/livez', () => true), probe('/readyz', () => canServe(readiness))]
}

function replyOf(isFine: boolean): Reply {
  return { status: isFine ? 200 : 503, data: { status: isFine ? 'ok' : 'unavailable' } }
}

async function canServe({ isReady, isStopping, limitMs }: Readiness): Promise<boolean> {
  if (isStopping()) return false
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), limitMs)
  try {
    return (await Promise.race([isReady(), late.promise])) && !isStopping()
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
