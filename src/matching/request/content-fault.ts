/** Why a request that was read cannot be right (422 `invalid_body`): the first fault, in the order of the properties. */
import { quoted } from '../../values/meant/hints.ts'
import { withoutKeys } from '../../values/meant/without-keys.ts'

export type ContentFault = {
  /** Path of the property within the request or the bulk entry, e.g. `company.nace[1]`. */
  field: string
  /** English, names the path. */
  message: string
}

/** Collects faults while a request is read; reading goes on with nothing in the place of what cannot be right. */
export type Faults = ContentFault[]

/**
 * Notes a fault; always null, the value to go on with. What is told, behind the path, is worded for the first fault alone:
 * nobody is told of another, and a request may hold thousands.
 */
export function fault(faults: Faults, field: string, told: string | (() => string)): null {
  if (faults.length > 0) faults.push({ field, message: '' })
  else
    faults.push({
      field: withoutKeys(field),
      message: withoutKeys(`${field} ${typeof told === 'string' ? told : told()}`),
    })
  return null
}

/** A number that is a count or an amount; null where it is not given. */
export function notNegative(value: number | null | undefined, field: string, faults: Faults): number | null {
  if (value === null || value === undefined) return null
  // A number beyond double range was read as infinite.
  if (!Number.isFinite(value)) return fault(faults, field, 'is larger than any number that can be right.')
  return value < 0 ? fault(faults, field, `must be 0 or more, not ${value}.`) : value
}

/** A caller's text as a message shows it: quoted, and cut where it is long. */
export const shown = quoted
