/** What a client is made with, and what it takes from the environment where there is one. */
import { SubsidiesError } from './errors.ts'
import type { CallOptions } from './request.ts'

export type ClientSettings = {
  /** From `SUBSIDIES_KEY` where it is not given. Belongs on a server, never into a page. */
  key?: string | undefined
  /** Address of the service, without `/v1`. From `SUBSIDIES_URL` where it is not given. */
  baseUrl?: string | undefined
  /** How long to wait for the beginning of an answer, and then for each further part of it. 30 seconds where not given. */
  timeoutMs?: number | undefined
  /** How often a request is sent again at most; 4 where not given. */
  retries?: number | undefined
  /** In place of the platform's own. */
  fetch?: typeof globalThis.fetch | undefined
  /** Put behind the client's own name in `User-Agent`, where the platform lets that be set. */
  userAgentSuffix?: string | undefined
  /** Told the status and headers of every answer to every call, of `sync` and `follow` too. */
  onAnswer?: CallOptions['onAnswer']
}

export type Settings = {
  key: string | null
  /** Without a slash at its end. */
  origin: string
  timeoutMs: number
  retries: number
  fetch: typeof globalThis.fetch
  /** Null in a browser, which has its own. */
  userAgent: string | null
  onAnswer: CallOptions['onAnswer']
}

export const version = '1.0.0'
const timeoutMsDefault = 30_000
const timeoutMsMax = 30 * 60_000
const retriesDefault = 4
const retriesMax = 20

type Environment = { readonly [name: string]: string | undefined }

/** Throws `SubsidiesError` for what cannot be; never with the key in its message. */
export function settingsOf(given: ClientSettings, environment: Environment | null = environmentHere()): Settings {
  const key = given.key ?? environment?.SUBSIDIES_KEY ?? null
  // Fetch would tell the whole header in its own error.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new SubsidiesError('The key is empty, or holds a space, a line break or another character that no key has.')
  }
  const baseUrl = given.baseUrl ?? environment?.SUBSIDIES_URL
  if (baseUrl === undefined) {
    throw new SubsidiesError('baseUrl must be the address of the service, without /v1 (or set SUBSIDIES_URL).')
  }
  return {
    key,
    origin: originOf(baseUrl),
    timeoutMs: wholeBetween('timeoutMs', given.timeoutMs ?? timeoutMsDefault, 1, timeoutMsMax),
    retries: wholeBetween('retries', given.retries ?? retriesDefault, 0, retriesMax),
    fetch: given.fetch ?? globalThis.fetch.bind(globalThis),
    userAgent: isBrowser() ? null : userAgentOf(given.userAgentSuffix),
    onAnswer: given.onAnswer,
  }
}

/** Null where there is no process: in a browser. */
function environmentHere(): Environment | null {
  const { process } = globalThis as { process?: { env?: Environment } }
  return process?.env ?? null
}

/** A browser names itself, and asks the service for leave where a page would. */
const isBrowser = (): boolean => {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node === undefined
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isAddress = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
  if (!isAddress) {
    throw new SubsidiesError('baseUrl must be an http or https address without user, such as https://api.example.org.')
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new SubsidiesError(`baseUrl must be the address alone: ${url.origin}. The client adds /v1 itself.`)
  }
  return url.origin
}

function wholeBetween(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new SubsidiesError(`${name} must be a whole number from ${least} to ${most}.`)
}

function userAgentOf(suffix: string | undefined): string {
  const own = `subsidy-measures-client/${version} (typescript)`
  if (suffix === undefined) return own
  if (!/^[\x20-\x7e]+$/.test(suffix)) throw new SubsidiesError('userAgentSuffix must be printable ASCII.')
  return `${own} ${suffix}`
}
