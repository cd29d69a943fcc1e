/** The dashboard as somebody uses it the first time, in a real browser: from the link to the first green light, and what else is lively. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/accounts/operations.ts'
import { makeLink } from '../../src/sign_in/links/links.ts'
import { browserMissing, signIn, visit } from '../harness/browser.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { clientId, googleStandIn } from '../harness/google-stand-in.ts'
import { call } from '../harness/http.ts'
import { signedInTo } from '../harness/signed-in.ts'

const google = await googleStandIn()
const service = await startCuratedService(undefined, {
  environment: { GOOGLE_CLIENT_ID: clientId, GOOGLE_KEYS_URL: google.keysUrl },
})
after(async () => {
  await service.stop()
  await google.close()
})
const firstLightMs = 60_000

test('from the link to the first green light: a press, a name, a paste; in under a minute', {
  skip: browserMissing,
}, async () => {
  const { database, clock } = service
  const { id } = await createAccount(database, clock.now(), { email: 'first@voorbeeld.example', plan: 'pro' })
  const path = await makeLink(database, clock.now(), id, null)
  const startedMs = performance.now()
  await using visitor = await visit(service)
  const { page } = visitor
  await visitor.go(path)
  await page.locator('button.filled').click()
  await page.waitForURL('**/dashboard')
  assert.equal(await page.locator('.light.on').count(), 0, 'nothing has come in yet')
  await page.locator('#key-name').fill('Mijn programma')
  await page.locator('main form button.filled').click()
  const key = (await page.locator('#new-key').textContent()) ?? ''
  assert.match(key, /^sm_live_/)
  const line = (await page.locator('.code code').textContent()) ?? ''
  assert.ok(line.includes(key), 'what is pasted has the key in it')
  const asked = /'(https?:\/\/[^']+)'/.exec(line)?.[1] ?? ''
  const answer = await call(service.origin, 'GET', asked.slice(new URL(asked).origin.length), { key })
  assert.equal(answer.status, 200)
  await page.locator('.light.on').waitFor()
  assert.match((await page.locator('.light.on').textContent()) ?? '', /GET \/v1\/subsidies, 200/)
  assert.ok(performance.now() - startedMs < firstLightMs)
  // It is asked whether the key is really to be left behind.
  let isAsked = false
  page.on('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload'
    dialog.accept()
  })
  await page.locator('a.filled').click()
  await page.waitForURL('**/dashboard/keys')
  assert.ok(isAsked, 'a key that was not copied is not left by accident')
  assert.ok(!(await page.content()).includes(key), 'shown once')
})

test('a copied key is left without a question, and the clipboard has it', { skip: browserMissing }, async () => {
  const session = await signedInTo(service, service.accounts.business)
  await using visitor = await visit(service)
  await signIn(visitor, service, session.cookie)
  const { page, context } = visitor
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.go('/dashboard/keys')
  await page.locator('#key-name').fill('Kopie')
  await page.locator('main form button.filled').click()
  const key = (await page.locator('#new-key').textContent()) ?? ''
  await page.locator('.copy-key').click()
  await page.getByText('Copied', { exact: true }).first().waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key)
  page.on('dialog', () => assert.fail('nothing is asked'))
  await page.locator('a.filled').click()
  await page.waitForURL('**/dashboard/keys')
})

test('Google’s button signs in: its script is asked for on the door alone, and is bound to this browser', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, context, faults } = visitor
  // The real script is not asked for by tests: a stand-in calls back with a token for the nonce that the page hands over.
  await context.route('https://accounts.google.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let given; window.google = { accounts: { id: {
        initialize: (settings) => { given = settings },
        renderButton: (place) => {
          const button = document.createElement('button')
          button.type = 'button'; button.id = 'google'; button.textContent = 'Sign in with Google'
          button.onclick = async () => given.callback({ credential: await window.tokenFor(given.nonce) })
          place.append(button)
        } } } }`,
    }),
  )
  await page.exposeFunction('tokenFor', (nonce: string) => {
    const seconds = Math.floor(service.clock.now() / 1_000)
    return google.sign({
      ...{
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: '77',
        email: 'enterprise@example.org',
        email_verified: true,
      },
      ...{ nonce, iat: seconds - 1, exp: seconds + 600 },
    })
  })
  await visitor.go('/dashboard/keys')
  assert.match(page.url(), /\/dashboard\/sign-in\?next=%2Fdashboard%2Fkeys$/)
  await page.locator('#google').click()
  await page.waitForURL('**/dashboard/keys')
  assert.equal(await page.locator('.whose .who').textContent(), 'enterprise@example.org')
  await visitor.go('/dashboard')
  // The only thing that was asked of another origin, on the door.
  assert.deepEqual(faults.splice(0), ['asked https://accounts.google.com/gsi/client'])
})

test('where Google’s script does not come, the door says so, and a link by mail is offered', {
  skip: browserMissing,
}, async () => {
  await using visitor = await visit(service)
  const { page, context, faults } = visitor
  await context.route('https://accounts.google.com/**', (route) => route.abort())
  await visitor.go('/dashboard/sign-in')
  await page.locator('.google-fault:not([hidden])').waitFor()
  assert.ok(await page.locator('#link-email').isVisible())
  faults.splice(0)
})
