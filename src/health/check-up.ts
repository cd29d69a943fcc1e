/** The check-up: what is wrong with the installation or its data, what a curator should do next, and how. */
import { checkBilling } from '../billing/check-up.ts'
import { missesMany, rejectsMany } from '../ingestion/anomalies/judgement.ts'
import { type CatalogueFindings, catalogueFindings } from '../ingestion/catalogue-findings.ts'
import type { CurationTasks } from '../ingestion/curation.ts'
import { countMissed } from '../measures/publishing/presences.ts'
import type { Database } from '../platform/database/database.ts'
import { StoreError } from '../platform/database/store-error.ts'
import { loadSourcesSnapshot } from '../sources/snapshot.ts'
import { freshnessOf, lastRunOf, type SourceEntry } from '../sources/source/source.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { backlogCountMax, reevaluationBacklog } from '../watchlists/reevaluation/backlog.ts'

import { type Finding, finding } from './finding.ts'
import { storeFindings } from './store-check-up.ts'

/** How old the first version may be that watched companies have not been told of. */
const lagWarningMs = 60_000
const lagFaultMs = 10 * 60_000

export type CheckUpMeans = { database: Database; lookups: Parameters<typeof catalogueFindings>[1] }

/** Looks at the store, the sources, what follows from events, what is paid, and the measures themselves. */
export async function checkUp({ database, lookups }: CheckUpMeans, now: Instant): Promise<Finding[]> {
  const findings: Finding[] = [finding('store', 'ok', `${database.engine} answers, and is at the newest schema`)]
  findings.push(...(await storeFindings(database, now)))
  const { entries } = await loadSourcesSnapshot(database)
  // Whatever the measures are like: all else is looked at.
  const ofMeasures = await catalogueFindings(database, lookups, now).catch((fault: unknown) => {
    if (fault instanceof StoreError || !(fault instanceof Error)) throw fault
    const message = `they cannot be looked through, and are served by no process that starts now: ${fault.message}. Restore a backup of before: npx subsidies restore --from <file> (docs/operating.md)`
    findings.push(finding('measures', 'fault', message))
    return null
  })
  const missedBySource = await countMissed(database)
  for (const entry of entries.filter(({ source }) => source.enabled)) {
    const { id } = entry.source.definition
    const counts = { unchecked: ofMeasures?.uncheckedBySource.get(id) ?? 0, missed: missedBySource.get(id) ?? 0 }
    findings.push(...sourceFindings(entry, counts, now))
  }
  findings.push(await watchlistFinding(database, now))
  findings.push(...(await billingFindings(database, now)))
  if (ofMeasures !== null) findings.push(...measureFindings(ofMeasures))
  return findings
}

/** Of one source: a held run, and how it stands. What last went wrong is always told, also while what is served is fresh. */
function sourceFindings(
  { source, runs, measures }: SourceEntry,
  { unchecked, missed }: { unchecked: number; missed: number },
  now: Instant,
): Finding[] {
  const { id } = source.definition
  const check = `source ${id}`
  const freshness = freshnessOf(source, now)
  const newest = lastRunOf({ runs })
  const again = `Try: npx subsidies ingest ${id}`
  const why =
    newest?.status === 'failed'
      ? ` Its last run, at ${formatInstant(newest.startedAt)}, failed: ${(newest.error ?? 'nothing says why').replace(/\.$/, '')}.`
      : ''
  const findings: Finding[] = []
  if (newest?.status === 'held') {
    const message = `its newest run looks wrong and is ${newest.error}. Nothing of it is published. Look at: npx subsidies sources show ${id}. Where the authority really changed so much: npx subsidies sources confirm ${id}`
    findings.push(finding(check, 'warning', message))
  } else if (missesMany({ missed, listed: measures })) {
    const message = `its last succeeded run did not list ${missed} of its ${measures} measures. When the next run does not list them either, it would withdraw them, and is held. Look now whether the source has lost them: npx subsidies sources show ${id}`
    findings.push(finding(check, 'warning', message))
  }
  if (newest !== null && rejectsMany(newest)) {
    const message = `its newest run rejected ${newest.rejected} of ${newest.seen} records; their measures stay as they were and grow old. Which, and why: npx subsidies sources show ${id}`
    findings.push(finding(check, 'warning', message))
  }
  if (freshness === 'failing' || freshness === 'stale') {
    const since = source.lastSuccessAt === null ? 'never' : formatInstant(source.lastSuccessAt)
    findings.push(finding(check, 'fault', `${freshness}: last success ${since}.${why} ${again}`))
  } else if (freshness === 'never') {
    findings.push(finding(check, 'warning', `has never succeeded.${why} ${again}`))
  } else if (measures === 0 && newest?.status === 'succeeded' && newest.seen > newest.rejected) {
    // So after the source was away from the list, or switched off: its next run reinstates what it lists.
    findings.push(finding(check, 'warning', `${freshness}, but all its measures are withdrawn. ${again}`))
  } else {
    const read =
      unchecked === 0 ? '' : `, ${unchecked} of them unchecked: nobody has read them against their page for a year`
    const message = `${freshness}, ${measures} ${measures === 1 ? 'measure' : 'measures'}${read}`
    if (why !== '') findings.push(finding(check, 'warning', `${message}.${why} ${again}`))
    else findings.push(finding(check, unchecked === 0 ? 'ok' : 'advice', message))
  }
  return findings
}

/** A version that can not be judged stops the telling of all that come after it: none of them is lost, and somebody must look. */
async function watchlistFinding(database: Database, now: Instant): Promise<Finding> {
  const check = 'watchlists'
  const { versions, oldestAt } = await reevaluationBacklog(database)
  if (oldestAt === null) return finding(check, 'ok', 'companies on watch have been told of every version')
  const count = versions < backlogCountMax ? String(versions) : `${backlogCountMax} or more`
  const message =
    `companies on watch have not been told of ${count} versions, the first of ${formatInstant(oldestAt)}. Is a service ` +
    'with background work running? If it is, its log says why, at watchlist-reevaluation'
  const lateMs = now - oldestAt
  return finding(check, lateMs > lagFaultMs ? 'fault' : lateMs > lagWarningMs ? 'warning' : 'ok', message)
}

/** Nobody is charged twice in silence, and nobody goes on paying for an account that is gone. */
async function billingFindings(database: Database, now: Instant): Promise<Finding[]> {
  const check = 'billing'
  const { chargedTwice, accounts, endings } = await checkBilling(database, now)
  const findings = chargedTwice.map(({ accountId, subscriptions }) => {
    const message = `${accountId} is charged for ${subscriptions.length} subscriptions (${subscriptions.join(', ')}); the largest plan holds. Ask what was meant, then end and refund the other at the payment provider`
    return finding(check, 'fault', message)
  })
  const why = 'Is a service with background work running, with STRIPE_SECRET_KEY? If it is, its log says why'
  if (endings > 0)
    findings.push(
      finding(check, 'fault', `what ${endings} deleted accounts pay has not been ended for over an hour. ${why}`),
    )
  if (accounts > 0)
    findings.push(
      finding(check, 'warning', `what ${accounts} accounts pay could not be looked at for half a day. ${why}`),
    )
  return findings
}

/** What a curator does about each kind of task; what was found stands behind it. */
const curating: Readonly<Record<CurationTasks['kind'], string>> = {
  unchecked: 'not read against their source for a year. Read its page or the law, mend the record, and give checked',
  round_over: 'over, and nothing says when the next round opens. Look it up, and give its dates, or recurrence one_off',
  status_unknown: 'of unknown status. Look up whether one can apply today, and give status or dates',
  condition_unanswered:
    'with conditions that neither a rule nor a point answers. Give a rule, or a point that another measure asks too',
  figures_missing: 'without any figure. Give amounts, rates or the budget, with their year in the note',
  point_asked_once:
    'points that fewer than two measures ask. Let another ask it, or word it as a condition of the measure',
}
/** As many as a line can hold. */
const namedMax = 10

/** Likely duplicates with what their sources say differently, issuers that could not be told from others, and curators' tasks. */
function measureFindings({ duplicates, unknownIssuers, curation }: CatalogueFindings): Finding[] {
  const findings: Finding[] = duplicates.pairs.map(({ ids, because, differences }) => {
    const differing = differences.map(({ field, sayings }) => {
      const said = sayings.map(({ source_id, value }) => `${source_id} says ${value ?? 'nothing'}`).join(', ')
      return `${field}: ${said}`
    })
    const difference = differing.length === 0 ? '' : ` They differ in ${differing.join('; ')}.`
    const message = `${ids.join(' and ')} may be one measure (${because.join(', ')}).${difference} If so: npx subsidies measures merge <duplicate> <survivor>`
    return finding('duplicates', 'warning', message)
  })
  const unlisted = duplicates.total - duplicates.pairs.length
  if (unlisted > 0) {
    findings.push(finding('duplicates', 'warning', `${unlisted} further pairs may be one measure`))
  }
  for (const { id, measures } of unknownIssuers) {
    const message = `"${id}" is not in the table of authorities (${measures} measures): other sources may call it otherwise`
    findings.push(finding('issuers', 'warning', message))
  }
  for (const { kind, tasks, total } of curation) {
    const named = tasks.slice(0, namedMax).map(({ id, detail }) => (detail === null ? id : `${id} (${detail})`))
    const further = total > named.length ? ` and ${total - named.length} further` : ''
    const message = `${total} ${curating[kind]}: ${named.join(', ')}${further}`
    findings.push(finding(`curating ${kind}`, 'advice', message, tasks))
  }
  return findings
}
