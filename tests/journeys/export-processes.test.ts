/** Places for downloads across processes, and what a process that dies or stops in the middle of one leaves. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { holdFreePort } from '../../src/platform/http/listen-fault.ts'
import { engines } from '../harness/databases.ts'
import { exportPath, type HeldDownload, holdDownload, linesById } from '../harness/downloads.ts'
import { call } from '../harness/http.ts'
import { fileSource, type ProcessScene, processScene, records, type ServiceProcess } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

/** A place is free so soon after its process has died (contract 9). */
const freeAfterCrashMs = 30_000
/** More than a process is given to finish what is under way. */
const stopMs = 20_000
const count = 250

/** A store with an export of some 25 MB, which the system does not take by itself. */
async function filledScene(engine: (typeof engines)[number]): Promise<ProcessScene> {
  const scene = await processScene(engine, { sources: () => [fileSource('city')] })
  await scene.lists('city', records(count, { description: 'abcdefghi '.repeat(10_000) }))
  await scene.operator.done('ingest', 'city')
  return scene
}

/** A service behind the address that all of them have, and where it really is. */
async function api(scene: ProcessScene): Promise<ServiceProcess> {
  const held = await holdFreePort('127.0.0.1')
  await held.release()
  const environment = { PORT: String(held.port), BASE_URL: 'https://api.example.org' }
  return { ...(await scene.serve(['--role', 'api'], environment)), origin: `http://127.0.0.1:${held.port}` }
}

const served = (downloads: readonly HeldDownload[]): number => downloads.filter(({ status }) => status === 200).length

describe('downloads of several processes', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`${engine.name}: two at a time across processes, alike from each; those of one that is killed are free within 30 s, and nothing of it is left on the disk`, async () => {
      await using scene = await filledScene(engine)
      const { key } = await scene.customer('enterprise')
      const [dying, staying] = [await api(scene), await api(scene)]
      const [here, there] = await Promise.all(
        [dying, staying].map(({ origin }) => call(origin, 'GET', exportPath, { key })),
      )
      assert.ok(here?.status === 200 && here.body.equals(there?.body ?? Buffer.alloc(0)))
      for (const name of ['etag', 'x-change-cursor']) assert.equal(here.headers[name], there?.headers[name])
      await Promise.all([dying, dying].map(({ origin }) => holdDownload(origin, key)))
      const refused = await Promise.all([dying, staying].map(({ origin }) => call(origin, 'GET', exportPath, { key })))
      for (const one of refused)
        assert.deepEqual([one.status, one.headers['retry-after'], one.error().code], [429, '5', 'rate_limit_exceeded'])
      await dying.process.kill()
      const from = performance.now()
      const held: HeldDownload[] = []
      await until(
        'two places',
        async () => {
          const one = await holdDownload(staying.origin, key)
          if (one.status === 200) held.push(one)
          return served(held) === 2
        },
        freeAfterCrashMs,
      )
      // Not before: the lease of a process that lives may be renewed late.
      assert.ok(performance.now() - from > 5_000)
      assert.equal((await call(staying.origin, 'GET', exportPath, { key })).status, 429)
      for (const one of held) assert.equal(linesById(await one.rest()).size, count)
      if (engine.name === 'sqlite') {
        const left = readdirSync(path.join(scene.environment.DATA_DIR ?? '', 'exports'))
        assert.deepEqual(left, [])
      }
    })

    test(`${engine.name}: a service that is told to stop finishes a download that is under way, and gives its place back`, async () => {
      await using scene = await filledScene(engine)
      const { key } = await scene.customer('enterprise')
      const [stopping, staying] = [await api(scene), await api(scene)]
      const [one, other] = await Promise.all([0, 1].map(() => holdDownload(stopping.origin, key)))
      stopping.process.signal('SIGTERM')
      await stopping.process.printed(/Stopping/, 'error')
      for (const download of [one, other])
        assert.equal(linesById((await download?.rest()) ?? Buffer.alloc(0)).size, count)
      assert.equal((await stopping.process.end(stopMs)).code, 0)
      const held = await Promise.all([0, 1].map(() => holdDownload(staying.origin, key)))
      assert.equal(served(held), 2)
      for (const download of held) download.leave()
    })
  }
})
