import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { testBaseUrl, testSender } from '../../../tests/harness/mail-scene.ts'
import { startMailServer, type TakenMail } from '../../../tests/harness/mail-server.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { answered, type WebhookScene, webhookScene } from '../../../tests/harness/webhook-scene.ts'
import { makeMailer } from '../../mail/mailer.ts'
import { endpointMailKind } from './endpoint-letter.ts'
import { failingMail, switchedOffMail } from './tell-failures.ts'

type MailedScene = WebhookScene & {
  accountId: string
  /** Has so many deliveries of the endpoint fail, whatever waits between them. */
  fail(times: number): Promise<void>
  mails(): Promise<TakenMail[]>
}

const inScene = (engine: Engine, work: (scene: MailedScene) => Promise<void>) => async (): Promise<void> => {
  await using store = await engine.open()
  await using receiver = await startMailServer()
  const scene = await webhookScene(store.database)
  const accountId = await scene.account('pro')
  const mailer = makeMailer({
    ...{ database: store.database, clock: scene.clock, observer: unobserved, baseUrl: testBaseUrl, chance: () => 0 },
    kinds: { [failingMail]: endpointMailKind, [switchedOffMail]: endpointMailKind },
    outlet: { kind: 'smtp', server: receiver.server, from: testSender },
  })
  await work({
    ...scene,
    accountId,
    async fail(times) {
      await scene.append(Array.from({ length: times }, () => sampleEvent()))
      await scene.fanOut()
      const end = scene.sent.length + times
      while (scene.sent.length < end) {
        await scene.database.run('update webhook set held_until = 0, due_at = 0 where active = 1')
        const before = scene.sent.length
        await scene.deliver()
        if (scene.sent.length === before) scene.clock.advance({ minutes: 1 })
      }
    },
    async mails() {
      await mailer.drained()
      return receiver.taken
    },
  })
}

const subjectsOf = (mails: readonly TakenMail[]): string[] => mails.map(({ mail }) => mail.subject ?? '')

for (const engine of engines) {
  test(
    `${engine.name}: an owner is told at 5 and 15 failures in a row and at switch-off, once each, with event, host, last error and what to do`,
    inScene(engine, async (scene) => {
      const endpoint = await scene.endpoint(scene.accountId)
      scene.answer(() => answered(500, 'the database\r\nis <b>away</b>'))
      await scene.fail(4)
      assert.deepEqual(await scene.mails(), [])
      await scene.fail(1)
      const [first, ...others] = await scene.mails()
      assert.ok(first)
      assert.deepEqual(others, [])
      assert.equal(first.mail.subject, 'Your webhook at receiver.example: 5 failures in a row')
      const text = first.mail.text ?? ''
      assert.match(text, /\nReceiver: receiver\.example\n/)
      assert.match(text, /\nType of event: Content changed \(subsidy\.content_changed\)\n/)
      assert.match(text, /\nLast error: the answer was no 2xx \(500\): the database is <b>away<\/b>\n/)
      assert.match(text, /After 15 more failures the webhook is switched off/)
      assert.ok(text.includes(`${testBaseUrl}/dashboard/webhooks/${endpoint}`))
      assert.ok(!text.includes(`receiver.example/`), "the url's path may be a secret")
      assert.ok(!(first.mail.html ?? '').includes('<b>'))
      await scene.fail(14)
      assert.deepEqual(subjectsOf(await scene.mails()).slice(1), [
        'Your webhook at receiver.example: 15 failures in a row',
      ])
      await scene.fail(1)
      assert.equal((await scene.standing(endpoint)).active, 0)
      const off = (await scene.mails())[2]
      assert.equal(off?.mail.subject, 'Your webhook at receiver.example has been switched off')
      assert.match(off?.mail.text ?? '', /enable the webhook again/)
      assert.equal((await scene.mails()).length, 3)
    }),
  )

  test(
    `${engine.name}: an endpoint that comes and goes is told of once an hour; one that was taken away is not told of`,
    inScene(engine, async (scene) => {
      await scene.endpoint(scene.accountId)
      const series = async (): Promise<void> => {
        scene.answer(() => answered(500))
        await scene.fail(5)
        scene.answer(() => answered(204))
        await scene.fail(1)
        await scene.database.run(
          `update webhook_delivery set status = 'failed', due_at = null where status = 'pending'`,
        )
      }
      await series()
      scene.clock.advance({ minutes: 5 })
      await series()
      assert.equal((await scene.mails()).length, 1)
      scene.clock.advance({ hours: 1 })
      await series()
      assert.equal((await scene.mails()).length, 2)
      scene.clock.advance({ hours: 1 })
      await series()
      await scene.database.run('update webhook set deleted_at = 1')
      assert.equal((await scene.mails()).length, 2)
    }),
  )
}
