/**
 * Queries of a route, by their text: whoever polls sends the same one again and again. Reading a query follows from its
 * text and the route's parameters alone, so that what was read once is what reading it again would give. Nothing that was
 * refused is kept.
 */
import type { Capability } from '../values/vocabularies.ts'
import type { QueryParameters } from './call.ts'
import { capabilitiesUsed, type QueryPair, readQuery, splitQuery } from './query.ts'

/** A query string (without `?`), split; its values are read when it is known that the caller may ask. */
export type AskedQuery = {
  readonly text: string
  readonly pairs: readonly QueryPair[]
  /** That the parameters in use need. */
  readonly capabilities: readonly Capability[]
  /** Null: not read yet. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/** Of each route. */
const queriesMax = 500
/** Characters; longer ones are read each time. */
const textMax = 500

export class KeptQueries {
  readonly #parameters: QueryParameters
  readonly #unknown: 'refused' | 'ignored'
  /** In the order in which they were first asked. */
  readonly #kept = new Map<string, AskedQuery>()

  constructor(parameters: QueryParameters, unknown: 'refused' | 'ignored') {
    this.#parameters = parameters
    this.#unknown = unknown
  }

  asked(text: string): AskedQuery {
    const kept = this.#kept.get(text)
    if (kept !== undefined) return kept
    const pairs = splitQuery(text)
    return { text, pairs, capabilities: capabilitiesUsed(pairs, this.#parameters), values: null }
  }

  /** The values of its parameters; throws as `readQuery` does. */
  read(asked: AskedQuery): Readonly<Record<string, unknown>> {
    if (asked.values !== null) return asked.values
    const values = Object.freeze(readQuery(asked.pairs, this.#parameters, this.#unknown))
    if (asked.text.length <= textMax) this.#keep({ ...asked, values })
    return values
  }

  #keep(asked: AskedQuery): void {
    this.#kept.set(asked.text, asked)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > queriesMax && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** Of what has no route. */
export const noQuery: AskedQuery = { text: '', pairs: [], capabilities: [], values: null }
