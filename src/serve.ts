/**
 * One running service: the API, the background work, or both, on one store. It listens first and fills an empty store
 * afterwards; it stops by finishing what it began.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { dashboardRoutes, documentFor, type Needs, needsOf, pageRoutes, routes } from './app.ts'
import { type Background, startJobs, type WorkParts } from './background.ts'
import { isConfigured } from './billing/billing.ts'
import { configuredProvider } from './billing/provider/stripe.ts'
import { Feed } from './changes/feed.ts'
import { NewestEvents } from './changes/newest/newest.ts'
import { companiesOf } from './companies/companies.ts'
import { filedAccounts } from './companies/filed-accounts/filed-accounts.ts'
import { openRegister } from './companies/open-register.ts'
import { JsonBytes } from './contract/call.ts'
import { cursorKeys } from './contract/cursor.ts'
import { unsubscribeKeys } from './digests/unsubscribe-token.ts'
import { docsSite } from './docs/site.ts'
import { whenAsked } from './docs/when-asked.ts'
import { catchingUp, entrancesOf } from './entrances.ts'
import { makeDialogues } from './explorer/check/dialogue/dialogues.ts'
import { PreparedExports } from './export/exports.ts'
import { ExportSlots } from './export/slots.ts'
import { showService } from './gauges.ts'
import { showOutside } from './health/outside-gauges.ts'
import { addressBuckets } from './limits/address-buckets.ts'
import { gatekeeper } from './limits/gate.ts'
import { takeToken } from './limits/store.ts'
import { outletOf } from './mail/outlet.ts'
import { makeBulkPool, shareConnections } from './matching/bulk-pool.ts'
import { Matcher } from './matching/matcher.ts'
import { FollowedCatalogue } from './measures/catalogue/follow.ts'
import { feedSubjects } from './measures/feed-subjects.ts'
import { naceCover } from './measures/record/nace-cover.ts'
import { welcome } from './operator/first-start.ts'
import type { Role } from './operator/host.ts'
import { profileElsewhere } from './pages/access.ts'
import { operatorOf } from './pages/operator.ts'
import { pagesBurst, pagesPerSecond } from './pages/visitor.ts'
import { storeGeneration } from './platform/database/migrations.ts'
import { WriteProbe } from './platform/database/write-probe.ts'
import { allowedHosts } from './platform/egress/allowed-hosts.ts'
import { ClockWatch } from './platform/faults/clock-watch.ts'
import { exportFolderOf, slabFolderOf } from './platform/files/own-folders.ts'
import { baseUrlOf } from './platform/http/base-url.ts'
import { buildServer, type HttpServer } from './platform/http/server.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { secretKeyOf } from './platform/secret-key.ts'
import { keepTickShape } from './platform/tick-shape.ts'
import type { SessionMeans } from './sign_in/entrance.ts'
import { googleKeys } from './sign_in/google/google-keys.ts'
import { subjectDigest } from './sign_in/subjects.ts'
import { FirstFill } from './sources/first-fill.ts'
import { loadSourcesSnapshot } from './sources/snapshot.ts'
import { SourcesView } from './sources/view.ts'
import { makeRecorder, type Recorder } from './usage/recording/recorder.ts'
import { makeTableReader } from './watchlists/file/cells/table-reader.ts'
import { keepForgetting } from './watchlists/memory/forget-gone.ts'
import { WatchedLists } from './watchlists/memory/watched-lists.ts'
import { userAgentOf } from './webhooks/deliveries/sent-headers.ts'
import { secretBox } from './webhooks/secret-box.ts'

export type ServeParts = WorkParts & {
  role: Role
  /**
   * Called when the port is open (where nothing listens, at once), before background work begins and a key is shown: a
   * start that fails before has changed nothing that others go by.
   */
  onBegun?(): Promise<void>
  /** Where the gauges of the service are shown; absent where nobody scrapes. */
  metrics?: Metrics | null
  /** Whether what is printed at the start is one JSON document. */
  json?: boolean
  /** Aborts when the process is told to stop. */
  signal: AbortSignal
}

/**
 * For what follows the catalogue to end, when requests (30 s) and jobs (25 s) have. With closing the store (2 s) and
 * letting go of the process (2 s) a stop takes at most 35 s, whatever the store does.
 */
const readersStopMs = 1_000
const millisecondsPerSecond = 1_000

/** Runs until the signal aborts; then finishes requests and background work, and resolves. */
export async function serve(parts: ServeParts): Promise<void> {
  const { role, settings, store, observer, streams, signal } = parts
  const { database, means } = store
  keepTickShape()
  const secretKey = secretKeyOf(settings)
  const register = (await openRegister(database, settings, () => means.clock.now())).register
  const looking = {
    companies: companiesOf(database, register),
    filedAccounts: filedAccounts({ isOn: settings.accountsKey !== null, clock: means.clock, observer }),
  }
  const matcher = new Matcher()
  const watchedLists = new WatchedLists(observer, looking)
  const [feed, newest] = [new Feed(), new NewestEvents()]
  const slabFolder = slabFolderOf(database, settings)
  const catalogue = new FollowedCatalogue({
    database,
    clock: means.clock,
    baseUrl: means.baseUrl,
    lookups: means.lookups,
    naceCover,
    slabFolder,
    companion: role === 'worker' ? null : matcher,
    observer,
    onGoneBack: () => {
      for (const memory of [feed, newest]) memory.forget()
      watchedLists.forgetAll()
    },
  })
  const { threads } = shareConnections(settings.databasePool)
  const bulkPool = makeBulkPool({ database: settings, baseUrl: means.baseUrl, slabFolder, threads })
  const clockWatch = new ClockWatch({ database, clock: means.clock, observer })
  showService(parts.metrics ?? null, { database, clock: means.clock, catalogue, observer, clockWatch })
  // Workers send mail; an address needs no more than a few who look at it.
  if (role !== 'api')
    showOutside(parts.metrics ?? null, {
      ...{ mail: outletOf(settings, database, means.baseUrl), baseUrl: means.baseUrl, clock: means.clock },
    })
  const secrets = secretBox(secretKey, settings.secretKeyPrevious)
  const sources = new SourcesView({
    load: () => loadSourcesSnapshot(database),
    clock: means.clock,
    published: () =>
      catalogue.isLoaded
        ? catalogue.readNow(({ state }) => ({ publication: state.publication, entries: state.sources }))
        : null,
  })
  const remembering = role === 'worker' ? null : sources.start()
  const forgetting = keepForgetting(watchedLists, database)
  const exports = new PreparedExports({ folder: exportFolderOf(database, settings), observer })
  const exportSlots = new ExportSlots({ database, clock: means.clock, observer })
  const recorder = makeRecorder(database, observer)
  let server: HttpServer | null = null
  let jobs: Background | null = null
  try {
    if (role !== 'worker') {
      server = await startServer(
        parts,
        {
          catalogue,
          sources,
          ...looking,
          matcher,
          bulkPool,
          watchedLists,
          exports,
          exportSlots,
          feed,
          newest,
        },
        {
          cursors: {
            keys: cursorKeys(secretKey, settings.secretKeyPrevious),
            generation: await storeGeneration(database),
          },
          secrets,
          secretKey,
        },
        { recorder, clockWatch },
      )
    }
    if (role === 'worker') {
      await parts.onBegun?.()
      streams.error.write('Background work has begun.\n')
    }
    if (role !== 'api' && !signal.aborted)
      jobs = startJobs(parts, { catalogue, watchedLists, secrets, clockWatch, looking }, server !== null)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    streams.error.write('Stopping: finishing what is under way.\n')
    server?.announceStop()
    const delayMs = settings.shutdownDelaySeconds * millisecondsPerSecond
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  } finally {
    await Promise.all([server?.stop(), jobs?.stop()])
    remembering?.stop()
    register.close()
    // What reads from a store that does not answer is left: nobody waits for it any more.
    await Promise.race([
      Promise.all([
        recorder.stop(),
        bulkPool.stop(),
        catalogue.stop(),
        forgetting.stop(),
        exports.stop(),
        exportSlots.settled(),
      ]),
      pause(readersStopMs, undefined, { ref: false }),
    ])
  }
}

/** What the process has beside its catalogue, and ends itself. */
type OfProcess =
  | 'sources'
  | 'companies'
  | 'filedAccounts'
  | 'matcher'
  | 'bulkPool'
  | 'watchedLists'
  | 'exports'
  | 'exportSlots'
  | 'feed'
  | 'newest'

async function startServer(
  { settings, store, onBegun, observer, streams, meterBy, json, signal, version }: ServeParts,
  { catalogue, ...ofProcess }: Pick<Needs, 'catalogue' | OfProcess>,
  { cursors, secrets, secretKey }: Pick<Needs, 'cursors' | 'secrets'> & { secretKey: Buffer },
  { recorder, clockWatch }: { recorder: Recorder; clockWatch: ClockWatch },
): Promise<HttpServer> {
  const { database, means } = store
  const provider = configuredProvider(settings, observer)
  const firstFill = new FirstFill(() => ofProcess.sources.read())
  const writeProbe = new WriteProbe(database, means.clock, observer)
  const openApiDocument = whenAsked(() => documentFor(means.baseUrl))
  const needs: Needs = {
    database,
    catalogue,
    cursors,
    secrets,
    forms: secretBox(secretKey, settings.secretKeyPrevious, 'form over a sign-in'),
    allowedHosts: allowedHosts(settings.webhookAllowedPrivateHosts),
    subjects: feedSubjects(catalogue),
    ...ofProcess,
    dialogues: makeDialogues(),
    billing: { database, clock: means.clock, observer, provider, baseUrl: means.baseUrl },
    cardPayment: isConfigured({ provider }),
    serviceVersion: version,
    baseUrl: means.baseUrl,
    operator: operatorOf(settings),
    firstFill,
    takeToken: (accountId, now) => takeToken(database, accountId, meterBy === 'request' ? now : null),
    tellToolFault: (tool, request_id, fault) =>
      observer.tell({ name: 'mcp_tool_fault', labels: { tool }, fault, about: { request_id } }),
    tableReader: makeTableReader(),
    userAgent: userAgentOf(version, means.baseUrl),
    signIn: {
      google:
        settings.googleClientId === ''
          ? null
          : {
              clientId: settings.googleClientId,
              keys: googleKeys({ fetch: means.fetch, clock: means.clock, url: settings.googleKeysUrl }),
              makesAccounts: isConfigured({ provider }),
            },
      password: { isOffered: settings.passwordSignIn, digest: subjectDigest(secretKey) },
      sendsMail: outletOf(settings, database, means.baseUrl).kind !== 'off',
    },
    ingestion: means,
    signInOffered: [
      ...(settings.googleClientId === '' ? [] : (['google'] as const)),
      ...(settings.passwordSignIn ? (['password'] as const) : []),
    ],
    unsubscribeKeys: unsubscribeKeys(secretKeyOf(settings), settings.secretKeyPrevious),
    takesWrites: () => writeProbe.takesWrites(),
    openApiJson: whenAsked(() => new JsonBytes([Buffer.from(JSON.stringify(openApiDocument()))])),
    docsPaths: () => [...needs.docsSite().at.keys()],
    docsSite: whenAsked(() => docsSite({ baseUrl: means.baseUrl, document: openApiDocument() })),
  }
  const before = catchingUp({ catalogue, bulkPool: ofProcess.bulkPool, firstFill })
  const gate = gatekeeper({
    database,
    openRouteRps: settings.openRouteRps,
    observer,
    meterBy: meterBy ?? 'store',
    plansAreSold: needs.cardPayment,
    onAdmitted: before.ofKey,
  })
  const buckets = addressBuckets(pagesPerSecond, pagesBurst)
  const sessionMeans: SessionMeans = {
    ...{ database, baseUrl: means.baseUrl, buckets, plansAreSold: needs.cardPayment },
    beforeWork: before.ofSession,
  }
  const server = buildServer<Needs>({
    routes: [...routes, ...pageRoutes, ...dashboardRoutes],
    profileElsewhere,
    needsOf: needsOf(needs),
    entrances: entrancesOf(gate, buckets, sessionMeans),
    onAnswered: recorder.note,
    isReady: async () =>
      catalogue.isLoaded && catalogue.storeAnswers && (await needs.takesWrites()) && (await clockWatch.allowsAnswers()),
    settings: { baseUrl: means.baseUrl, trustProxy: settings.trustProxy },
    clock: means.clock,
    observer,
  })
  // From the first request on, open routes have something to answer from when the store does not answer.
  await firstFill.goesOn()
  const port = await server.listen(settings.host, settings.port)
  catalogue.start()
  try {
    await onBegun?.()
    const baseUrl = baseUrlOf(settings, port)
    const findsSomething = (): boolean => hasMeasuresToApplyFor(catalogue)
    await welcome({
      ...{ database, clock: means.clock, out: streams.out, baseUrl, json: json ?? false },
      ...{ findsSomething, signal },
    })
  } catch (fault) {
    await server.stop()
    throw fault
  }
  return server
}

/** Whether a list of what can be applied for today has a measure. */
function hasMeasuresToApplyFor(catalogue: FollowedCatalogue): boolean {
  if (!catalogue.isLoaded) return false
  return catalogue.readNow(({ state }) => {
    for (const { status, withdrawnAt } of state.all())
      if (withdrawnAt === null && (status === 'open' || status === 'continuous')) return true
    return false
  })
}
