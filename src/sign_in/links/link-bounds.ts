/** What is allowed of one-time links (contract 10). */
export const linkBounds = {
  validMs: 15 * 60_000,
  /** Asked for by one account, and from one client address. */
  requestsPerHour: 3,
  /** No attempt at the mail begins after it. */
  attemptsMs: 10 * 60_000,
} as const
