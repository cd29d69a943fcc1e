/**
 * What a person sees when the service starts, on standard output, one line each: the address, the key (once, when the
 * first account is made), a curl line that works when pasted, where the docs are. It stands there whatever is logged.
 */
import { countAccounts, createAccount, createKey } from '../accounts/operations.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { claimLease, leaseMs, newHolder, releaseLease } from '../platform/leases.ts'

export type WelcomeParts = {
  database: Database
  clock: Clock
  out: { write(text: string): unknown }
  baseUrl: string
}

const firstEmail = 'owner@localhost.localdomain'
const lease = 'first-account'

/** Makes the first account where that is allowed, and prints where everything is. */
export async function welcome(parts: WelcomeParts): Promise<void> {
  const { out, baseUrl } = parts
  const line = (name: string, text: string): void => void out.write(`${name.padEnd(10)}${text}\n`)
  line('Address', baseUrl)
  const key = await firstKey(parts)
  if (key !== null) {
    line('Key', `${key}  (a test key on the plan enterprise, shown this once)`)
    line('Try', `curl -s -H 'Authorization: Bearer ${key}' '${baseUrl}/v1/subsidies?limit=3'`)
  } else if (await hasAccount(parts.database)) {
    line(
      'Key',
      'made at the first start; another: npx subsidies keys create --account <account> --mode test --name <name>',
    )
    line('Try', `curl -s '${baseUrl}/v1/coverage'`)
  } else {
    line('Account', 'none yet. Make one: npx subsidies accounts create --email <email> --plan enterprise')
    line('Key', 'then a key: npx subsidies keys create --account <account> --mode live --name <name>')
    line('Try', `curl -s '${baseUrl}/v1/coverage'`)
  }
  line('Docs', `${baseUrl}/v1/openapi.json  (and README.md)`)
}

/** A key for the first account: on the embedded store with a loopback address, once, by one process. */
async function firstKey({ database, clock, baseUrl }: WelcomeParts): Promise<string | null> {
  if (database.engine !== 'sqlite' || !isLoopback(baseUrl) || (await hasAccount(database))) return null
  const holder = newHolder()
  const now = clock.now()
  if (!(await claimLease(database, lease, holder, now, now + leaseMs))) return null
  try {
    if (await hasAccount(database)) return null
    const account = await createAccount(database, now, { email: firstEmail, plan: 'enterprise' })
    const made = await createKey(database, now, { account: account.id, mode: 'test', name: 'first start' })
    return made.key
  } finally {
    await releaseLease(database, lease, holder, clock.now())
  }
}

async function hasAccount(database: Database): Promise<boolean> {
  return (await countAccounts(database)) > 0
}

function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
