/** Digests of a running service: searches and watchlists over the wire, the job's turns by hand, mails to a server of the test. */

import { consumeVersions } from '../../src/changes/version-consumer.ts'
import { queueDigests } from '../../src/digests/queue-digests.ts'
import { makeMailer } from '../../src/mail/mailer.ts'
import { mailKindsOf } from '../../src/mail-kinds.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import type { Engine } from './databases.ts'
import { sampleDefinition } from './ingestion.ts'
import { type MailServer, startMailServer, type TakenMail } from './mail-server.ts'
import { unobserved } from './observer.ts'
import { noLooking } from './register-scene.ts'
import { startService, type TestService } from './service.ts'
import { signedInTo } from './signed-in.ts'

const secretKey = Buffer.alloc(32, 7)
export const digestBaseUrl = 'https://api.example.org'

export type DigestScene = {
  service: TestService
  server: MailServer
  /** A request of the dashboard by the account on the plan enterprise; its `data`. Fails where it is refused. */
  ask<Data>(method: string, path: string, json?: unknown): Promise<Data>
  saveSearch(given: object): Promise<string>
  /** Has watchlists told what has changed. */
  reevaluate(): Promise<void>
  /** Makes what is due and sends it; answers what has come since the last time. */
  digests(): Promise<TakenMail[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** `curated`: its source is a file that persons keep, whose records say when they were read. */
export async function digestScene(engine: Engine, { curated = false } = {}): Promise<DigestScene> {
  const service = await startService(engine, {
    environment: { SECRET_KEY: secretKey.toString('base64') },
    ...(curated ? { definitions: [sampleDefinition({ connector: 'file' })] } : {}),
  })
  if (curated) service.means.connectors = new Map([['file', service.sources.connector]])
  const server = await startMailServer()
  const { database, clock, means } = service
  const outlet = { kind: 'smtp', server: server.server, from: { name: '', address: 'mail@service.example' } } as const
  const mailer = makeMailer({
    ...{ database, clock, observer: unobserved, baseUrl: digestBaseUrl, chance: () => 0 },
    kinds: mailKindsOf({ secretKey, secretKeyPrevious: null, lookups: means.lookups, outlet }),
    outlet,
  })
  const { signal } = new AbortController()
  let seen = 0
  const ask: DigestScene['ask'] = async (method, path, json) => {
    // Anew each time: tests let weeks pass, and sessions end.
    const browser = await signedInTo(service, service.accounts.enterprise)
    const answer = await browser.send(method, `/v1/dashboard/${path}`, json === undefined ? {} : { json })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return answer.json().data as never
  }
  return {
    service,
    server,
    ask,
    saveSearch: async (given) => (await ask<{ id: string }>('POST', 'searches', given)).id,
    async reevaluate() {
      const lists = new WatchedLists(unobserved, noLooking)
      using consumer = reevaluation({ database, clock, lists, lookups: means.lookups, looking: noLooking, signal })
      await consumeVersions(consumer, { database, clock, signal })
    },
    async digests() {
      await queueDigests({ database, clock, signal })
      await mailer.drained()
      const fresh = server.taken.slice(seen)
      seen = server.taken.length
      return fresh
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await service.stop()
    },
  }
}
