/** The other process of `mail-process.ts`: opens the store it is given and sends mails until it is killed. */
import { makeMailer } from '../../src/mail/mailer.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { noteKinds, testBaseUrl, testSender } from './mail-scene.ts'
import { unobserved } from './observer.ts'

const { settings, server, claimMs } = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(settings)
process.on('disconnect', () => process.exit())
makeMailer({
  ...{ database, clock: systemClock, observer: unobserved, kinds: noteKinds, baseUrl: testBaseUrl, chance: () => 0 },
  outlet: { kind: 'smtp', server, from: testSender },
  claimMs,
}).start()
process.send?.({ error: null })
