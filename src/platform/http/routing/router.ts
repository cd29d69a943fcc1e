/**
 * Which route a request is for. `find-my-way` finds the path; a path stands in it once, with all its methods, so that
 * what a path takes (`Allow`) is read from the same place as who serves it. Paths are exact, case included.
 */
import findMyWay from 'find-my-way'
import type { Method } from '../../../contract/route.ts'

/** A path, and what it takes. */
export type Place<Route> = {
  /** The value of `Allow`: HEAD goes with GET, OPTIONS with every path. */
  allow: string
  byMethod: ReadonlyMap<string, Route>
}

export type Found<Route> = {
  place: Place<Route>
  /** The empty text, which names nothing, where one could not be read. */
  parameters: Record<string, string>
}

export type Router<Route> = {
  /** Null for a path that does not exist. Given is a path as `routable` makes it, without query. */
  find(path: string): Found<Route> | null
}

/** The router knows one method: a path is found first, then what it does with a method. */
const anyMethod = 'GET'
const noParameters: Record<string, string> = Object.freeze({})

/** `parameterMax`: the longest path parameter, in characters. */
export function router<Route>(
  routes: readonly { method: Method; path: string; route: Route }[],
  parameterMax: number,
): Router<Route> {
  const paths = findMyWay({ maxParamLength: parameterMax, querystringParser: () => ({}) })
  for (const [path, own] of Map.groupBy(routes, ({ path }) => path)) {
    const byMethod = new Map<string, Route>()
    for (const { method, route } of own) {
      byMethod.set(method, route)
      if (method === 'GET') byMethod.set('HEAD', route)
    }
    const place: Place<Route> = { allow: [...byMethod.keys(), 'OPTIONS'].join(', '), byMethod }
    paths.on(anyMethod, path.replace(/\{(\w+)\}/g, ':$1'), () => {}, { place, hasParameters: path.includes('{') })
  }
  return {
    find(path) {
      const found = path.startsWith('/') ? paths.find(anyMethod, path) : null
      if (found === null || !isKnown<Route>(found.store)) return null
      const { place, hasParameters } = found.store
      if (!hasParameters) return { place, parameters: noParameters }
      const parameters = readable(found.params)
      return parameters === null ? null : { place, parameters }
    },
  }
}

function isKnown<Route>(store: unknown): store is { place: Place<Route>; hasParameters: boolean } {
  return typeof store === 'object' && store !== null && 'place' in store
}

/** Null where one is empty: `/v1/subsidies/` is no path of a measure without a name. */
function readable(params: Record<string, string | undefined>): Record<string, string> | null {
  const parameters: Record<string, string> = {}
  for (const name in params) {
    const text = params[name] ?? ''
    if (text === '') return null
    parameters[name] = text.includes('\0') ? '' : text
  }
  return parameters
}
