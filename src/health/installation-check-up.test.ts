/** What may be wrong with an installation: each level of each check, and that whatever is not right ends with what to do. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { webhookScene } from '../../tests/harness/webhook-scene.ts'
import { claimLease, leaseMs, releaseLease } from '../platform/leases.ts'
import { secretBox } from '../webhooks/secret-box.ts'
import type { Finding } from './finding.ts'
import { type Installation, installationFindings } from './installation-check-up.ts'

const gigabyte = 1024 ** 3
const minuteMs = 60_000
const box = () => secretBox(randomBytes(32), null)

for (const engine of engines) {
  test(`${engine.name}: address, disk and writes are told by level, and what is not right says what to do`, async () => {
    await using store = await engine.open()
    const clock = { now: () => 1_000_000_000 }
    const sound: Installation = {
      ...{ database: store.database, clock, baseUrl: 'https://subsidies.example', secrets: box() },
      freeBytes: 100 * gigabyte,
    }
    const levelOf = async (check: string, changes: Partial<Installation>): Promise<string> => {
      const findings = await installationFindings({ ...sound, ...changes })
      for (const one of findings) saysWhatToDo(one)
      return findings.find((one) => one.check === check)?.level ?? 'not told'
    }
    const isServer = engine.name === 'postgres'
    const rows: [check: string, changes: Partial<Installation>, level: string][] = [
      ['address', {}, 'ok'],
      ['address', { baseUrl: 'http://127.0.0.1:8080' }, isServer ? 'warning' : 'ok'],
      ['address', { baseUrl: 'http://[::1]:8080' }, isServer ? 'warning' : 'ok'],
      ['address', { baseUrl: 'http://subsidies.example' }, 'warning'],
      ['disk', {}, 'ok'],
      ['disk', { freeBytes: gigabyte }, 'warning'],
      ['disk', { freeBytes: gigabyte / 10 }, 'fault'],
      ['disk', { freeBytes: null }, 'not told'],
      ['secret key', {}, 'ok'],
      ['secret key', { secrets: null }, 'ok'],
      ['writes', {}, 'ok'],
    ]
    for (const [check, changes, level] of rows) {
      assert.equal(await levelOf(check, changes), level, `${check} ${Object.values(changes)}`)
    }
    await store.database
      .run('drop table counter_probe')
      .catch(() => store.database.counters.run('drop table counter_probe'))
    assert.equal(await levelOf('writes', {}), 'fault')
  })

  test(`${engine.name}: work that nobody does is told of, whoever did it last, and one who does it is seen`, async () => {
    await using store = await engine.open()
    const { database } = store
    let now = 1_000_000_000
    const clock = { now: () => now }
    const work = async (): Promise<string> => {
      const findings = await installationFindings({
        ...{ database, clock, baseUrl: 'https://subsidies.example', secrets: null, freeBytes: null },
      })
      const found = findings.find(({ check }) => check === 'background work')
      assert.ok(found !== undefined)
      saysWhatToDo(found)
      return found.level
    }
    assert.equal(await work(), 'warning')
    await claimLease(database, clock, 'something else', 'a')
    assert.equal(await work(), 'warning', 'a lease of something else is no work')
    await claimLease(database, clock, 'job:clock', 'a')
    assert.equal(await work(), 'ok')
    await releaseLease(database, clock, { name: 'job:clock', holder: 'a' }, 10 * minuteMs)
    now += 11 * minuteMs
    assert.equal(await work(), 'ok', 'it was not due before')
    now += 2 * minuteMs
    assert.equal(await work(), 'warning')
    await claimLease(database, clock, 'job:sweep', 'b')
    now += leaseMs
    assert.equal(await work(), 'ok')
    now += 8 * 24 * 60 * minuteMs
    assert.equal(await work(), 'warning')
  })

  test(`${engine.name}: a key that does not open what endpoints are signed with is a fault, until the one before is given too`, async () => {
    await using store = await engine.open()
    const scene = await webhookScene(store.database)
    await scene.endpoint(await scene.account('pro'))
    const [before, after] = [randomBytes(32), randomBytes(32)]
    await store.database.run('update webhook set secret = $1', [secretBox(before, null).seal('whsec_x')])
    const levelWith = async (secrets: Installation['secrets']): Promise<string> => {
      const findings = await installationFindings({
        ...{ database: store.database, clock: { now: () => 1 }, baseUrl: 'https://a.example' },
        ...{ secrets, freeBytes: null },
      })
      for (const one of findings) {
        saysWhatToDo(one)
        assert.doesNotMatch(one.message, /whsec_/)
      }
      return findings.find(({ check }) => check === 'secret key')?.level ?? ''
    }
    assert.equal(await levelWith(secretBox(before, null)), 'ok')
    assert.equal(await levelWith(secretBox(after, null)), 'fault')
    assert.equal(await levelWith(secretBox(after, before)), 'ok')
    assert.equal(await levelWith(null), 'advice', 'whether any opens them is not known')
    await store.database.run('update webhook set active = 0')
    assert.equal(await levelWith(secretBox(after, null)), 'ok', 'one that is off is sent nothing')
    assert.equal(await levelWith(null), 'ok', 'nothing needs a key')
  })
}

function saysWhatToDo({ check, level, message }: Finding): void {
  if (level === 'ok') return
  assert.match(message, /Set [A-Z_]+ |npx subsidies \w+|Make room|Look whether|Give (?:it|the key)/, check)
}
