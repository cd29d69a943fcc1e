/** How the month's requests stand, as the headers of an answer say it. */

/** `limit` and `remaining` are null where the plan has no limit. `at`: when it was answered, by the clock here. */
export type Quota = { limit: number | null; remaining: number | null; resetSeconds: number; at: Date }

/** Null where the answer does not say: of an open operation, or of a key that was refused. */
export function quotaIn(headers: Headers, at: Date): Quota | null {
  const resetSeconds = wholeIn(headers, 'RateLimit-Reset')
  if (resetSeconds === null) return null
  return {
    limit: wholeIn(headers, 'RateLimit-Limit'),
    remaining: wholeIn(headers, 'RateLimit-Remaining'),
    resetSeconds,
    at,
  }
}

/** A header that is a whole number; null where it is none or is not there. */
export function wholeIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}
