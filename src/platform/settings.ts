/**
 * Every setting: name, what it accepts, default, whether it is secret, and why it exists. Read once, at the start, by
 * `main.ts`; the rest of the code gets values. The table in the README is printed from this one.
 */
import { isIP } from 'node:net'
import path from 'node:path'
import { readSender, readSmtpUrl } from '../values/mail-settings.ts'
import { readAllowedHosts } from './egress/allowed-hosts.ts'

/** The origin that an URL of a setting names; undefined: the text is no such URL. */
function readOrigin(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && isOrigin ? url.origin : undefined
}

const readProviderUrl = (given: string): string | undefined =>
  readOrigin(given) !== undefined && isUnread(new URL(given)) ? readOrigin(given) : undefined

/** Nobody on the way reads or changes what is said: it is encrypted, or never leaves this machine. */
function isUnread({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
}

/** As it stands in a link; the empty text where there is none. */
function readContact(given: string): string | undefined {
  if (given === '') return ''
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(given)) return `mailto:${given}`
  return URL.canParse(given) && new URL(given).protocol === 'https:' ? new URL(given).href : undefined
}

/** Who goes by which setting: the two roles of a service, which without `--role` has both, and every other command. */
export const settingUsers = ['api', 'worker', 'commands'] as const
type SettingUser = (typeof settingUsers)[number]
const everybody = settingUsers
const service = ['api', 'worker'] as const

/** Who goes by a setting; given to anybody else it is read, and must be right, and changes nothing. */
const usersOfSettings = {
  host: ['api'],
  port: ['api'],
  baseUrl: service,
  dataDir: everybody,
  databaseUrl: everybody,
  databasePool: everybody,
  secretKey: everybody,
  secretKeyPrevious: everybody,
  trustProxy: ['api'],
  logLevel: everybody,
  shutdownDelaySeconds: service,
  metricsPort: service,
  metricsHost: service,
  sourcesFile: ['worker', 'commands'],
  closingSoonDays: ['worker'],
  openRouteRps: ['api'],
  smtpUrl: everybody,
  mailFrom: everybody,
  googleClientId: ['api', 'commands'],
  googleKeysUrl: ['api', 'commands'],
  passwordSignIn: ['api'],
  operatorName: ['api'],
  operatorContact: ['api'],
  accountsKey: everybody,
  accountsUrl: ['worker'],
  stripeSecretKey: everybody,
  stripeWebhookSecret: everybody,
  stripeApiUrl: everybody,
  webhookAllowedPrivateHosts: service,
} satisfies Record<string, readonly SettingUser[]>

/** What a setting accepts, in words that stand in the message of a refusal, and how its text is read. */
type Setting<Value> = {
  name: string
  accepts: string
  default: string
  secret: boolean
  why: string
  /** Undefined: the text is none of what is accepted. */
  read(text: string): Value | undefined
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

const secretKeyBytes = 32
const closingSoonDaysMax = 365
/** `SOURCES_FILE=bundled`: the list that comes with the release, and no file of that name. */
const bundledSources = 'bundled'

function text(name: string, accepts: string, fallback: string, why: string, secret = false): Setting<string> {
  return { name, accepts, default: fallback, why, secret, read: (given) => given }
}

/** 0: any free one. */
const portMax = 65_535
const readPort = (given: string): number | undefined =>
  /^\d{1,5}$/.test(given) && Number(given) <= portMax ? Number(given) : undefined

function integer(name: string, from: number, to: number, fallback: number, why: string): Setting<number> {
  return {
    name,
    accepts: `a whole number from ${from} to ${to}`,
    default: String(fallback),
    why,
    secret: false,
    read: (given) => (/^\d{1,9}$/.test(given) && inRange(Number(given), from, to) ? Number(given) : undefined),
  }
}

const inRange = (value: number, from: number, to: number): boolean => value >= from && value <= to
const key = (name: string, why: string): Setting<Buffer | null> => ({
  name,
  accepts: `${secretKeyBytes} bytes in base64`,
  default: '',
  why,
  secret: true,
  read: (given) => {
    if (given === '') return null
    const bytes = Buffer.from(given, 'base64')
    return bytes.length === secretKeyBytes && /^[A-Za-z0-9+/]+={0,2}$/.test(given) ? bytes : undefined
  },
})

/** Null when it is not given. */
const secretText = (name: string, accepts: string, form: RegExp, why: string): Setting<string | null> => ({
  name,
  accepts,
  default: '',
  why,
  secret: true,
  read: (given) => (given === '' ? null : form.test(given) ? given : undefined),
})

const table = {
  host: text('HOST', 'an address to listen on', '127.0.0.1', 'address the API listens on'),
  port: integer('PORT', 0, 65_535, 8080, 'port the API listens on; 0 takes a free one'),
  baseUrl: {
    name: 'BASE_URL',
    accepts: 'an http or https URL without path, query or fragment',
    default: '',
    why: 'address under which people reach the service; from HOST and PORT when not set, never from a request',
    secret: false,
    read: (given: string) => (given === '' ? '' : readOrigin(given)),
  },
  dataDir: text('DATA_DIR', 'a folder', './var', 'where the embedded store lives, relative to the project folder'),
  databaseUrl: {
    name: 'DATABASE_URL',
    accepts: 'postgres://user:password@host:port/database',
    default: '',
    why: 'PostgreSQL 15 or later as the store; the embedded store when not set',
    secret: true,
    read: (given: string) =>
      given === '' ? null : /^postgres(ql)?:\/\/./.test(given) && URL.canParse(given) ? given : undefined,
  },
  databasePool: integer(
    'DATABASE_POOL',
    3,
    200,
    10,
    'connections to PostgreSQL held at most by this process and its threads',
  ),
  secretKey: key(
    'SECRET_KEY',
    'authenticates cursors and encrypts the secrets of webhooks; made at first start in DATA_DIR on the embedded store',
  ),
  secretKeyPrevious: key(
    'SECRET_KEY_PREVIOUS',
    'the key before the last change, so that cursors of then still hold and secrets of webhooks open',
  ),
  trustProxy: {
    name: 'TRUST_PROXY',
    accepts: 'a comma list of addresses and CIDR ranges',
    default: '',
    why: 'peers whose X-Forwarded-For is believed and whose connections are not counted; nobody by default',
    secret: false,
    read: (given: string) => readAddresses(given),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    accepts: logLevels.join(', '),
    default: 'info',
    why: 'how much is logged, to standard error',
    secret: false,
    read: (given: string) => logLevels.find((level) => level === given),
  },
  shutdownDelaySeconds: integer(
    'SHUTDOWN_DELAY_SECONDS',
    0,
    300,
    0,
    'time between not being ready and closing the port, for a load balancer to notice',
  ),
  metricsPort: {
    name: 'METRICS_PORT',
    accepts: 'off, or a whole number from 0 to 65535',
    default: 'off',
    why: 'port on which Prometheus reads the metrics of this process, at /metrics and without a key; 0 takes a free one',
    secret: false,
    read: (given: string) => (given === 'off' ? null : readPort(given)),
  },
  metricsHost: text(
    'METRICS_HOST',
    'an address to listen on',
    '127.0.0.1',
    'address that METRICS_PORT is of; for the operator alone',
  ),
  sourcesFile: text(
    'SOURCES_FILE',
    'a JSON or YAML file, or bundled',
    '',
    'replaces the list of sources; when not set, the store keeps the one it has, at first the bundled one',
  ),
  closingSoonDays: {
    name: 'CLOSING_SOON_DAYS',
    accepts: `a comma list of different whole numbers from 1 to ${closingSoonDaysMax}`,
    default: '14,3',
    why: 'how many days before a deadline the feed reminds of it, at 09:00 in Brussels',
    secret: false,
    read: (given: string) => readDays(given),
  },
  openRouteRps: integer('OPEN_ROUTE_RPS', 1, 100_000, 10, 'requests a second per client address on routes without key'),
  smtpUrl: {
    name: 'SMTP_URL',
    accepts: 'smtp://user:password@host:port or smtps://user:password@host:port',
    default: '',
    why: 'server that takes our mail, by TLS but on this machine; when not set, mails are files under DATA_DIR/mail, on PostgreSQL mail is off',
    secret: true,
    read: (given: string) => (given === '' ? null : readSmtpUrl(given)),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    accepts: 'a mail address, or a name and an address: Name <name@host.example>',
    default: '',
    why: 'who our mail is from; required with SMTP_URL',
    secret: false,
    read: (given: string) => (given === '' ? null : readSender(given)),
  },
  googleClientId: text(
    'GOOGLE_CLIENT_ID',
    'the client id that Google gave for this address',
    '',
    'lets people sign in to the dashboard with Google',
  ),
  googleKeysUrl: {
    name: 'GOOGLE_KEYS_URL',
    accepts: 'an https URL, or an http one of this machine',
    default: 'https://www.googleapis.com/oauth2/v3/certs',
    why: 'where the keys are that Google signs its ID tokens with',
    secret: false,
    read: (given: string) => (URL.canParse(given) && isUnread(new URL(given)) ? given : undefined),
  },
  passwordSignIn: {
    name: 'PASSWORD_SIGN_IN',
    accepts: 'off or on',
    default: 'off',
    why: 'whether people may sign in to the dashboard with a password that they have set there',
    secret: false,
    read: (given: string) => (given === 'on' ? true : given === 'off' ? false : undefined),
  },
  operatorName: text('OPERATOR_NAME', 'a name', '', 'who runs this service, shown on its pages'),
  operatorContact: {
    name: 'OPERATOR_CONTACT',
    accepts: 'a mail address or an https address',
    default: '',
    why: 'where the operator is reached: on the pages and in security.txt, with OPERATOR_NAME',
    secret: false,
    read: (given: string) => readContact(given),
  },
  accountsKey: secretText(
    'ACCOUNTS_KEY',
    'a subscription key: 1 to 250 printable characters without a space',
    /^[\x21-\x7e]{1,250}$/,
    "figures of companies are filled from their last filed accounts, asked of the National Bank's central balance sheet office; nobody is asked when not set",
  ),
  accountsUrl: {
    name: 'ACCOUNTS_URL',
    accepts: 'an https URL without path, or an http one of this machine',
    default: 'https://ws.cbso.nbb.be',
    why: 'where the central balance sheet office answers; another for its test environment',
    secret: false,
    read: (given: string) => readProviderUrl(given),
  },
  stripeSecretKey: secretText(
    'STRIPE_SECRET_KEY',
    'a secret or restricted key of Stripe (sk_... or rk_...)',
    /^(?:sk|rk)_[\x21-\x7e]{1,250}$/,
    'plans are paid by card through Stripe, with STRIPE_WEBHOOK_SECRET; nothing is sold when not set',
  ),
  stripeWebhookSecret: secretText(
    'STRIPE_WEBHOOK_SECRET',
    'the signing secret of the endpoint at Stripe (whsec_...)',
    /^whsec_[\x21-\x7e]{1,250}$/,
    "authenticates Stripe's events at /v1/dashboard/billing/stripe, with STRIPE_SECRET_KEY",
  ),
  stripeApiUrl: {
    name: 'STRIPE_API_URL',
    accepts: 'an https URL without path, or an http one of this machine',
    default: 'https://api.stripe.com',
    why: 'where Stripe answers; another for tests against a stand-in',
    secret: false,
    read: (given: string) => readProviderUrl(given),
  },
  webhookAllowedPrivateHosts: {
    name: 'WEBHOOK_ALLOWED_PRIVATE_HOSTS',
    accepts: 'a comma list of host names and addresses, without ports',
    default: '',
    why: 'for development only: webhooks may go to these although they are private, also by http',
    secret: false,
    read: (given: string) => readAllowedHosts(given),
  },
} satisfies Record<string, Setting<unknown>>

type Table = typeof table

const users: Record<keyof Table, readonly SettingUser[]> = usersOfSettings
export type Settings = { [Name in keyof Table]: Exclude<ReturnType<Table[Name]['read']>, undefined> }

/** A wrong value: one line that names the setting and what it accepts. The value of a secret is not repeated. */
export class WrongSetting extends Error {}

/** Reads all settings; throws `WrongSetting` at the first that is wrong. Folders are made absolute against `root`. */
export function readSettings(environment: Record<string, string | undefined>, root: string): Settings {
  const values: Record<string, unknown> = {}
  for (const [property, setting] of Object.entries(table) as [string, Setting<unknown>][]) {
    const given = environment[setting.name] ?? setting.default
    const value = setting.read(given)
    if (value === undefined) {
      const shown = setting.secret ? '' : ` It is "${given}".`
      throw new WrongSetting(`${setting.name} must be ${setting.accepts}.${shown}`)
    }
    values[property] = value
  }
  const settings = values as Settings
  if ((settings.stripeSecretKey === null) !== (settings.stripeWebhookSecret === null))
    throw new WrongSetting('STRIPE_SECRET_KEY must be set together with STRIPE_WEBHOOK_SECRET, or neither of them.')
  settings.dataDir = path.resolve(root, settings.dataDir)
  const isFile = settings.sourcesFile !== '' && settings.sourcesFile !== bundledSources
  if (isFile) settings.sourcesFile = path.resolve(root, settings.sourcesFile)
  return settings
}

type DescribedSetting = Pick<Setting<unknown>, 'name' | 'accepts' | 'default' | 'why'> & {
  usedBy: readonly SettingUser[]
}

/** The tables for the documentation: one row a setting. */
export function describeSettings(): DescribedSetting[] {
  return (Object.keys(table) as (keyof Table)[]).map((property) => {
    const { name, accepts, default: fallback, why } = table[property]
    return { name, accepts, default: fallback, why, usedBy: users[property] }
  })
}

function readDays(given: string): number[] | undefined {
  const entries = given.split(',').map((entry) => entry.trim())
  const days = entries.map(Number)
  const areRight = entries.every((entry) => /^\d{1,3}$/.test(entry) && inRange(Number(entry), 1, closingSoonDaysMax))
  return areRight && new Set(days).size === days.length ? days : undefined
}

function readAddresses(given: string): string[] | undefined {
  if (given === '') return []
  const entries = given.split(',').map((entry) => entry.trim())
  return entries.every(isAddressOrRange) ? entries : undefined
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
