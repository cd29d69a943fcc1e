/** `webhooks listen`: a customer's command, which tells a receiver on the customer's own machine what changes. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { oneLine } from '../values/one-line.ts'
import { type Filters, readFilters } from '../webhooks/filters.ts'
import { newSecret } from '../webhooks/secret-box.ts'
import type { Run } from './command-run.ts'
import type { Host } from './host.ts'
import { type Counts, listen } from './listen/listen.ts'
import { CommandFault, exitCodes, type Outcome } from './output.ts'

/** The filters, by the names that commander gives their options. */
const filterOptions = {
  event_types: 'eventTypes',
  sources: 'sources',
  regions: 'regions',
  topics: 'topics',
  subsidy_ids: 'subsidyIds',
  watchlists: 'watchlists',
} as const satisfies Record<keyof Filters, string>
const filterNames = Object.keys(filterOptions) as (keyof Filters)[]

type FilterOption = (typeof filterOptions)[keyof Filters]
type Options = { to: string; baseUrl?: string; secret?: string } & Partial<Record<FilterOption, string>>

const filterHelp: Record<keyof Filters, string> = {
  event_types: 'only events of these types, or that touched them: subsidy.created,...',
  sources: 'only events of these sources and their measures, by id',
  regions: 'only events of these regions, and of measures for all of them: flanders,...',
  topics: 'only events of measures with one of these topics',
  subsidy_ids: 'only events of these measures, by id',
  watchlists: 'only match events of these watchlists, by id: wl_...',
}

const defaultBaseUrl = 'http://127.0.0.1:8080'
const flagOf = (name: keyof Filters): string => `--${name.replaceAll('_', '-')}`

const keyHelp = `
The key is read from SUBSIDIES_KEY, else from the first line of standard input.
Filters are comma lists, as at an endpoint; an event has to pass each one that is given. Each look at the feed counts as a request of your plan:
2 seconds after an event, then ever later, up to every 15 seconds while nothing happens (some 240 an hour). How to verify
what arrives: docs/webhooks.md.`

export function addWebhookCommands(program: Command, host: Host, run: Run): void {
  const webhooks = program.command('webhooks').description('webhooks: trying a receiver')
  const command = webhooks
    .command('listen')
    .description('post every new event to a receiver on your own machine, signed as at an endpoint, until Ctrl-C')
    .requiredOption('--to <url>', 'where the receiver listens, such as http://localhost:3000/hook')
    .option('--base-url <url>', `the service; else SUBSIDIES_URL, else that of the store here, else ${defaultBaseUrl}`)
    .option('--secret <secret>', 'what to sign with (whsec_...); made anew when not given')
  for (const name of filterNames) {
    command.option(`${flagOf(name)} <list>`, filterHelp[name])
  }
  command.addHelpText('after', keyHelp)
  command.action((options: Options) => run(() => listenWith(options, host)))
}

async function listenWith(options: Options, host: Host): Promise<Outcome> {
  const to = readUrl('--to', options.to)
  const secret = options.secret === undefined ? newSecret() : readSecret(options.secret)
  const filters = readFilterOptions(options)
  const given = options.baseUrl === undefined ? null : { name: '--base-url', url: options.baseUrl }
  const { name, url } = given ?? (await host.customerService()) ?? { name: '--base-url', url: defaultBaseUrl }
  const baseUrl = readBaseUrl(name, url)
  // Asked for first: from here on Ctrl-C ends the command with what it has to tell.
  const { signal } = host
  const key = readKey(await host.customerKey(), signal)
  const tell = (line: string): void => void host.streams.error.write(`${oneLine(line)}\n`)
  const counts: Counts = { delivered: 0, passed_over: 0 }
  const receiver = { to, secret, userAgent: `SubsidyMeasures/${host.version} (+${baseUrl}/docs/webhooks)` }
  tell(`From ${baseUrl} to ${to}: ${filterLine(filters)}.`)
  tell(options.secret === undefined ? `Signed with ${secret}` : 'Signed with the secret that was given.')
  try {
    await listen({ baseUrl, key, filters, receiver }, { signal, wait: pause, tell, clock: host.clock }, counts)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    throw new CommandFault(error.code, error.message, { details: { ...error.details, ...counts } })
  }
  return {
    document: { to, ...counts },
    text: `Delivered: ${counts.delivered}. Passed over, because the receiver did not take them: ${counts.passed_over}.`,
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => wait(ms, undefined, { signal })

function filterLine(filters: Filters): string {
  const given = filterNames.filter((name) => filters[name].length > 0)
  return given.length === 0 ? 'every event' : given.map((name) => `${name} ${filters[name].join(', ')}`).join('; ')
}

function readFilterOptions(options: Options): Filters {
  const given = Object.fromEntries(filterNames.map((name) => [name, options[filterOptions[name]]]))
  const read = readFilters(given)
  if ('filters' in read) return read.filters
  const { name, message } = read.fault
  throw usage(message.replace(`filters.${name}`, flagOf(name)))
}

/** As a delivery goes to it: serialised, without fragment. */
function readUrl(option: string, text: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw usage(`${option} must be an http or https URL without user and password.`)
  }
  url.hash = ''
  return url.href
}

function readBaseUrl(name: string, text: string): string {
  const url = new URL(readUrl(name, text))
  if (url.pathname !== '/' || url.search !== '') throw usage(`${name} must be a URL without path and query.`)
  return url.origin
}

function readSecret(text: string): string {
  if (!/^whsec_[\x21-\x7e]{1,200}$/.test(text)) throw usage('--secret must be the secret of an endpoint: whsec_...')
  return text
}

/** What is no key is not sent; nothing of it is told. */
function readKey(key: string, signal: AbortSignal): string {
  if (signal.aborted || /^[\x21-\x7e]+$/.test(key)) return key
  throw new CommandFault(
    'no_key',
    key === ''
      ? 'A key is missing: set SUBSIDIES_KEY, or give it on standard input (npx subsidies webhooks listen --to <url> < file).'
      : 'What was given as the key is none: it holds spaces, or characters that no key has.',
  )
}

function usage(message: string): CommandFault {
  return new CommandFault('usage', message, { exitCode: exitCodes.usage })
}
