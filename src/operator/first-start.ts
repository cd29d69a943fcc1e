/**
 * What a person sees when the service starts, on standard output, one line each: the address, the key (once, when the
 * first account is made), a curl line that works when pasted, where the docs are. It stands there whatever is logged. A
 * line that searches is printed when there is something to find: on an empty store that is some seconds later.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { countAccounts, createAccount, createKey, listAccounts, listKeys } from '../accounts/operations.ts'
import { setOperator } from '../accounts/profile.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { claimLease, leaseMs, newHolder, releaseLease } from '../platform/leases.ts'
import { makeLink } from '../sign_in/links/links.ts'

export type WelcomeParts = {
  database: Database
  clock: Clock
  out: { write(text: string): unknown }
  baseUrl: string
  /** One JSON document in place of the lines. */
  json: boolean
  /** Whether the search that is printed finds anything by now. */
  findsSomething(): boolean
  /** Aborts when the process is told to stop. */
  signal: AbortSignal
}

const firstEmail = 'owner@localhost.localdomain'
/** What is shown first is what can be applied for today. Double quotes hold in every shell. */
const applyNow = 'status=open,continuous'
const lease = 'first-account'
/** Between two looks whether a search finds something, and how long a process goes on looking. */
const searchLookMs = 500
const searchLooksMax = (15 * 60 * 1_000) / searchLookMs
/** Between two looks while another process makes the account, and how often: longer than a lease lasts. */
const lookMs = 50
const looksMax = (2 * leaseMs) / lookMs

/** Makes the first account where that is allowed, and prints where everything is. */
export async function welcome(parts: WelcomeParts): Promise<void> {
  const { database, out, baseUrl, json } = parts
  const docs = `${baseUrl}/docs`
  if (json) {
    const first = await firstAccount(parts)
    const dashboard = baseUrl + (first?.link ?? '/dashboard')
    out.write(`${JSON.stringify({ address: baseUrl, key: first?.key ?? null, docs, dashboard })}\n`)
    return
  }
  const line = (name: string, text: string): void => void out.write(`${name.padEnd(11)}${text}\n`)
  line('Address', baseUrl)
  const first = await firstAccount(parts)
  let signIn = '/dashboard'
  let how = 'signs you in once, within 15 minutes'
  if (first !== null) {
    const { key, link } = first
    signIn = link
    const call = (path: string): string => `curl -s -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`
    const search = call(`/v1/subsidies?${applyNow}&limit=3`)
    line('Key', `${key}  (a test key on the plan enterprise, shown this once)`)
    if (parts.findsSomething()) line('Try', search)
    else {
      line('Try', call('/v1/key'))
      whenSomethingIsFound(parts, () => line('Search', search))
    }
  } else {
    const accounts = await listAccounts(database)
    const account = accounts.some(({ email }) => email === firstEmail) ? firstEmail : '<account>'
    if (accounts.length === 0)
      line('Account', 'none yet. Make one: npx subsidies accounts create --email <email> --plan enterprise')
    const [when, name] = accounts.length === 0 ? ['then', 'first'] : ['shown when it was made; another', 'another']
    line('Key', `${when}: npx subsidies keys create --account ${account} --mode live --name ${name}`)
    line('Try', `curl -s "${baseUrl}/v1/coverage"`)
    how = `a link to sign in: npx subsidies accounts sign-in-link ${account}`
  }
  line('Dashboard', `${baseUrl}${signIn}  (${how})`)
  line('Docs', `${docs}  (and README.md)`)
}

/** Tells once that a search finds something; a process that stops, or that nothing fills for long, tells nothing. */
async function whenSomethingIsFound({ findsSomething, signal }: WelcomeParts, tell: () => void): Promise<void> {
  for (let looks = 0; looks < searchLooksMax && !signal.aborted; looks += 1) {
    await wait(searchLookMs, undefined, { ref: false })
    if (findsSomething()) return tell()
  }
}

/**
 * A key for the first account and a way in: on the embedded store with a loopback address, once, by one process. Whoever else starts
 * at the same moment waits until that is done, and knows of the account.
 */
async function firstAccount({ database, clock, baseUrl }: WelcomeParts): Promise<FirstAccount | null> {
  if (database.engine !== 'sqlite' || !isLoopback(baseUrl)) return null
  const holder = newHolder()
  for (let looks = 0; looks < looksMax; looks += 1) {
    if (!(await mayHaveFirstKey(database))) return null
    if (await claimLease(database, clock, lease, holder)) {
      try {
        return (await mayHaveFirstKey(database)) ? await makeFirstAccount(database, clock) : null
      } finally {
        await releaseLease(database, clock, { name: lease, holder }, 0)
      }
    }
    await wait(lookMs)
  }
  return null
}

/** Whether there is no account, or only the first one without a key: whoever made it then died before it had one. */
async function mayHaveFirstKey(database: Database): Promise<boolean> {
  if ((await countAccounts(database)) > 1) return false
  const [account] = await listAccounts(database)
  return account === undefined || (account.email === firstEmail && (await listKeys(database, account.id)).length === 0)
}

/** What is shown of it once: its key, and the path of a link that signs in to it. */
type FirstAccount = { key: string; link: string }

async function makeFirstAccount(database: Database, clock: Clock): Promise<FirstAccount> {
  const now = clock.now()
  const [made] = await listAccounts(database)
  const account =
    made ??
    (await database.transaction((transaction) =>
      createAccount(transaction, now, { email: firstEmail, plan: 'enterprise', emailVerified: false }),
    ))
  // Whoever starts a service on their own machine runs it.
  await setOperator(database, now, account.id, true)
  const link = await makeLink(database, now, account.id, null)
  const { key } = await createKey(database, now, { account: account.id, mode: 'test', name: 'first start' })
  return { key, link }
}

function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
