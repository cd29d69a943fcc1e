/**
 * `POST /v1/watchlists/{id}/companies`: adds companies to a list, or replaces them by reference. Rows refuse alone, counts
 * and evaluations the whole.
 *
 * What needs no lock is done first: the rows are read, and their answers judged against a catalogue. One transaction then
 * holds the account (of two uploads that count its companies one waits for the other), the list, the evaluations, and last
 * of all the head of the feed, so that every version that is published later has a later place than these companies.
 */
import { holdAccount } from '../accounts/operations.ts'
import { cheapestPlanAllowing, plans } from '../accounts/plans.ts'
import { feedPosition } from '../changes/append.ts'
import type { Caller, Counted, Idempotency } from '../contract/call.ts'
import { invalidBody, planTooSmall } from '../contract/refusals.ts'
import type { Warning } from '../contract/warnings.ts'
import { firstAnswer, rememberAnswer } from '../limits/idempotency.ts'
import { reserveEvaluations } from '../limits/operations.ts'
import { type LookUpMeans, lookUpAll } from '../matching/look-up.ts'
import type { LookedUp } from '../matching/request/filling.ts'
import { faultOfRepeated } from '../matching/request/match-request.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { inTurns } from '../platform/in-turns.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import { putCompanies, referencesOn, type WrittenCompany } from './company-store.ts'
import { heldWatchlist, laterOf, noteByHand } from './lists.ts'
import { numberWarnings } from './number-warnings.ts'
import { judgeAnswers, writtenRows } from './upload-answers.ts'
import { type RejectedRow, readRows, type UploadedRow } from './uploaded-rows.ts'
import type { Watchlist } from './watchlist.ts'
import { countsOf, noteUpload } from './watchlist-store.ts'

export type UploadMeans = LookUpMeans & { catalogue: FollowedCatalogue }

export type UploadCall = {
  watchlistId: string
  rows: readonly UploadedRow[]
  /** Rows at most: `uploadRowsMax` where they are sent as JSON. */
  rowsMax: number
  caller: Caller
  counted: Counted
  now: Instant
  idempotency: Idempotency | null
  /** By row what was looked up for it, where the rows were judged with that before; else they are looked up here. */
  lookedUp?: readonly (LookedUp | null)[]
}

export type Uploaded = {
  data: { added: number; replaced: number; rejected: RejectedRow[] }
  warnings: readonly Warning[]
  /** Of the list. */
  language: Language
}

/** What is kept of an answer: what was rejected follows from the request itself, whose facts are not to be kept. */
type KeptAnswer = { added: number; replaced: number; warnings: readonly Warning[]; language: Language }

/**
 * Refuses `invalid_body` (no rows, too many, a reference twice), `watchlist_not_found`, `plan_required` (more companies
 * than the plan takes), `conflict` (the key was used for another request), `match_quota_exceeded`: nothing is then stored.
 */
export async function uploadCompanies(means: UploadMeans, call: UploadCall): Promise<Uploaded> {
  refuseRows(call)
  await means.catalogue.whenRead()
  const lookedUp = call.lookedUp ?? (await lookUpAll(means, means.database, call.rows))
  const { accepted, rejected } = await inTurns(readRows(call.rows, lookedUp, call.now))
  const answers = await judgeAnswers(means.catalogue, accepted)
  const companies = await inTurns(writtenRows(accepted, answers.prints))
  const warnings = [...answers.warnings, ...numberWarnings(call.rows, lookedUp)]
  const { database } = means
  const { answer, evaluated } = await database.requestTransaction((transaction) =>
    store(transaction, database, call, companies, warnings),
  )
  call.counted.evaluations += evaluated
  const { added, replaced, language } = answer
  return { data: { added, replaced, rejected }, warnings: answer.warnings, language }
}

function refuseRows({ rows, rowsMax }: Pick<UploadCall, 'rows' | 'rowsMax'>): void {
  if (rows.length === 0 || rows.length > rowsMax) {
    throw invalidBody('companies', `companies must hold 1 to ${rowsMax} companies.`)
  }
  const repeated = faultOfRepeated(rows)
  if (repeated !== null) throw invalidBody(repeated.field, repeated.message)
}

async function store(
  transaction: Sql,
  { dialect }: Database,
  { watchlistId, caller, now, idempotency }: UploadCall,
  companies: readonly WrittenCompany[],
  warnings: readonly Warning[],
): Promise<{ answer: KeptAnswer; evaluated: number }> {
  const { accountId, plan } = caller
  await holdAccount(transaction, dialect, accountId)
  const list = await heldWatchlist(transaction, dialect, accountId, watchlistId)
  const first = await firstAnswer(transaction, accountId, idempotency, now)
  if (first !== null) return { answer: JSON.parse(first) as KeptAnswer, evaluated: 0 }
  const standing = await referencesOn(
    transaction,
    watchlistId,
    companies.map(({ reference }) => reference),
  )
  const added = companies.length - standing.size
  await refuseCount(transaction, caller, added)
  const answer: KeptAnswer = { added, replaced: standing.size, warnings, language: list.language }
  await rememberAnswer(transaction, accountId, idempotency, JSON.stringify(answer), now)
  await reserveEvaluations(transaction, accountId, plan, companies.length, caller.at)
  if (companies.length > 0) {
    const newOnes = companies.filter(({ reference }) => !standing.has(reference))
    const replacing = companies.filter(({ reference }) => standing.has(reference))
    await write(transaction, list, { newOnes, replacing }, now)
    const about = { name: list.name, companies: String(companies.length) }
    await noteByHand(transaction, now, caller, 'companies_uploaded', { id: watchlistId, about })
  }
  return { answer, evaluated: companies.length }
}

/** Of what the account holds on all lists; an upload that adds nothing is never refused for it. */
async function refuseCount(transaction: Sql, { accountId, plan }: Caller, added: number): Promise<void> {
  const allowed = plans[plan].watchlistCompanies
  if (added === 0 || allowed === null) return
  const requested = (await countsOf(transaction, accountId)).companies + added
  if (requested <= allowed) return
  const count = { capability: 'watchlists' as const, parameter: 'watchlist_companies', requested, allowed }
  throw planTooSmall(count, cheapestPlanAllowing('watchlistCompanies', requested))
}

async function write(
  transaction: Sql,
  list: Watchlist,
  { newOnes, replacing }: { newOnes: readonly WrittenCompany[]; replacing: readonly WrittenCompany[] },
  now: Instant,
): Promise<void> {
  const at = laterOf(list, now)
  await noteUpload(transaction, list.id, newOnes.length, at)
  const addedSeq = await feedPosition(transaction, now)
  const { nextPlace, revision } = list
  await putCompanies(transaction, list.id, [...newOnes, ...replacing], {
    nextPlace,
    at,
    addedSeq,
    revision: revision + 1,
  })
}
