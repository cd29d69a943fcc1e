/** One thing that a service does to its folder, done by the code that does it there: `<what> <folder>`. */
import path from 'node:path'
import { fileMessage } from '../../src/mail/mail-folder.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openSqlite } from '../../src/platform/database/sqlite/sqlite.ts'
import { embeddedSecretKey } from '../../src/platform/secret-key.ts'

const [what, folder = ''] = process.argv.slice(2)
if (what === 'secret') embeddedSecretKey(folder)
if (what === 'store') {
  const database = await openSqlite({ folder })
  await migrate(database, { folder: path.join(import.meta.dirname, '..', '..', 'migrations') })
}
if (what === 'mail') await fileMessage(path.join(folder, 'mail'), 'mail_1', Buffer.from('From: a\r\n\r\nb\r\n'))
// Without an end of its own, which would sync what is open.
process.kill(process.pid, 'SIGKILL')
