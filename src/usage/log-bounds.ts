/** How much of its requests an account is shown (contract 10). */
export const logBounds = { keptMs: 7 * 24 * 60 * 60 * 1_000, requestsMax: 200_000 } as const
