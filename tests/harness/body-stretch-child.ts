/**
 * Reads one body, as the first of its process, and prints the longest stretch for which that keeps the event loop: milliseconds
 * of CPU of the thread, so that a busy machine does not count. A body of facts is judged as a match does it.
 */
import { bodyReader } from '../../src/contract/body/body.ts'
import { readGivenFacts } from '../../src/matching/request/facts.ts'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import { bulkRequestSchema, matchRequestSchema } from '../../src/matching/request/request-schema.ts'
import { newWatchlistSchema } from '../../src/watchlists/watchlist-schema.ts'
import { largeBodies } from './large-bodies.ts'

const schemas = { match: matchRequestSchema, bulk: bulkRequestSchema, watchlist: newWatchlistSchema }
const microsecondsPerMillisecond = 1_000

const found = largeBodies.find(({ what }) => what === process.argv[2])
if (found === undefined) throw new Error(`there is no body "${process.argv[2]}"`)
const bytes = Buffer.from(found.text())
const reader = bodyReader(schemas[found.to], found.to === 'bulk' ? 'work' : 'edge')

let longestMs = 0
let isOver = false
let last = cpuMs()
function look(): void {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
  if (!isOver) setImmediate(look)
}
setImmediate(look)
const verdict = await reader.read(bytes).then(judged, (refusal: Error) => refusal.message)
await new Promise((resolve) => setImmediate(resolve))
isOver = true
look()
process.stdout.write(JSON.stringify({ longestMs, verdict: verdict.slice(0, 80) }))

function judged(value: unknown): string {
  if (found?.to !== 'match') return 'read'
  // The reader has held it against the schema of a match.
  const outcome = readGivenFacts(value as FactsInput, Date.now())
  return 'facts' in outcome ? 'read' : outcome.message
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / microsecondsPerMillisecond
}
