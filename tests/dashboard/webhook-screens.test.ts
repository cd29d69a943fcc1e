/** The screens of webhooks, as a browser without script has them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { quoted } from '../../src/dashboard/webhooks/endpoint-view.ts'
import { switchSource } from '../../src/measures/publishing/switch-source.ts'
import { signatureOf } from '../../src/webhooks/signature.ts'
import { engines } from '../harness/databases.ts'
import { append, sampleEvent } from '../harness/feed-events.ts'
import { formsIn, pressing, type Typed } from '../harness/forms.ts'
import type { Answer } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'
import { putDeliveries } from '../harness/webhooks.ts'

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
const text = (answer: Answer): string => answer.body.toString('utf8').replaceAll(/\s+/g, ' ')

for (const engine of engines) {
  describe(`${engine.name}: the screens of webhooks`, () => {
    let service: TestService
    let browser: SignedInBrowser
    let account: string
    let made = 0
    before(async () => {
      service = await startService(engine)
      await service.publish([input('a')])
      ;({ account, browser } = await person('business'))
    })
    after(() => service.stop())

    async function person(plan: 'business' | 'developer') {
      made += 1
      const parts = { email: `hooks${made}@example.org`, plan, language: 'nl' as const }
      const { id } = await createAccount(service.database, service.clock.now(), parts)
      return { account: id, browser: await signedInTo(service, id) }
    }
    const get = async (path: string, who = browser): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return who.send('GET', path)
    }
    async function press(
      page: Answer,
      action: string,
      typed: Typed = {},
      value: string | null = null,
    ): Promise<Answer> {
      const form = formsIn(page).find((one) => one.action === action)
      assert.ok(form, `no form to ${action} in ${text(page)}`)
      const sent = pressing(form, typed, value === null ? null : { value })
      service.clock.advance({ seconds: 1 })
      return browser.send('POST', sent.action, { headers: urlencoded, body: sent.body })
    }
    const newPath = '/dashboard/webhooks/new'
    /** An endpoint, made by the form: its id and secret. */
    async function newEndpoint(url = 'https://receiver.example.com/hooks', typed: Typed = {}) {
      const page = await press(await get(newPath), newPath, { url, ...typed }, 'create')
      const secret = /whsec_[\w-]+/.exec(text(page))?.[0] ?? ''
      const id = /webhooks\/(wh_\w+)/.exec(text(page))?.[1] ?? ''
      assert.ok(secret !== '' && id !== '', text(page))
      assert.equal(page.headers['cache-control'], 'no-store')
      return { id, secret, path: `/dashboard/webhooks/${id}` }
    }
    const row = (id: string) => service.database.one('select * from webhook where id = $1', [id])

    test('filters are tried before anything is made, and what was chosen stays; the secret is shown once', async () => {
      assert.match(text(await get('/dashboard/webhooks')), /Er is nog geen adres/)
      await append(service.database, service.clock.now(), [
        sampleEvent({ event: 'subsidy.amount_changed', topics: ['energy'] }),
        sampleEvent({ event: 'subsidy.amount_changed', topics: ['water'] }),
      ])
      const typed = { url: 'https://receiver.example.com/x', topics: ['energy', 'training'], subsidy_ids: 'al:a, al:b' }
      const tried = await press(await get(newPath), newPath, typed, 'preview')
      assert.match(text(tried), /Berichten in de voorbije 30 dagen: 1</)
      const form = formsIn(tried).find(({ action }) => action === newPath)
      assert.deepEqual(
        form?.fields.filter(([name]) => name === 'topics' || name === 'url'),
        [
          ['url', 'https://receiver.example.com/x'],
          ['topics', 'energy'],
          ['topics', 'training'],
        ],
      )
      const held = await service.database.one('select count(*) as held from webhook where account_id = $1', [account])
      assert.equal(held?.held, 0)
      const { id, secret, path } = await newEndpoint('https://receiver.example.com/x', typed)
      const stored = (await browser.send('GET', '/v1/dashboard/webhooks')).json().data as {
        id: string
        filters: Record<string, string[]>
      }[]
      assert.deepEqual(
        stored.map((one) => [one.id, one.filters.topics, one.filters.subsidy_ids]),
        [[id, ['energy', 'training'], ['al:a', 'al:b']]],
      )
      for (const page of [await get(path), await get('/dashboard/webhooks')]) assert.ok(!text(page).includes(secret))
    })

    test('the form offers the sources that are switched on, by the operator’s word too', async () => {
      const offered = async (): Promise<boolean> => text(await get(newPath)).includes('value="alpha"')
      assert.ok(await offered())
      await switchSource(service.means, 'alpha', false)
      try {
        assert.ok(!(await offered()))
      } finally {
        await switchSource(service.means, 'alpha', true)
      }
    })

    test('an address or filters that cannot be, and one endpoint too many, are said in the form', async () => {
      const wrong = await press(await get(newPath), newPath, { url: 'http://localhost' }, 'create')
      assert.deepEqual([wrong.status, /Naar dit adres kan niets gestuurd worden/.test(text(wrong))], [422, true])
      const filter = await press(
        await get(newPath),
        newPath,
        { url: 'https://receiver.example.com', subsidy_ids: 'nothing' },
        'preview',
      )
      assert.deepEqual([filter.status, /Deze keuze kan niet gelezen worden/.test(text(filter))], [422, true])
      const other = await person('business')
      const rows = Array.from({ length: 10 }, () =>
        other.browser.send('POST', '/v1/dashboard/webhooks', { json: { url: 'https://a.example.com' } }),
      )
      for (const one of rows) assert.equal((await one).status, 201)
      const full = await other.browser.send('POST', newPath, {
        headers: urlencoded,
        body: 'do=create&url=https%3A%2F%2Fb.example.com',
      })
      assert.deepEqual([full.status, /zoveel adressen als het abonnement toelaat/.test(text(full))], [422, true])
      assert.ok(!text(await get('/dashboard/webhooks', other.browser)).includes(`href="${newPath}"`))
    })

    test('a ping is queued by a press; as many as may wait are said', async () => {
      const { id, path } = await newEndpoint()
      for (let sent = 0; sent < 10; sent += 1) {
        const answer = await press(await get(path), `${path}/test`)
        assert.equal(answer.headers.location, `${path}?done=pinged`)
      }
      const more = await press(await get(path), `${path}/test`)
      assert.match(text(await get(more.headers.location ?? '')), /zoveel proefberichten als er mogen wachten/)
      const queued = await service.database.one(
        "select count(*) as queued from webhook_delivery where webhook_id = $1 and event_type = 'ping'",
        [id],
      )
      assert.equal(queued?.queued, 10)
      assert.match(text(await get(path)), /Proefbericht<\/a>.*wacht/)
    })

    test('an endpoint that is off says why and what to do, and is switched on by a press', async () => {
      const { id, path } = await newEndpoint()
      await service.database.run('update webhook set active = 0, consecutive_failures = 20 where id = $1', [id])
      const off = await get(path)
      assert.match(text(off), /Na 20 fouten op rij is dit adres uitgeschakeld/)
      assert.ok(formsIn(off).every(({ action }) => action !== `${path}/test`))
      const on = await press(off, `${path}/enable`)
      assert.equal(on.headers.location, `${path}?done=enabled`)
      assert.deepEqual([(await row(id))?.active, (await row(id))?.consecutive_failures], [1, 0])
    })

    test('another secret is made after what it means was said, and shown once', async () => {
      const { id, secret, path } = await newEndpoint()
      await putDeliveries(service.database, id, account, [{ created_at: service.clock.now() }])
      const asked = await get(`${path}/rotate`)
      assert.match(text(asked), /Het oude geheim geldt meteen niet meer.*Wat nu wacht \(1\)/)
      const before = (await row(id))?.secret
      const rotated = await press(asked, `${path}/rotate`)
      const fresh = /whsec_[\w-]+/.exec(text(rotated))?.[0]
      assert.ok(fresh !== undefined && fresh !== secret)
      assert.notEqual((await row(id))?.secret, before)
    })

    test('an endpoint is deleted by typing its host alone', async () => {
      const { path } = await newEndpoint('https://typed.example.com/hooks')
      const wrong = await press(await get(`${path}/delete`), `${path}/delete`, { typed: 'typed.example.org' })
      assert.deepEqual([wrong.status, (await get(path)).status], [422, 200])
      const gone = await press(await get(`${path}/delete`), `${path}/delete`, { typed: ' Typed.example.com ' })
      assert.equal(gone.headers.location, '/dashboard/webhooks?done=removed')
      assert.equal((await get(path)).status, 404)
    })

    test('a delivery shows what was sent and each attempt, is resent by a press, and signs what one copies', async () => {
      const { id, secret, path } = await newEndpoint()
      const at = service.clock.now()
      const [failed = ''] = await putDeliveries(service.database, id, account, [
        { created_at: at, status: 'failed', attempts: 6, last_status: 500, last_error: 'status: <b>no</b>' },
      ])
      const body = `{"id":"chg_1","note":"it's <b>\\"so\\"</b> $HOME \`x\`"}`
      const log = '1,1700000000000,12,500,status\n'
      await service.database.run('update webhook_delivery set body = $2, attempt_log = $3 where id = $1', [
        failed,
        body,
        log,
      ])
      const page = await get(`${path}/deliveries/${failed}`)
      assert.match(text(page), /status: &lt;b>no&lt;\/b>/)
      assert.match(text(page), /Van 5 pogingen weten wij het verloop niet/)
      const command = unescaped(/<code>(curl [\s\S]*?)<\/code>/.exec(page.body.toString())?.[1] ?? '')
      const shown = execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\n"')], { encoding: 'utf8' }).split(
        '\n',
      )
      assert.equal(shown[shown.indexOf('--data-binary') + 1], body)
      const signature =
        shown.find((line) => line.startsWith('Service-Signature: '))?.slice('Service-Signature: '.length) ?? ''
      const seconds = Number(/^t=(\d+),/.exec(signature)?.[1])
      assert.equal(signature, signatureOf(secret, seconds, body))
      assert.ok(Math.abs(seconds - service.clock.now() / 1_000) < 60)
      const resent = await press(page, `${path}/deliveries/${failed}/resend`)
      assert.match(text(await get(resent.headers.location ?? '')), /Dit bericht staat opnieuw in de rij/)
      const again = await get(`${path}/deliveries/${failed}`)
      assert.ok(formsIn(again).every(({ action }) => !action.endsWith('/resend')))
      const twice = await browser.send('POST', `${path}/deliveries/${failed}/resend`, { headers: urlencoded, body: '' })
      assert.match(text(await get(twice.headers.location ?? '')), /al opnieuw gestuurd/)
    })

    test('all that failed is resent by a press, and how many is said', async () => {
      const { id, path } = await newEndpoint()
      const at = service.clock.now()
      const rows = Array.from({ length: 3 }, (_, place) => ({
        created_at: at + place,
        status: 'failed' as const,
        attempts: 6,
      }))
      await putDeliveries(service.database, id, account, rows)
      await service.database.run("update webhook_delivery set body = '{}' where webhook_id = $1", [id])
      const page = await get(path)
      assert.match(text(page), /In deze lijst mislukten 3 berichten/)
      const done = await press(page, `${path}/resend`)
      assert.match(text(await get(done.headers.location ?? '')), /Opnieuw in de rij: 3. Nog over: 0./)
    })

    test('an endpoint of another account is none; without the plan it is said what webhooks are, and from which plan', async () => {
      const { path } = await newEndpoint()
      const other = await person('business')
      for (const end of ['', '/rotate', '/delete', '/deliveries/whd_x'])
        assert.equal((await get(path + end, other.browser)).status, 404, end)
      const developer = await person('developer')
      for (const asked of ['/dashboard/webhooks', newPath, path]) {
        const answer = await get(asked, developer.browser)
        assert.equal(answer.status, 403)
        assert.match(text(answer), /Webhooks sturen elke wijziging.*Vanaf het abonnement Pro/)
      }
      const written = await developer.browser.send('POST', newPath, {
        headers: urlencoded,
        body: 'do=create&url=https%3A%2F%2Fb.example.com',
      })
      assert.equal(written.status, 403)
    })
  })
}

test('what is copied is one argument of a shell, whatever stands in it', () => {
  assert.equal(quoted("it's"), "'it'\\''s'")
  assert.equal(execFileSync('sh', ['-c', `printf %s ${quoted(`a'b"$(x)\n\\`)}`], { encoding: 'utf8' }), `a'b"$(x)\n\\`)
})
