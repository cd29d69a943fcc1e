/** Which form of an answer a caller asks for by `Accept`, where there are two: one JSON document, or lines of JSON. */

export const linesType = 'application/x-ndjson'
const documentType = 'application/json'

/** Ranges of one header that are looked at; nobody means more than a few. */
const rangesMax = 50
/** What stands between two commas, or two semicolons; in quotes either is a character like any other. */
const commaParts = /(?:[^,"]|"[^"]*"?)+/g
const semicolonParts = /(?:[^;"]|"[^"]*"?)+/g
const weightForm = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/**
 * Whether lines are asked for (contract 5, bulk): they are named, and a JSON document is not preferred to them. A wildcard
 * names neither, and what is no range of `Accept` is passed over: whoever asks for nothing that is understood gets JSON.
 */
export function asksForLines(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const weights = new Map<string, number>()
  for (const range of (accept.match(commaParts) ?? []).slice(0, rangesMax)) {
    const [type = '', ...parameters] = (range.match(semicolonParts) ?? []).map((part) => part.trim().toLowerCase())
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = given === undefined ? '1' : weightForm.exec(given)?.[1]
    if (weight !== undefined) weights.set(type, Math.max(Number(weight), weights.get(type) ?? 0))
  }
  const lines = weights.get(linesType) ?? 0
  return lines > 0 && lines >= (weights.get(documentType) ?? 0)
}
