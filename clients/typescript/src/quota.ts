/** How the month's requests stand, as the headers of an answer say it. */

/** `limit` and `remaining` are null where the plan has no limit. `at`: when it was answered, by the clock here. */
export type Quota = { limit: number | null; remaining: number | null; resetSeconds: number; at: Date }

/** Of each answer what was read first: whoever asks again is told the same time. */
const known = new WeakMap<Headers, Quota>()

/** Null where the answer does not say: of an open operation, or of a key that was refused. */
export function quotaIn(headers: Headers): Quota | null {
  const quota = known.get(headers) ?? read(headers)
  if (quota !== null) known.set(headers, quota)
  return quota
}

function read(headers: Headers): Quota | null {
  const resetSeconds = wholeIn(headers, 'RateLimit-Reset')
  if (resetSeconds === null) return null
  return {
    limit: wholeIn(headers, 'RateLimit-Limit'),
    remaining: wholeIn(headers, 'RateLimit-Remaining'),
    resetSeconds,
    at: new Date(),
  }
}

/** A header that is a whole number; null where it is none or is not there. */
export function wholeIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}
