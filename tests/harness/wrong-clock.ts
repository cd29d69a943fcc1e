/** A process whose clock is wrong, beside a store whose clock is right. */

export const yearMs = 365 * 86_400_000

/** Does the work in a process whose clock is ahead by so much. */
export async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const right = Date.now
  Date.now = () => right() + aheadMs
  try {
    return await work()
  } finally {
    Date.now = right
  }
}
