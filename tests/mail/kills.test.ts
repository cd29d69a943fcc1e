/**
 * Processes that send mails, killed (-9) while a message is on its way: none is lost, none comes back once it was noted as sent, and
 * what comes twice is known as the same.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type MailProcess, startMailProcess } from '../harness/mail-process.ts'
import { mailScene } from '../harness/mail-scene.ts'
import { repeated } from '../harness/repeated.ts'
import { until } from '../harness/started-process.ts'

const mails = 40
const kills = repeated('KILLS', { few: 2, many: 3 })
/** Of what arrives, which makes all processes die: so far apart that none of two is under way in the other. */
const everyNth = 12
const claimMs = 2_000

for (const engine of engines) {
  test(`${engine.name}: of ${mails} mails and ${kills} kills between the server's word and its note every mail arrives, and one that was noted as sent is not sent again`, async () => {
    await using store = await engine.open()
    await using scene = await mailScene(store.database)
    const { server, database } = scene
    const wrong: string[] = []
    let [arrived, killed] = [0, 0]
    let workers: MailProcess[] = []
    const begin = async (): Promise<void> => {
      workers = await Promise.all([1, 2].map(() => startMailProcess(store.settings, server.server, claimMs)))
    }
    const killAll = async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.kill()))
    }
    server.onMessage(async ({ mail }) => {
      arrived += 1
      // The message is here whole, and nobody knows it but the server.
      const isLast = arrived % everyNth === 0 && killed < kills
      if (isLast) killed += 1
      const id = String(mail.messageId).slice(1).split('@')[0] ?? ''
      const row = await database.one<{ state: string }>('select state from mail where id = $1', [id])
      if (row?.state !== 'queued') wrong.push(`${id} was sent while it was ${row?.state}`)
      if (!isLast) return
      await killAll()
      await begin()
    })
    for (let made = 0; made < mails; made += 1)
      await scene.queue({ cause: String(made), parameters: { text: `${made}` } })
    await begin()
    try {
      await until('every mail is sent', async () => {
        const row = await database.one<{ left: number }>(`select count(*) as left from mail where state = 'queued'`)
        return row?.left === 0
      })
    } finally {
      await killAll()
    }
    assert.deepEqual(wrong, [])
    assert.equal(killed, kills)
    const rows = await scene.rows()
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['sent']))
    const texts = new Map<string, Set<string>>()
    for (const { mail } of server.taken)
      texts.set(String(mail.messageId), (texts.get(String(mail.messageId)) ?? new Set()).add(mail.subject ?? ''))
    assert.equal(texts.size, mails)
    assert.ok([...texts.values()].every((subjects) => subjects.size === 1))
    assert.ok(server.taken.length >= mails + kills, 'what nobody had noted was sent again')
    for (const { attempts } of rows) assert.ok(Number(attempts) <= 6)
  })
}
