/** What whoever runs the service sees of it: sources and their runs, what waits, accounts, the check-up. Nobody else sees that there is such a thing. */
import type { Account } from '../../accounts/account.ts'
import { pageOfAccounts, setPlan, showAccount } from '../../accounts/operations.ts'
import { handOver } from '../../billing/reconcile.ts'
import { invalidParameter, routeNotFound } from '../../contract/refusals.ts'
import { checkUp } from '../../health/check-up.ts'
import type { Finding } from '../../health/finding.ts'
import { confirmHeldRun } from '../../ingestion/runs/confirm.ts'
import type { IngestionMeans } from '../../ingestion/runs/means.ts'
import { mailsWaiting } from '../../mail/outbox.ts'
import type { Database } from '../../platform/database/database.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { loadSourcesSnapshot } from '../../sources/snapshot.ts'
import type { SourceEntry } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import type { PlanId } from '../../values/vocabularies.ts'
import { reevaluationBacklog } from '../../watchlists/reevaluation/backlog.ts'
import { deliveriesWaiting } from '../../webhooks/queue/depth.ts'

export type OversightNeeds = { database: Database; ingestion: IngestionMeans }

export const accountsPerPage = 50
/** How long a page waits for a held run to be published; it goes on behind it. */
const confirmWaitMs = 20_000

/** Refuses, as where there is no such path, who does not run the service. */
export function requireOperator(who: SignedIn): void {
  if (who.isOperator) return
  throw routeNotFound()
}

/** Since when the oldest waits; null: nothing does. `waiting` is counted up to 10,000. */
export type Waiting = { waiting: number; since: Instant | null }

export type Overview = {
  sources: readonly SourceEntry[]
  deliveries: Waiting
  mails: Waiting
  versions: Waiting
}

export async function overview({ database }: OversightNeeds): Promise<Overview> {
  const { entries } = await loadSourcesSnapshot(database)
  const deliveries = await deliveriesWaiting(database)
  const { versions, oldestAt } = await reevaluationBacklog(database)
  return {
    sources: entries,
    deliveries: { waiting: deliveries.waiting, since: deliveries.dueSince },
    mails: await mailsWaiting(database),
    versions: { waiting: versions, since: oldestAt },
  }
}

const accountIdForm = /^acc_[0-9A-Z]{26}$/

/** A page of accounts; `before`: those made before that one, refused as `invalid_parameter` where it is no id of an account. */
export async function accountsPage(
  { database }: OversightNeeds,
  before: string | null,
): Promise<{ accounts: Account[]; hasMore: boolean }> {
  if (before !== null && !accountIdForm.test(before))
    throw invalidParameter('before', 'before must be the id of an account.')
  return pageOfAccounts(database, { before, limit: accountsPerPage })
}

export function accountOf({ database }: OversightNeeds, id: string): Promise<Account> {
  return showAccount(database, id)
}

/** Gives an account a plan, or none, by the operator's word; or takes that word back: it has what it pays by card (`stripe`). */
export function givePlan(
  { database }: OversightNeeds,
  now: Instant,
  id: string,
  word: PlanId | 'none' | 'stripe',
): Promise<Account> {
  return word === 'stripe' ? handOver(database, now, id) : setPlan(database, now, id, word === 'none' ? null : word)
}

/** The check-up under way: it reads every measure, so nobody begins a second one beside it. */
let checking: Promise<Finding[]> | null = null

export function findingsNow({ database, ingestion }: OversightNeeds, now: Instant): Promise<Finding[]> {
  checking ??= checkUp({ database: database.forBulk(), lookups: ingestion.lookups }, now).finally(() => {
    checking = null
  })
  return checking
}

/** Publishes the held run of a source. False: it is still being published, and goes on. Throws why it cannot be. */
export async function confirmRun({ ingestion }: OversightNeeds, sourceId: string): Promise<boolean> {
  const publishing = confirmHeldRun(ingestion, sourceId)
  // What goes wrong after the page has stopped waiting stands with the run.
  publishing.catch(() => {})
  return (await settlesWithin(publishing, confirmWaitMs)) ? publishing.then(() => true) : false
}
