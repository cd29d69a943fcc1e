/** A running service sends what is due by itself. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { startService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { startProgram, until } from '../harness/started-process.ts'

for (const engine of engines) {
  test(`${engine.name}: a service with SMTP_URL and MAIL_FROM makes a digest when it is due and sends it, and stops without waiting for anything`, async () => {
    await using server = await startMailServer()
    const environment = { SMTP_URL: server.url, MAIL_FROM: 'Subsidies <mail@service.example>' }
    const service = await startService(engine, { role: 'all', environment })
    try {
      const browser = await signedInTo(service, service.accounts.pro)
      const json = { name: 'All', parameters: {}, digest: 'daily' }
      assert.equal((await browser.send('POST', '/v1/dashboard/searches', { json })).status, 201)
      await service.publish([input('a')])
      service.clock.advance({ days: 1 })
      const [mail] = await until('a digest has come', () => (server.taken.length > 0 ? server.taken : null))
      assert.deepEqual(
        [mail?.to, mail?.mail.from?.name, mail?.mail.subject],
        ['pro@example.org', 'Subsidies', '1 change: All'],
      )
    } finally {
      await service.stop()
    }
  })
}

test('SMTP_URL without MAIL_FROM stops the start with one line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mail-start-'))
  try {
    const environment = { SMTP_URL: 'smtp://user:hunter2@mail.example.org', DATA_DIR: folder, PORT: '0' }
    const program = startProgram(process.execPath, ['src/main.ts', 'serve'], { environment })
    const { code } = await program.end()
    assert.equal(code, 1)
    assert.equal(program.error.trim().split('\n').length, 1)
    assert.match(program.error, /MAIL_FROM must be/)
    assert.ok(!program.error.includes('hunter2'))
  } finally {
    await rm(folder, { recursive: true })
  }
})
