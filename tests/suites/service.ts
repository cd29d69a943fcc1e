/** What a suite needs of a running service: its address, and keys of accounts that it may use up requests of. */
import { type Answer, type CallOptions, call } from '../harness/http.ts'

export type Service = {
  origin: string
  /** Of an account whose plan has every capability, with requests and tokens enough. */
  key: string
  /** A well-formed key that no account has. */
  unknownKey: string
  /** Of an account without a plan. */
  keyWithoutPlan: string
  /** Of an account on the plan with the fewest capabilities. */
  keyOfSmallestPlan: string
}

/** What the suite of keyed routes needs beside. */
export type MeteredService = Service & {
  /** Of an account of its own, which tests ask more of at once than its plan allows. */
  keyToHurry: string
  /** Of an account whose requests of this month are used up. */
  keyUsedUp: string
  /** Lets a minute pass, where the service has a clock of its own: an address may try so many unknown keys a minute. */
  passMinute?(): void
}

/** The service is started before the tests run, and after the suite was declared: so it is asked for when it is used. */
export type ServiceOf = () => Service

export function ask(service: Service, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  return call(service.origin, method, path, options)
}

/** `path` with one more query parameter. */
export function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}
