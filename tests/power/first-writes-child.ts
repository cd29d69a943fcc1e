/** One thing that a service does to its folder, done by the code that does it there: `<what> <folder>`. */
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { fileMessage } from '../../src/mail/mail-folder.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { companionEndings, storeFile, storeFiles } from '../../src/platform/database/sqlite/files.ts'
import { openSqlite } from '../../src/platform/database/sqlite/sqlite.ts'
import { holdPlace } from '../../src/platform/database/sqlite/taking-place.ts'
import { embeddedSecretKey } from '../../src/platform/secret-key.ts'

const [what, folder = ''] = process.argv.slice(2)
if (what === 'secret') embeddedSecretKey(folder)
if (what === 'store') {
  const database = await openSqlite({ folder })
  await migrate(database, { folder: path.join(import.meta.dirname, '..', '..', 'migrations') })
}
if (what === 'mail') await fileMessage(path.join(folder, 'mail'), 'mail_1', Buffer.from('From: a\r\n\r\nb\r\n'))
if (what === 'place') putInPlace(folder)
// Without an end of its own, which would sync what is open.
process.kill(process.pid, 'SIGKILL')

/** A store that was left with what the engine keeps beside its files, all of it on the disk, and another that takes its place. */
function putInPlace(place: string): void {
  mkdirSync(place, { recursive: true })
  for (const name of [...storeFiles, ...companionEndings.map((ending) => storeFile + ending)])
    write(path.join(place, name), 'old')
  for (let above = place; above !== path.dirname(path.dirname(place)); above = path.dirname(above)) sync(above)
  const held = holdPlace(place)
  mkdirSync(held.making)
  for (const name of storeFiles) write(path.join(held.making, name), 'new')
  held.take()
}

function write(file: string, text: string): void {
  const handle = openSync(file, 'w')
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
