/**
 * `POST /v1/match/bulk`: many companies, in the order asked. What can be refused is refused before the first byte; then
 * the answer flows, made in slices by the pool, so that neither memory nor other requests feel its length.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cheapestPlanAllowing, plans } from '../accounts/plans.ts'
import type { Caller, Counted, Idempotency, Piece } from '../contract/call.ts'
import { disclaimer } from '../contract/envelope.ts'
import { invalidBody, planTooSmall } from '../contract/refusals.ts'
import { type Warning, warningsIn } from '../contract/warnings.ts'
import { rememberRequest } from '../limits/idempotency.ts'
import { giveBackEvaluations, reserveEvaluations } from '../limits/operations.ts'
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { type BulkEntry, faultOfEntry, type NumberedEntry, type UnderstoodEntry } from './bulk-entry.ts'
import type { BulkPool, JudgedSlice } from './bulk-pool.ts'
import { type LookUpMeans, lookUpAll } from './look-up.ts'
import { faultOfRepeated } from './request/match-request.ts'
import { understandProject } from './understood.ts'

export type BulkCall = {
  entries: readonly BulkEntry[]
  caller: Caller
  counted: Counted
  now: Instant
  requestId: string
  warnings: readonly Warning[]
  idempotency: Idempotency | null
  /** Whether it is answered as lines of JSON, the last of them what stands behind the list of a document. */
  asLines: boolean
  /** What projects in words are read with. */
  catalogue: FollowedCatalogue
  /** The publication that the answer must show. */
  publication: number
  signal: AbortSignal
}

/** Entries that a worker is given at once. */
const sliceEntries = 25
/** Slices of one request that are made or wait to be sent. */
const slicesAhead = 4
/** Entries looked at between two breaths of the event loop. */
const checkedAtOnce = 50

/**
 * Checks and pays for a bulk, and answers its bytes. Refuses `invalid_body` (no companies, a reference twice),
 * `plan_required` (more companies than the plan takes), `conflict`, `match_quota_exceeded` (the whole, nothing counted).
 */
export async function matchBulk(means: LookUpMeans, pool: BulkPool, call: BulkCall): Promise<AsyncIterable<Piece>> {
  const { database } = means
  const { entries, caller, now, idempotency } = call
  refuseRepeated(entries)
  const allowed = plans[caller.plan].maxBulkCompanies
  if (allowed !== null && entries.length > allowed) {
    const count = { capability: 'bulk_match' as const, parameter: 'companies_max', requested: entries.length, allowed }
    throw planTooSmall(count, cheapestPlanAllowing('maxBulkCompanies', entries.length))
  }
  const numbered = await numberedEntries(means, entries)
  const rejected = await countRejected(numbered, now)
  const evaluated = entries.length - rejected
  // An empty slice is answered by a thread that shows the publication: nothing is paid for that nobody could judge.
  await pool.judge({ entries: [], now, publication: call.publication, between: ',' }, call.signal)
  const isNew = await database.requestTransaction(async (transaction) => {
    const isFirst = idempotency === null || (await rememberRequest(transaction, caller.accountId, idempotency, now))
    if (isFirst) await reserveEvaluations(transaction, caller.accountId, caller.plan, evaluated, caller.at)
    return isFirst
  })
  if (isNew) call.counted.evaluations += evaluated
  const pieces = piecesOf(pool, call, numbered, { evaluated, rejected })
  return isNew ? paidBackWhereCut(database, call, evaluated, pieces) : pieces
}

/**
 * The same pieces. Where they cannot all be made, and somebody still waits for them, what was counted is given back before the
 * answer is cut: a bulk that we could not finish costs nothing, and the same request again is a new one.
 */
async function* paidBackWhereCut(
  database: Database,
  { caller, counted, idempotency, signal }: BulkCall,
  evaluated: number,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (fault) {
    if (!signal.aborted) {
      await giveBackEvaluations(database, caller.accountId, evaluated, idempotency, caller.at)
      counted.evaluations -= evaluated
    }
    throw fault
  }
}

function refuseRepeated(entries: readonly BulkEntry[]): void {
  if (entries.length === 0) throw invalidBody('companies', 'companies must hold at least one company.')
  const repeated = faultOfRepeated(entries)
  if (repeated !== null) throw invalidBody(repeated.field, repeated.message)
}

async function numberedEntries(means: LookUpMeans, entries: readonly BulkEntry[]): Promise<NumberedEntry[]> {
  const lookedUp = await lookUpAll(means, means.database, entries)
  return entries.map((entry, index) => ({ entry, lookedUp: lookedUp[index] ?? null }))
}

async function countRejected(entries: readonly NumberedEntry[], now: Instant): Promise<number> {
  let rejected = 0
  for (const [index, entry] of entries.entries()) {
    if (index % checkedAtOnce === 0) await nextTurn()
    if (faultOfEntry(entry, now) !== null) rejected += 1
  }
  return rejected
}

/**
 * Judges entries with what projects in words mean. The words are read here, one between two breaths of the event loop: the threads
 * that judge have no index of what is searched.
 */
async function judgeSlice(
  pool: BulkPool,
  { catalogue, now, publication, signal }: BulkCall,
  entries: readonly NumberedEntry[],
  between: ',' | '\n',
): Promise<JudgedSlice> {
  const understood: UnderstoodEntry[] = []
  for (const entry of entries) {
    const hasWords = (entry.entry.project?.text ?? null) !== null && faultOfEntry(entry, now) === null
    if (hasWords) await nextTurn()
    understood.push(hasWords ? await catalogue.read((current) => understoodEntry(current, entry)) : entry)
  }
  return pool.judge({ entries: understood, now, publication, between }, signal)
}

function understoodEntry(current: Catalogue, { entry, lookedUp }: NumberedEntry): UnderstoodEntry {
  const { input, understood } = understandProject(current, entry)
  return { entry: input, lookedUp, ...(understood === null ? {} : { understood }) }
}

async function* piecesOf(
  pool: BulkPool,
  call: BulkCall,
  entries: readonly NumberedEntry[],
  counts: { evaluated: number; rejected: number },
): AsyncGenerator<Piece> {
  const { requestId } = call
  const { opening, between, closing } = call.asLines ? asLines : asDocument
  const attribution = new Set<string>()
  const waiting: Promise<JudgedSlice>[] = []
  let from = 0
  const ask = (): void => {
    if (from >= entries.length) return
    const slice = judgeSlice(pool, call, entries.slice(from, from + sliceEntries), between)
    // Its failure is met when it is awaited; until then it is nobody's.
    slice.catch(() => {})
    waiting.push(slice)
    from += sliceEntries
  }
  for (let ahead = 0; ahead < slicesAhead; ahead += 1) ask()
  let before: string = opening
  for (let slice = waiting.shift(); slice !== undefined; slice = waiting.shift()) {
    const made = await slice
    ask()
    for (const line of made.attribution) attribution.add(line)
    if (before !== '') yield { bytes: Buffer.from(before) }
    yield { bytes: made.bytes, giveBack: () => free(made.bytes) }
    before = between
  }
  const warnings = warningsIn('en', call.warnings)
  const meta = { request_id: requestId, warnings, attribution: [...attribution], disclaimer: disclaimer.en }
  yield { bytes: Buffer.from(closing(JSON.stringify({ ...counts, meta }).slice(1))) }
}

/**
 * Frees the memory of a slice's bytes, which is all its own. Left to the collector of garbage, the hundred megabytes that a
 * bulk sends make it look through the whole heap four times, and everybody else wait for it.
 */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** What stands around and between the texts of entries; `rest`: counts and `meta` as JSON without the brace before them. */
type BulkForm = { opening: string; between: ',' | '\n'; closing(rest: string): string }
const asDocument: BulkForm = { opening: '{"data":[', between: ',', closing: (rest) => `],${rest}` }
const asLines: BulkForm = { opening: '', between: '\n', closing: (rest) => `\n{${rest}\n` }
