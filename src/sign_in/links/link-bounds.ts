/** What is allowed of one-time links (contract 10). */
export const linkBounds = {
  validMs: 15 * 60_000,
  /** Asked for from one client network for one address. */
  perNetworkAndHour: 3,
  /** Asked for from all networks together for one address; over it the newest link that still holds is sent again. */
  perHour: 10,
  /** How often that is sent again. */
  againEveryMs: 5 * 60_000,
  /** Links to other addresses that an account asks for in an hour. */
  emailChangesPerHour: 3,
  /** No attempt at the mail begins after it. */
  attemptsMs: 10 * 60_000,
} as const
