/** The screen of plan and payment in a real browser, in every state and language: nothing in anybody's way, wide and narrow. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount, setPlan } from '../../src/accounts/operations.ts'
import { setLanguage } from '../../src/accounts/profile.ts'
import { fetchNow } from '../../src/billing/events.ts'
import { lookupKeyOf } from '../../src/billing/prices.ts'
import { setUpBilling } from '../../src/billing/provider/set-up.ts'
import { stripeProvider } from '../../src/billing/provider/stripe.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { axeFindings } from '../harness/axe.ts'
import { browserMissing, type Visit, type VisitOptions, visit } from '../harness/browser.ts'
import { engines } from '../harness/databases.ts'
import { unobserved } from '../harness/observer.ts'
import { startService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { startStripe } from '../harness/stripe-stand-in.ts'

const [embedded] = engines
assert.ok(embedded !== undefined)
const start = Date.parse('2026-03-03T09:00:00Z')
let now = (): number => start
const stripe = await startStripe({ now: () => now() })
const settings = { ...stripe, apiUrl: stripe.origin, observer: unobserved }
const service = await startService(embedded, {
  environment: {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.origin,
    OPERATOR_NAME: 'Acme',
    OPERATOR_CONTACT: 'help@acme.example',
  },
})
now = () => service.clock.now()
const { baseUrl } = service.means
await setUpBilling(settings, baseUrl)
const unpaid = await startService(embedded)
after(async () => {
  await Promise.all([service.stop(), unpaid.stop()])
  await stripe.close()
})

const { database, clock } = service
let people = 0

async function account(): Promise<string> {
  people += 1
  return (await createAccount(database, clock.now(), { email: `payer${people}@example.org` })).id
}

/** An account that has paid for a plan, and what became of it since. */
async function payer(changes: Parameters<typeof stripe.objects.change>[1]): Promise<string> {
  const id = await account()
  const provider = stripeProvider(settings)
  const customerId = await provider.makeCustomer(id, id)
  await database.run('insert into billing (account_id, customer_id, due_at) values ($1, $2, $3)', [
    id,
    customerId,
    now(),
  ])
  const price = stripe.objects.priceNamed(lookupKeyOf({ plan: 'pro', period: 'month' }))
  stripe.objects.change(stripe.objects.subscribe(customerId, price).id, changes)
  await fetchNow({ database, clock, observer: unobserved, provider, baseUrl }, id)
  return id
}

const end = Math.floor(start / 1_000) + 20 * 86_400
const states: Record<string, () => Promise<string>> = {
  'nothing paid': account,
  'something paid': () => payer({}),
  'a payment that failed': () => payer({ status: 'past_due' }),
  'a payment that failed for good': () => payer({ status: 'unpaid' }),
  'an end that is near': () => payer({ cancel_at: end }),
  'the operator’s plan': async () => {
    const id = await account()
    await setPlan(database, clock.now(), id, 'enterprise')
    return id
  },
}

/** A visit of who is signed in: the cookie is one of https, and the browser is on this machine without it. */
async function visitAs(of: typeof service, id: string, options: VisitOptions = {}): Promise<Visit> {
  const visitor = await visit(of, options)
  const { cookie } = await signedInTo(of, id)
  await visitor.context.setExtraHTTPHeaders({ cookie })
  return visitor
}

async function looked({ page }: Visit, name: string): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], name)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.ok(Number(overflow) <= 0, `${name}: ${overflow} px too wide`)
}

for (const [name, make] of Object.entries(states))
  test(`with ${name}, the screen of plan and payment is in nobody's way`, { skip: browserMissing }, async () => {
    const id = await make()
    for (const language of languages) {
      await setLanguage(database, clock.now(), { accountId: id, language, actor: { kind: 'session' } })
      for (const [width, isDark] of [
        [1280, false],
        [360, true],
      ] as const) {
        await using visitor = await visitAs(service, id, { width, isDark })
        assert.equal((await visitor.go('/dashboard/billing')).status(), 200)
        await looked(visitor, `${name}, ${language}, ${width}`)
      }
    }
  })

test('where billing is not configured, the screen is in nobody’s way either', { skip: browserMissing }, async () => {
  await using visitor = await visitAs(unpaid, unpaid.accounts.none)
  await visitor.go('/dashboard/billing')
  await looked(visitor, 'not configured')
})

for (const hasScript of [true, false])
  test(`a press leads to the payment, ${hasScript ? 'with' : 'without'} script, and our policy for forms stands`, {
    skip: browserMissing,
  }, async () => {
    const visitor = await visitAs(service, await account(), { hasScript })
    const { page, go, context, faults } = visitor
    const answer = await go('/dashboard/billing')
    assert.match(answer.headers()['content-security-policy'] ?? '', /form-action 'self';/)
    const asked = page.waitForRequest(/^https:\/\/checkout\.example\//)
    await page.locator('section.plan form button[value="year"]').nth(1).click()
    const session = (await asked).url().split('/').at(-1) ?? ''
    assert.equal(stripe.objects.session(session).metadata.plan, 'pro')
    assert.equal(stripe.objects.session(session).metadata.period, 'year')
    assert.deepEqual(
      faults.filter((fault) => !fault.startsWith('asked https://checkout.example/')),
      [],
    )
    await context.close()
  })
