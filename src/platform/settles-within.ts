/** Waiting for work no longer than so long. */

/** Whether the work settles within that time. What it comes to, or fails with, is for whoever has it to look at. */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), limitMs)
  try {
    return await Promise.race([work.then(settled, settled), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const settled = (): boolean => true
