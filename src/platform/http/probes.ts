/** `/livez` and `/readyz`: for the machine that runs the service, without a key, without a limit, in no document. */
import type { Exchange } from './exchange.ts'
import { probeHeaders } from './headers.ts'

export const probePaths = ['/livez', '/readyz'] as const

export type Readiness = { isReady(): Promise<boolean>; isStopping(): boolean; limitMs: number }

export async function answerProbe<Needs>(exchange: Exchange<Needs>, path: string, readiness: Readiness): Promise<void> {
  const isFine = path === '/livez' || (await canServe(readiness))
  const body = Buffer.from(JSON.stringify({ status: isFine ? 'ok' : 'unavailable' }))
  exchange.answer(isFine ? 200 : 503, probeHeaders, body)
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
