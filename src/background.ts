/** The background work of one running service: what is done by the clock, and what follows from events. */
import { forgetAuditJob } from './accounts/audit/audit.ts'
import { eraseAccountsJob, scrubFilesJob } from './accounts/erasure.ts'
import type { Needs } from './app.ts'
import { billingJobs } from './billing/billing.job.ts'
import { configuredProvider } from './billing/provider/stripe.ts'
import { purgeFeedJob } from './changes/purge.ts'
import { fetchAccountsJob } from './companies/filed-accounts/fetch-accounts.ts'
import { forgetAccountsJob } from './companies/filed-accounts/retention.ts'
import { digestJob } from './digests/queue-digests.ts'
import { erasers } from './erasers.ts'
import { reapJob } from './ingestion/runs/runs.ts'
import { scheduleJob } from './ingestion/schedule.job.ts'
import { tellQuotasJob } from './limits/quota-mail/tell-quotas.ts'
import { forgetMailJob } from './mail/forget.job.ts'
import { mailFileEraser } from './mail/leaving.ts'
import { makeMailer } from './mail/mailer.ts'
import { mailFolderOf, outletOf } from './mail/outlet.ts'
import { mailKindsOf } from './mail-kinds.ts'
import type { Looking } from './matching/look-up.ts'
import { closingSoonJob } from './measures/reminders/closing-soon.job.ts'
import { clockJob } from './measures/versions/clock.job.ts'
import type { OpenStore } from './operator/host.ts'
import type { Streams } from './operator/output.ts'
import { showProgress } from './operator/progress.ts'
import { allowedHosts } from './platform/egress/allowed-hosts.ts'
import type { ClockWatch } from './platform/faults/clock-watch.ts'
import { type JobRunner, makeJobRunner } from './platform/jobs.ts'
import type { Observer } from './platform/observer.ts'
import { secretKeyOf } from './platform/secret-key.ts'
import type { Settings } from './platform/settings.ts'
import { sweepSignInJob } from './sign_in/sweep.ts'
import { freshnessJob } from './sources/freshness.ts'
import type { Run } from './sources/source/source.ts'
import { boundLogsJob, forgetUsageJob } from './usage/retention/retention.ts'
import { eraseListsJob } from './watchlists/leaving.ts'
import { reevaluateJob } from './watchlists/reevaluation/reevaluate.job.ts'
import { delivererOf } from './webhooks/delivering.ts'
import { fanOutJob } from './webhooks/fan-out/fan-out.ts'
import { eraseWebhooksJob } from './webhooks/leaving.ts'
import { forgetDeliveriesJob } from './webhooks/retention/retention.ts'

/** What a running service is given, for its background work too. */
export type WorkParts = {
  settings: Settings
  store: OpenStore
  observer: Observer
  streams: Pick<Streams, 'out' | 'error'>
  /** Whose clock limits and deliveries go by; only tests, which move the time, name another than the store's. */
  meterBy?: 'store' | 'request'
  isTerminal: boolean
  version: string
}

export type Background = Pick<JobRunner, 'stop'>

/** Begins the work that nobody waits for: runs, reminders, re-evaluation, deliveries, erasing. */
export function startJobs(
  { settings, store, observer, streams, isTerminal, meterBy, version }: WorkParts,
  {
    catalogue,
    watchedLists,
    secrets,
    clockWatch,
    looking,
  }: Pick<Needs, 'catalogue' | 'watchedLists' | 'secrets'> & {
    clockWatch: ClockWatch
    looking: Looking
  },
  isServing: boolean,
): Background {
  const { database, means } = store
  const progress = showProgress(streams.error, isTerminal)
  const dueBy = meterBy === 'request' ? 'clock' : 'store'
  const deliverer = delivererOf({
    ...{ database, clock: means.clock, dueBy, observer, secrets, version, clockWatch },
    ...{ allowedHosts: allowedHosts(settings.webhookAllowedPrivateHosts), baseUrl: means.baseUrl },
  })
  const outlet = outletOf(settings, database, means.baseUrl)
  const mailer = makeMailer({
    ...{ database, clock: means.clock, observer, baseUrl: means.baseUrl, chance: Math.random, clockWatch },
    kinds: mailKindsOf({ ...settings, secretKey: secretKeyOf(settings), lookups: means.lookups, outlet }),
    outlet,
  })
  const accountsJob = fetchAccountsJob({ settings, fetch: means.fetch, observer, clockWatch, chance: Math.random })
  const jobs = makeJobRunner({
    database,
    clock: means.clock,
    observer,
    holder: means.holder,
    clockWatch,
    jobs: [
      scheduleJob(means, {
        onProgress: progress.show,
        onEnd: (run) => {
          const { sourceId, status, created, changed, withdrawn, rejected, error } = run
          progress.end()
          const seconds = secondsOf(run)
          observer.tell({
            name: 'run_end',
            labels: { source: sourceId, status },
            ...(seconds === null ? {} : { seconds }),
          })
          const counts = `${created} new, ${changed} changed, ${withdrawn} withdrawn, ${rejected} rejected`
          const outcome = status === 'succeeded' ? counts : `${status}: ${error}`
          streams.error.write(`${sourceId}: ${outcome}\n`)
          // What this process has written, it shows at once.
          if (isServing) catalogue.catchUp().catch(() => {})
        },
      }),
      reapJob,
      freshnessJob,
      clockJob(means, (aged) => {
        const measures = aged === 1 ? '1 measure was' : `${aged} measures were`
        streams.error.write(
          `${measures} last read more than 36 months ago: the status is unknown until somebody reads the page again.\n`,
        )
      }),
      closingSoonJob({ ...means, daysBefore: settings.closingSoonDays }),
      ...(accountsJob === null ? [] : [accountsJob]),
      forgetAccountsJob,
      purgeFeedJob,
      eraseListsJob,
      eraseAccountsJob([mailFileEraser(mailFolderOf(settings.dataDir)), ...erasers]),
      scrubFilesJob,
      forgetAuditJob,
      tellQuotasJob,
      digestJob,
      forgetMailJob(mailFolderOf(settings.dataDir)),
      ...billingJobs({ observer, provider: configuredProvider(settings, observer), baseUrl: means.baseUrl }),
      forgetUsageJob,
      boundLogsJob,
      sweepSignInJob,
      reevaluateJob({ lists: watchedLists, lookups: means.lookups, looking }),
      fanOutJob({ dueBy, observer, onMade: deliverer.wake }),
      eraseWebhooksJob,
      forgetDeliveriesJob,
    ],
  })
  jobs.start()
  deliverer.start()
  mailer.start()
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), deliverer.stop(), mailer.stop()])
    },
  }
}

const millisecondsPerSecond = 1_000

/** How long a run took; null while nobody knows. */
function secondsOf({ startedAt, finishedAt }: Run): number | null {
  return finishedAt === null ? null : (finishedAt - startedAt) / millisecondsPerSecond
}
