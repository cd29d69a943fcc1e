/** Why a request that was read cannot be right (422 `invalid_body`): the first fault, in the order of the properties. */

export type ContentFault = {
  /** Path of the property within the request or the bulk entry, e.g. `company.nace[1]`. */
  field: string
  /** English, names the path. */
  message: string
}

/** Collects faults while a request is read; reading goes on with nothing in the place of what cannot be right. */
export type Faults = ContentFault[]

const shownMax = 60

/** Notes a fault; always null, the value to go on with. `message` follows the path. */
export function fault(faults: Faults, field: string, message: string): null {
  faults.push({ field, message: `${field} ${message}` })
  return null
}

/** A number that is a count or an amount; null where it is not given. */
export function notNegative(value: number | null | undefined, field: string, faults: Faults): number | null {
  if (value === null || value === undefined) return null
  // A number beyond double range was read as infinite.
  if (!Number.isFinite(value)) return fault(faults, field, 'is larger than any number that can be right.')
  return value < 0 ? fault(faults, field, 'must not be negative.') : value
}

/** A caller's text as a message shows it: quoted, and cut where it is long. */
export function shown(text: string): string {
  const quoted = JSON.stringify(text)
  return quoted.length > shownMax ? `${quoted.slice(0, shownMax)}…` : quoted
}
