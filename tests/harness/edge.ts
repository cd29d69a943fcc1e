/** A running HTTP server over test-only routes and a gate held in memory: what the wire tests of the edge talk to. */
import { Writable } from 'node:stream'
import type { AccessProfile } from '../../src/contract/access.ts'
import type { RouteRecord } from '../../src/contract/route.ts'
import type { Warning } from '../../src/contract/warnings.ts'
import { type Bounds, defaultBounds } from '../../src/platform/http/bounds.ts'
import type { Gatekeeper } from '../../src/platform/http/entering/admission.ts'
import type { Entrance } from '../../src/platform/http/entering/entrance.ts'
import { keyEntrance, openEntrance } from '../../src/platform/http/entering/entrances.ts'
import { buildServer, type HttpServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { logObserver } from '../../src/platform/log-observer.ts'
import type { Admission, Metered } from '../../src/values/admission.ts'
import type { AnsweredRequest } from '../../src/values/answered-request.ts'
import type { Capability, PlanId } from '../../src/values/vocabularies.ts'
import { edgeRoutes } from './edge-routes.ts'
import { type Answer, type CallOptions, call } from './http.ts'

/** Keys are well formed when they begin so; the gate knows some of them. */
export const keys = {
  pro: 'sm_test_pro',
  developer: 'sm_test_developer',
  withoutPlan: 'sm_test_without_plan',
  tooFast: 'sm_test_too_fast',
  usedUp: 'sm_test_used_up',
  unknown: 'sm_test_unknown',
  malformed: 'mistyped',
}

export const monthlyRequests = 1_000

/** What the tests change and look at. */
export type Scene = {
  /** How often the gate asked the store. */
  admissions: number
  /** Requests counted so far this month. */
  requests: number
  store: 'up' | 'down' | 'silent'
  isReady: boolean
  warnings: Warning[]
  /** False: the address bucket is empty. */
  addressMayPass: boolean
  addresses: string[]
  /** Signals of the slow route's calls. */
  slowSignals: AbortSignal[]
  /** Ends the slow route's work, when it is waited for. */
  finishSlow: () => void
  /** Resolves when the slow route's next call has begun. */
  slowBegan: PromiseWithResolvers<void>
  now: number
}

export type Edge = {
  origin: string
  scene: Scene
  server: HttpServer
  /** Parsed lines of the log. */
  log: Record<string, unknown>[]
  /** What was told of requests of accounts. */
  answered: AnsweredRequest[]
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  stop(): Promise<void>
}

export type EdgeOptions = {
  bounds?: Partial<Bounds>
  trustProxy?: string[]
  routes?: RouteRecord<Scene>[]
  /** Beside those of open and keyed routes, which they are given. */
  entrances?(known: Record<string, Entrance>): Record<string, Entrance>
  profileElsewhere?(path: string): AccessProfile
}

const plans: Record<string, PlanId> = {
  [keys.pro]: 'pro',
  [keys.developer]: 'developer',
  [keys.tooFast]: 'pro',
  [keys.usedUp]: 'pro',
}

export async function startEdge(options: EdgeOptions = {}): Promise<Edge> {
  const scene: Scene = {
    admissions: 0,
    requests: 0,
    store: 'up',
    isReady: true,
    warnings: [],
    addressMayPass: true,
    addresses: [],
    slowSignals: [],
    finishSlow: () => {},
    slowBegan: Promise.withResolvers(),
    now: Date.UTC(2026, 10, 20, 8, 30),
  }
  const log: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(JSON.parse(chunk.toString('utf8')))
      done()
    },
  })
  const observer = logObserver(createLog('debug', destination), { ...defaultBounds, ...options.bounds })
  const known = { open: openEntrance(gateOf(scene)), key: keyEntrance(gateOf(scene)) }
  const answered: AnsweredRequest[] = []
  const server = buildServer({
    routes: options.routes ?? edgeRoutes,
    needsOf: () => scene,
    entrances: { ...known, ...options.entrances?.(known) },
    ...(options.profileElsewhere === undefined ? {} : { profileElsewhere: options.profileElsewhere }),
    isReady: () => (scene.store === 'silent' ? new Promise(() => {}) : Promise.resolve(scene.isReady)),
    settings: { baseUrl: 'https://subsidies.example', trustProxy: options.trustProxy ?? [] },
    clock: { now: () => scene.now },
    observer,
    onAnswered: (request) => answered.push(request),
    bounds: { lingerMs: 200, connectionsCheckMs: 50, ...options.bounds },
  })
  const port = await server.listen('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    scene,
    server,
    log,
    answered,
    call: (method, path, callOptions) => call(origin, method, path, callOptions),
    async stop() {
      await server.stop()
      observer.end()
    },
  }
}

/** Runs the test against a server of its own, and stops it whatever becomes of the test. */
export async function withEdge(options: EdgeOptions, run: (edge: Edge) => Promise<void>): Promise<void> {
  const edge = await startEdge(options)
  try {
    await run(edge)
  } finally {
    edge.scene.finishSlow()
    await edge.stop()
  }
}

function gateOf(scene: Scene): Gatekeeper {
  return {
    isWellFormedKey: (text) => text.startsWith('sm_test_'),
    admit: (key) => admit(scene, key),
    onAdmitted: () => (scene.warnings.length === 0 ? [] : Promise.resolve(scene.warnings)),
    limitHeaders: (admission) => limitHeaders(admission),
    includes: (plan: PlanId, capability: Capability) => plan !== 'developer' || capability === 'change_feed',
    plansAreSold: true,
    cheapestPlanWith: () => 'pro',
    admitAddress(address) {
      scene.addresses.push(address)
      return scene.addressMayPass
    },
  }
}

async function admit(scene: Scene, key: string): Promise<Admission> {
  scene.admissions += 1
  if (scene.store === 'down') throw new Error('The store does not answer.')
  if (scene.store === 'silent') return new Promise(() => {})
  if (key === keys.withoutPlan)
    return { outcome: 'subscription_required', accountId: 'acc_none', keyId: 'key_2', publication: 1 }
  const plan = plans[key]
  if (plan === undefined) return { outcome: 'unauthorized' }
  const outcome = key === keys.tooFast ? 'rate_limit_exceeded' : key === keys.usedUp ? 'quota_exceeded' : 'admitted'
  if (outcome === 'admitted') scene.requests += 1
  const caller = {
    accountId: `acc_${plan}`,
    keyId: 'key_1',
    keyMode: 'test' as const,
    plan,
    publication: 1,
    at: scene.now,
  }
  return { outcome, ...caller, requestsThisMonth: scene.requests }
}

function limitHeaders(admission: Metered): Record<string, string> {
  const limit = String(monthlyRequests)
  const remaining = admission.outcome === 'quota_exceeded' ? '0' : String(monthlyRequests - admission.requestsThisMonth)
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': '1000',
    'x-quota-limit': limit,
    'x-quota-remaining': remaining,
  }
}
