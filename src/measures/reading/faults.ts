/** What is found wrong with an input record, each with the path of its property. */
import { inputBounds } from './input-bounds.ts'

const shownMax = 60

export class Faults {
  readonly #found: { path: string; reason: string }[] = []

  /** Notes a fault, of which `inputBounds.faultsMax` are kept; always null, the value to go on with. */
  add(path: string, reason: string): null {
    if (this.#found.length < inputBounds.faultsMax) this.#found.push({ path, reason })
    return null
  }

  /** As above, unless something of the place was found wrong before: what follows from a fault is none of its own. */
  addUnlessFaulty(path: string, reason: string): null {
    return this.isFaulty(path) ? null : this.add(path, reason)
  }

  /** Whether something is wrong at the path, or within it. */
  isFaulty(path: string): boolean {
    const isWithin = (found: string): boolean => found.startsWith(`${path}.`) || found.startsWith(`${path}[`)
    return this.#found.some((found) => found.path === path || isWithin(found.path))
  }

  get isEmpty(): boolean {
    return this.#found.length === 0
  }

  /** `amount.min: below 0; topics[0]: ...` */
  toString(): string {
    return this.#found.map(({ path, reason }) => `${path === '' ? 'record' : path}: ${reason}`).join('; ')
  }
}

/** A value as a reason shows it: short, and recognisable. */
export function shown(value: string | number): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** Whether it is an object as JSON has them; a date or a map, as a parser of YAML could make them, is none. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
