/** The outbox on a real store, with workers that send to a mail server of the test. */
import { createAccount } from '../../src/accounts/operations.ts'
import type { Letter } from '../../src/mail/letter/letter.ts'
import type { MailKinds } from '../../src/mail/mail-kind.ts'
import { makeMailer } from '../../src/mail/mailer.ts'
import { type QueuedMail, queueMail } from '../../src/mail/outbox.ts'
import type { MailOutlet } from '../../src/mail/outlet.ts'
import type { Database, Row } from '../../src/platform/database/database.ts'
import type { Workers } from '../../src/platform/workers.ts'
import { type TestClock, testClock } from './ingestion.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { keepingObserver } from './observer.ts'

export const testSender = { name: 'Subsidy Measures', address: 'mail@service.example' }
export const testBaseUrl = 'https://api.example.org'

/** A letter of one paragraph. */
export const noteLetter = (text: string): Letter => ({
  ...{ language: 'en', subject: text, heading: text, why: 'You asked for it.', stop: null },
  parts: [{ kind: 'paragraph', text }],
})

/** A kind of the tests: says what its parameter `text` says. */
export const noteKinds: MailKinds = {
  note: { compose: ({ parameters }) => ({ letter: noteLetter(String(parameters.text)) }) },
}

export type MailScene = {
  database: Database
  clock: TestClock
  server: MailServer
  told: ReturnType<typeof keepingObserver>['told']
  /** Of jan@voorbeeld.be. */
  account: string
  queue(mail?: Partial<QueuedMail>): Promise<boolean>
  /** Another on every call, on `on` where it is given. */
  mailer(kinds?: MailKinds, outlet?: MailOutlet, on?: Database): Workers
  /** Sends what is due, what waits for its next attempt among it, as if that time had passed. */
  deliver(kinds?: MailKinds): Promise<void>
  rows(): Promise<Row[]>
  [Symbol.asyncDispose](): Promise<void>
}

export async function mailScene(database: Database): Promise<MailScene> {
  const clock = testClock()
  const server = await startMailServer()
  const observer = keepingObserver()
  const { id: account } = await createAccount(database, clock.now(), { email: 'jan@voorbeeld.be', plan: 'pro' })
  const outbound: MailOutlet = { kind: 'smtp', server: server.server, from: testSender }
  const mailer: MailScene['mailer'] = (kinds = noteKinds, outlet = outbound, on = database) =>
    makeMailer({ ...{ database: on, clock, observer, kinds, outlet, baseUrl: testBaseUrl }, chance: () => 0 })
  return {
    database,
    clock,
    server,
    told: observer.told,
    account,
    mailer,
    queue(mail = {}) {
      // Ids are in the order of time.
      clock.advance({ ms: 1 })
      const usual = { accountId: account, kind: 'note', cause: 'first', parameters: { text: 'Hello' } }
      return database.transaction((transaction) => queueMail(transaction, clock.now(), { ...usual, ...mail }))
    },
    async deliver(kinds = noteKinds) {
      await database.run('update mail set due_at = 0 where due_at is not null')
      await mailer(kinds).drained()
    },
    rows: () => database.all('select * from mail order by id'),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
