/** A form that has to wait for a sign-in: what was typed and the language are there afterwards, and never a secret. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { keptFormBounds } from '../../src/dashboard/frame/kept-form.ts'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { engines } from '../harness/databases.ts'
import { formsIn, pressing } from '../harness/forms.ts'
import type { Answer } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'
import { browserWith, cookieOf, type SignedInBrowser, signedInTo } from '../harness/signed-in.ts'

const password = 'a long enough secret'
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }
const text = (answer: Answer): string => answer.body.toString('utf8')
const goOn = '/dashboard/go-on'
/** The browser is to keep the form no longer. */
const ended = /^__Host-sm_form=; Max-Age=0; Path=\//

for (const engine of engines)
  describe(`${engine.name}: forms over a sign-in`, () => {
    let service: TestService
    let people = 0
    before(async () => {
      service = await startService(engine, { environment: { PASSWORD_SIGN_IN: 'on' } })
    })
    after(() => service.stop())

    type Person = { id: string; email: string; browser: SignedInBrowser }
    async function person(): Promise<Person> {
      people += 1
      const email = `forms${people}@example.org`
      const parts = { email, plan: 'pro', language: 'nl' } as const
      const { id } = await createAccount(service.database, service.clock.now(), parts)
      const browser = await signedInTo(service, id)
      const set = await browser.send('PATCH', '/v1/dashboard/account', { json: { password } })
      assert.equal(set.status, 200, text(set))
      return { id, email, browser }
    }
    const post = (browser: SignedInBrowser, path: string, body: string): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return browser.send('POST', path, { headers: urlencoded, body })
    }
    const get = (browser: SignedInBrowser, path: string): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return browser.send('GET', path, { headers: { 'accept-language': 'en' } })
    }
    /** The browser with what the answer sets beside what it has. */
    const withCookies = (browser: SignedInBrowser, answer: Answer): SignedInBrowser => {
      const name = cookieOf(answer).split('=')[0]
      const others = browser.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`))
      return browserWith(service, [...others, cookieOf(answer)].join('; '))
    }
    const keysOf = async ({ id }: Person): Promise<number> =>
      (await service.database.all('select id from api_key where account_id = $1', [id])).length
    /** Signs in at the door that an answer leads to, by password; a wrong one first. */
    async function through(led: Answer, browser: SignedInBrowser, email: string): Promise<[SignedInBrowser, Answer]> {
      const door = await get(browser, led.headers.location ?? '')
      const form = formsIn(door).find(({ action }) => action === '/dashboard/sign-in/password')
      assert.ok(form, text(door))
      const wrong = await post(
        browser,
        form.action,
        pressing(form, { email, password: 'not this one at all' }, null).body,
      )
      assert.match(text(wrong), /<html lang="nl"/, 'a wrong password keeps the language')
      const [again] = formsIn(wrong).filter(({ action }) => action === form.action)
      assert.ok(again)
      const entered = await post(browser, again.action, pressing(again, { email, password }, null).body)
      assert.equal(entered.status, 303, text(entered))
      return [withCookies(browser, entered), entered]
    }

    test('asked once more who they are, people find what they typed, in their language, and send it on by a press', async () => {
      const who = await person()
      service.clock.advance({ seconds: 16 * 60 })
      const led = await post(who.browser, '/dashboard/keys', 'name=Mijn+sleutel&mode=live')
      assert.deepEqual(
        [led.status, led.headers.location],
        [303, '/dashboard/sign-in?next=%2Fdashboard%2Fgo-on&again=1&lang=nl'],
      )
      assert.match(led.headers['set-cookie'] ?? '', /^__Host-sm_form=[\w-]+; .*HttpOnly; Secure; SameSite=Lax$/)
      assert.doesNotMatch(led.headers['set-cookie'] ?? '', /sleutel/)
      const waiting = withCookies(who.browser, led)
      assert.match(text(await get(waiting, led.headers.location ?? '')), /<html lang="nl"/)
      const [browser, entered] = await through(led, waiting, who.email)
      assert.equal(entered.headers.location, goOn)
      const shown = await get(browser, goOn)
      assert.match(text(shown), /<li>Mijn sleutel<\/li><li>live<\/li>/)
      assert.equal(await keysOf(who), 0, 'nothing is done before the press')
      const form = formsIn(shown).find(({ action }) => action === '/dashboard/keys')
      assert.ok(form)
      const made = await post(browser, form.action, pressing(form, {}, null).body)
      assert.deepEqual([made.status, await keysOf(who)], [200, 1])
      assert.match(made.headers['set-cookie'] ?? '', ended)
      const sent = withCookies(browser, made)
      const none = await get(sent, goOn)
      assert.deepEqual([none.status, none.headers.location], [303, '/dashboard'])
    })

    test('a form that was sent waits no longer, whatever was answered; one that was not sent goes on waiting', async () => {
      const who = await person()
      const keptBy = async (path: string, body: string): Promise<SignedInBrowser> => {
        service.clock.advance({ days: 8 })
        const led = await post(who.browser, path, body)
        return withCookies(await signedInTo(service, who.id), led)
      }
      const browser = await keptBy('/dashboard/keys', 'name=Mijn+sleutel&mode=none')
      const other = await post(browser, '/dashboard/language', 'language=fr&back=%2Fdashboard%2Fgo-on')
      assert.deepEqual([other.status, other.headers['set-cookie']], [303, undefined])
      const unreadable = await post(browser, '/dashboard/keys', 'name=Mijn+sleutel&mode=none')
      assert.deepEqual([unreadable.status, await keysOf(who)], [422, 0])
      assert.match(unreadable.headers['set-cookie'] ?? '', ended)
      const gone = '/dashboard/keys/key_none/revoke'
      const refused = await post(await keptBy(gone, 'name=Mijn+sleutel'), gone, 'name=Mijn+sleutel')
      assert.equal(refused.status, 404)
      assert.match(refused.headers['set-cookie'] ?? '', ended)
      const left = await post(await keptBy('/dashboard/keys', 'name=x&mode=live'), '/dashboard/sign-out', 'x=1')
      assert.match(left.headers['set-cookie'] ?? '', /^__Host-sm_session=; Max-Age=0; .*,__Host-sm_form=; Max-Age=0; /)
    })

    test('a session that ended while a form was filled in loses nothing of it', async () => {
      const who = await person()
      service.clock.advance({ days: 8 })
      const led = await post(who.browser, '/dashboard/searches', 'name=Daken&query=q%3Ddak&language=nl&digest=none')
      assert.deepEqual([led.status, led.headers.location], [303, '/dashboard/sign-in?next=%2Fdashboard%2Fgo-on'])
      const browser = await signedInTo(service, who.id)
      const shown = await get(withCookies(browser, led), goOn)
      const form = formsIn(shown).find(({ action }) => action === '/dashboard/searches')
      assert.deepEqual(form?.fields, [
        ['name', 'Daken'],
        ['query', 'q=dak'],
        ['language', 'nl'],
        ['digest', 'none'],
      ])
      const strange = { ...urlencoded, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
      const other = await who.browser.send('POST', '/dashboard/searches', { headers: strange, body: 'name=x' })
      assert.deepEqual([other.status, other.headers['set-cookie']], [403, undefined])
    })

    test('no secret, nothing larger than a cookie and nothing of another account or of long ago is kept', async () => {
      const who = await person()
      service.clock.advance({ seconds: 16 * 60 })
      const secret = await post(who.browser, '/dashboard/account/password', 'password=another+long+secret')
      assert.deepEqual(
        [secret.headers.location, secret.headers['set-cookie']],
        ['/dashboard/sign-in?next=%2Fdashboard%2Faccount&again=1&lang=nl', undefined],
      )
      const large = `name=${'x'.repeat(keptFormBounds.bytesMax)}&mode=live`
      assert.equal((await post(who.browser, '/dashboard/keys', large)).headers['set-cookie'], undefined)
      const led = await post(who.browser, '/dashboard/keys', 'name=Mijn+sleutel&mode=live')
      const other = await person()
      assert.equal((await get(withCookies(other.browser, led), goOn)).headers.location, '/dashboard')
      const forged = browserWith(service, `${who.browser.cookie}; __Host-sm_form=AAAA`)
      const nowhere = await get(forged, goOn)
      assert.equal(nowhere.headers.location, '/dashboard')
      assert.match(nowhere.headers['set-cookie'] ?? '', ended)
      const kept = withCookies(who.browser, led)
      assert.equal((await get(kept, goOn)).status, 200)
      service.clock.advance({ seconds: 16 * 60 })
      assert.equal((await get(kept, goOn)).headers.location, '/dashboard')
    })

    test('a link that signs in leads on to the form that waits', async () => {
      const who = await person()
      service.clock.advance({ seconds: 16 * 60 })
      const led = await post(who.browser, '/dashboard/keys', 'name=Mijn+sleutel&mode=live')
      const path = await makeLink(service.database, service.clock.now(), who.id, null)
      const token = path.slice(path.lastIndexOf('/') + 1)
      const pressed = await post(withCookies(who.browser, led), '/dashboard/sign-in/press', `token=${token}`)
      assert.deepEqual([pressed.status, pressed.headers.location], [303, goOn])
    })
  })
