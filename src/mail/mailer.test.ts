import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { type Engine, engines, openedTwice } from '../../tests/harness/databases.ts'
import { type MailScene, mailScene, noteLetter, testSender } from '../../tests/harness/mail-scene.ts'
import { headerOf } from '../../tests/harness/mail-server.ts'
import { deleteAccount } from '../accounts/operations.ts'
import { fileMessage, filesMax } from './mail-folder.ts'
import { forgetMail, forgottenOf, mailTroubleOf, queueMail } from './outbox.ts'

const onStore = (engine: Engine, work: (scene: MailScene) => Promise<void>) => async (): Promise<void> => {
  await using store = await engine.open()
  await using scene = await mailScene(store.database)
  await work(scene)
}

const statesOf = async (scene: MailScene): Promise<unknown[]> =>
  (await scene.rows()).map(({ state, attempts, last_error, last_reply }) => [state, attempts, last_error, last_reply])

for (const engine of engines) {
  const on = (work: (scene: MailScene) => Promise<void>) => onStore(engine, work)

  test(
    `${engine.name}: of one kind and cause there is one mail, and none where the transaction of its cause is not committed`,
    on(async (scene) => {
      const { database, clock, account } = scene
      assert.equal(await scene.queue(), true)
      assert.equal(await scene.queue(), false)
      await assert.rejects(
        database.transaction(async (transaction) => {
          await queueMail(transaction, clock.now(), { accountId: account, kind: 'note', cause: 'lost', parameters: {} })
          throw new Error('what it was about did not happen')
        }),
        /did not happen/,
      )
      await scene.queue({ cause: 'second' })
      await scene.deliver()
      await scene.deliver()
      assert.equal((await scene.rows())[0]?.ended_at, clock.now())
      assert.equal(await scene.queue(), false, 'a mail that was sent is not made again')
      assert.deepEqual(
        scene.server.taken.map(({ from, to, mail }) => [from, to, mail.subject]),
        Array(2).fill([testSender.address, 'jan@voorbeeld.be', 'Hello']),
      )
      assert.deepEqual(await statesOf(scene), Array(2).fill(['sent', 1, null, null]))
      assert.equal(await mailTroubleOf(database, account), null)
    }),
  )

  test(
    `${engine.name}: a mail that is put off is tried again with the steps of webhooks, six times in all, then given up and told`,
    on(async (scene) => {
      scene.server.answer(() => 451)
      await scene.queue()
      const steps: number[] = []
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        const before = Date.now()
        await scene.deliver()
        const [row] = await scene.rows()
        assert.deepEqual([row?.attempts, row?.last_error, row?.last_reply], [attempt, 'deferred', 451])
        if (attempt === 6) break
        assert.equal(row?.state, 'queued')
        steps.push(Math.round((Number(row?.due_at) - before) / 60_000))
      }
      assert.deepEqual(steps, [1, 5, 30, 120, 720])
      await scene.deliver()
      assert.deepEqual(await statesOf(scene), [['failed', 6, 'deferred', 451]])
      assert.deepEqual(await mailTroubleOf(scene.database, scene.account), {
        ...{ kind: 'note', at: scene.clock.now(), host: 'voorbeeld.be', error: 'deferred', reply: 451 },
      })
      const outcomes = scene.told.filter(({ name }) => name === 'mail_attempt').map(({ labels }) => labels)
      assert.equal(outcomes.filter((labels) => 'outcome' in labels && labels.outcome === 'put_off').length, 5)
      assert.ok(!JSON.stringify(scene.told).includes('voorbeeld'), 'no address is told')
    }),
  )

  test(
    `${engine.name}: a hard bounce ends a mail at once and is shown until one arrives`,
    on(async (scene) => {
      scene.server.answer(() => 550)
      await scene.queue()
      await scene.deliver()
      assert.deepEqual(await statesOf(scene), [['failed', 1, 'bounced', 550]])
      const trouble = await mailTroubleOf(scene.database, scene.account)
      assert.deepEqual([trouble?.error, trouble?.host, trouble?.reply], ['bounced', 'voorbeeld.be', 550])
      scene.server.answer(() => null)
      scene.clock.advance({ minutes: 1 })
      await scene.queue({ cause: 'second' })
      await scene.deliver()
      assert.equal(await mailTroubleOf(scene.database, scene.account), null)
    }),
  )

  test(
    `${engine.name}: a server that is away costs attempts and no mail`,
    on(async (scene) => {
      const { server } = scene.server
      const nobody = scene.mailer(undefined, {
        kind: 'smtp',
        server: { ...server, port: 1 },
        from: testSender,
      })
      await scene.queue()
      await nobody.drained()
      assert.deepEqual(await statesOf(scene), [['queued', 1, 'connection', null]])
      await scene.deliver()
      assert.deepEqual(await statesOf(scene), [['sent', 2, 'connection', null]])
    }),
  )

  test(
    `${engine.name}: no attempt begins after its time; a mail that was never tried by then says nothing of the address`,
    on(async (scene) => {
      const { clock } = scene
      const until = clock.now() + 600_000
      await scene.queue({ cause: 'tried', until })
      await scene.queue({ cause: 'waiting', until })
      scene.server.answer(() => 451)
      await scene.database.run(`update mail set due_at = 99999999999999 where cause = 'waiting'`)
      await scene.mailer().drained()
      clock.advance({ minutes: 6 })
      scene.server.answer(() => 451)
      await scene.database.run(`update mail set due_at = 0 where cause = 'tried'`)
      await scene.mailer().drained()
      assert.deepEqual(
        await statesOf(scene),
        [
          ['failed', 2, 'deferred', 451],
          ['queued', 0, null, null],
        ],
        'the next step would come after its time',
      )
      clock.advance({ minutes: 5 })
      scene.server.answer(() => null)
      await scene.deliver()
      assert.deepEqual((await statesOf(scene))[1], ['dropped', 1, 'late', null])
      assert.equal(scene.server.taken.length, 0)
    }),
  )

  test(
    `${engine.name}: a crash between the server's word and our note sends the mail again, known by its Message-ID`,
    on(async (scene) => {
      await scene.queue()
      // Whoever sent it has lost its claim by the time of the server's word: as if it had died.
      scene.server.onMessage(async () => {
        if (scene.server.taken.length === 1) {
          await scene.database.run(`update mail set claim_token = 'of nobody', claimed_until = 1`)
        }
      })
      await scene.mailer().drained()
      await scene.mailer().drained()
      assert.equal(scene.server.taken.length, 2)
      const [first, again] = scene.server.taken
      assert.ok(first && again)
      assert.equal(first.mail.messageId, again.mail.messageId)
      assert.match(String(first.mail.messageId), /^<mail_[0-9A-Z]{26}@service\.example>$/)
      assert.equal(first.raw, again.raw)
      assert.deepEqual(await statesOf(scene), [['sent', 2, null, null]])
    }),
  )

  test(
    `${engine.name}: a mail that kills every process that sends it is given up after six attempts`,
    on(async (scene) => {
      await scene.queue()
      await scene.database.run(`update mail set attempts = 6, claim_token = 'of the dead', claimed_until = 1`)
      await scene.mailer().drained()
      assert.deepEqual(await statesOf(scene), [['failed', 7, 'lost', null]])
      assert.equal(scene.server.taken.length, 0)
    }),
  )

  test(`${engine.name}: two processes send every mail once`, () =>
    openedTwice(engine, async (first, second) => {
      await using scene = await mailScene(first)
      for (let made = 0; made < 30; made += 1)
        await scene.queue({ cause: String(made), parameters: { text: String(made) } })
      await Promise.all([first, second].map((one) => scene.mailer(undefined, undefined, one).drained()))
      assert.deepEqual(
        scene.server.taken.map(({ mail }) => Number(mail.subject)).toSorted((a, b) => a - b),
        Array.from({ length: 30 }, (_, number) => number),
      )
    }))

  test(
    `${engine.name}: mail goes to the verified address that the account has when it is sent, and to nobody else`,
    on(async (scene) => {
      const { database, account } = scene
      await scene.queue({ cause: 'changed' })
      await database.run(`update account set email = 'piet@voorbeeld.be'`)
      await scene.deliver()
      await scene.queue({ cause: 'unverified' })
      await scene.queue({ cause: 'to be verified', kind: 'other' })
      await database.run('update account set email_verified = 0')
      const compose = () => ({ letter: noteLetter('x'), to: 'new@voorbeeld.be' })
      await scene.deliver({ note: { compose: () => ({ letter: noteLetter('x') }) }, other: { compose } })
      await scene.queue({ cause: 'deleted' })
      await deleteAccount(database, scene.clock.now(), account)
      await scene.deliver()
      assert.deepEqual(
        scene.server.taken.map(({ to }) => to),
        ['piet@voorbeeld.be', 'new@voorbeeld.be'],
      )
      assert.deepEqual(
        (await scene.rows()).map(({ cause, state }) => `${cause} ${state}`),
        ['changed sent', 'unverified dropped', 'to be verified sent', 'deleted dropped'],
      )
    }),
  )

  test(
    `${engine.name}: a mail that cannot be put into words waits and is told; one of another release's kind is left to it`,
    on(async (scene) => {
      await scene.queue({ cause: 'broken' })
      await scene.queue({ cause: 'of tomorrow', kind: 'unheard_of' })
      await scene.queue({ cause: 'empty', kind: 'nothing' })
      const fault = new Error('no words')
      await scene.deliver({
        note: {
          compose: () => {
            throw fault
          },
        },
        nothing: { compose: () => null },
      })
      assert.deepEqual(await statesOf(scene), [
        ['queued', 1, 'unready', null],
        ['queued', 0, null, null],
        ['dropped', 1, null, null],
      ])
      assert.ok(scene.told.some((occurrence) => occurrence.fault === fault))
    }),
  )

  test(
    `${engine.name}: without a server mails are files for their owner alone, the newest thousand; where mail is off they are dropped`,
    on(async (scene) => {
      const folder = path.join(await mkdtemp(path.join(tmpdir(), 'mails-')), 'mail')
      try {
        await scene.queue()
        await scene.mailer(undefined, { kind: 'files', folder, from: testSender }).drained()
        const [name = ''] = await readdir(folder)
        const file = path.join(folder, name)
        assert.equal((await stat(folder)).mode & 0o777, 0o700)
        assert.equal((await stat(file)).mode & 0o777, 0o600)
        assert.match(
          await readFile(file, 'utf8'),
          /\r\nFrom: Subsidy Measures <mail@service\.example>\r\nTo: jan@voorbeeld\.be\r\n/,
        )
        assert.equal(`${(await scene.rows())[0]?.id}.eml`, name)
        assert.deepEqual(await forgottenOf(scene.database, [name.slice(0, -4), 'mail_of_nobody']), ['mail_of_nobody'])
        for (let number = 0; number < filesMax; number += 1)
          await fileMessage(folder, `mail_X${String(number).padStart(4, '0')}`, Buffer.from('x'))
        const kept = await readdir(folder)
        assert.equal(kept.length, filesMax)
        assert.ok(!kept.includes(name), 'the oldest went')
        await scene.queue({ cause: 'off' })
        await scene.mailer(undefined, { kind: 'off' }).drained()
        assert.deepEqual((await statesOf(scene))[1], ['dropped', 1, 'off', null])
      } finally {
        await rm(path.dirname(folder), { recursive: true })
      }
    }),
  )

  test(
    `${engine.name}: a mail is forgotten after 35 days, never before it is over`,
    on(async (scene) => {
      await scene.queue({ cause: 'sent' })
      await scene.deliver()
      await scene.queue({ cause: 'waiting' })
      const { signal } = new AbortController()
      scene.clock.advance({ days: 35, ms: -1 })
      assert.equal(await forgetMail(scene.database, scene.clock, signal), 0)
      scene.clock.advance({ ms: 1 })
      assert.equal(await forgetMail(scene.database, scene.clock, signal), 1)
      assert.deepEqual(
        (await scene.rows()).map(({ cause }) => cause),
        ['waiting'],
      )
    }),
  )

  test(
    `${engine.name}: what is hostile in a letter makes no header, no line and no element`,
    on(async (scene) => {
      const hostile = 'Steun\r\nBcc: thief@evil.example\r\n\r\n<img src=x onerror=alert(1)>\u202e"&\u0000'
      await scene.queue({ parameters: { text: hostile } })
      await scene.deliver()
      const [taken] = scene.server.taken
      assert.ok(taken)
      const shown = 'Steun Bcc: thief@evil.example <img src=x onerror=alert(1)>"&'
      assert.equal(taken.mail.subject, shown)
      assert.equal(headerOf(taken, 'bcc'), null)
      assert.equal(taken.to, 'jan@voorbeeld.be')
      assert.ok(taken.mail.text?.startsWith(`${shown}\n`))
      assert.ok(!taken.mail.html?.includes('<img'))
      assert.ok(taken.mail.html?.includes('&lt;img src=x'))
      assert.equal(headerOf(taken, 'auto-submitted'), 'auto-generated')
      assert.equal(headerOf(taken, 'list-unsubscribe'), null)
    }),
  )
}
