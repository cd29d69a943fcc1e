/** `billing set-up`: what has to stand at the payment provider before anybody can pay. */
import type { Command } from 'commander'
import { stripeSettings } from '../billing/provider/client.ts'
import { ProviderFault } from '../billing/provider/provider.ts'
import { type SetUp, setUpBilling } from '../billing/provider/set-up.ts'
import type { Observer } from '../platform/observer.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { CommandFault, type Outcome } from './output.ts'
import { shownOn, type Text } from './terminal/screen.ts'
import { table } from './terminal/table.ts'

/** What fails, fails the command, which says so itself. */
const untold: Observer = { tell: () => {}, end: () => {} }

export function addBillingCommands(program: Command, host: Host, run: Run): void {
  const billing = program.command('billing').description('billing: plans that are paid by card')
  billing
    .command('set-up')
    .description(
      'make or put right products, prices and the portal at the payment provider; run again, it changes nothing',
    )
    .action(() => run(() => host.withStore(({ baseUrl }) => setUp(host, baseUrl))))
}

async function setUp(host: Host, baseUrl: string): Promise<Outcome> {
  const settings = stripeSettings(host.settings(), untold)
  if (settings === null)
    throw new CommandFault('not_configured', 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first.')
  try {
    const done = await setUpBilling(settings, baseUrl)
    return { document: documentOf(done), text: textOf(done) }
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault
    throw new CommandFault('billing_unavailable', `${fault.message}. What was made stands; run it again.`)
  }
}

const documentOf = ({ products, prices, portal, endpoint }: SetUp) => ({
  products,
  prices: prices.map(({ lookupKey, id, cents, outcome }) => ({ lookup_key: lookupKey, id, cents, outcome })),
  portal,
  endpoint: { url: endpoint.url, events: endpoint.events, there: endpoint.isThere },
})

function textOf({ products, prices, portal, endpoint }: SetUp): Text {
  const rows = [
    ...products.map(({ id, outcome }) => ['product', id, '', outcome]),
    ...prices.map(({ lookupKey, cents, outcome }) => ['price', lookupKey, `${(cents / 100).toFixed(2)} EUR`, outcome]),
    ['portal', portal.id, '', portal.outcome],
  ]
  const events = endpoint.isThere
    ? `The provider sends its events to ${endpoint.url}.`
    : `The provider sends its events nowhere yet. Make an endpoint there for ${endpoint.url} with the events ` +
      `${endpoint.events.join(', ')}, and set its signing secret as STRIPE_WEBHOOK_SECRET.`
  return (screen) => `${shownOn(screen, table(['what', 'id', 'price', 'outcome'], rows, ''))}\n${events}`
}
