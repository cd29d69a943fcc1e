/**
 * Asking together: what is asked in one turn of the event loop is answered at its end, in groups. A server that is busy
 * reads many requests in one turn; one commit for all of them costs little more than one for each.
 */

type Waiting<Answered> = { resolve(answer: Answered): void; reject(fault: unknown): void }
type Group<Asked, Answered> = { asked: Asked[]; waiting: Waiting<Answered>[] }

/** Asks `answer`, which gives the answers in the order of what it was given, for at most `most` at once. */
export function gathered<Asked, Answered>(
  most: number,
  answer: (asked: readonly Asked[]) => Promise<readonly Answered[]>,
): (asked: Asked) => Promise<Answered> {
  let group: Group<Asked, Answered> | null = null

  function newGroup(): Group<Asked, Answered> {
    const begun: Group<Asked, Answered> = { asked: [], waiting: [] }
    setImmediate(() => {
      // Whoever asks from here on waits for the next turn.
      if (group === begun) group = null
      answerAll(begun)
    })
    return begun
  }

  async function answerAll({ asked, waiting }: Group<Asked, Answered>): Promise<void> {
    try {
      const answers = await answer(asked)
      if (answers.length !== asked.length)
        throw new Error(`${asked.length} were asked together, ${answers.length} answered`)
      for (const [place, answered] of answers.entries()) waiting[place]?.resolve(answered)
    } catch (fault) {
      for (const { reject } of waiting) reject(fault)
    }
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      if (group === null || group.asked.length === most) group = newGroup()
      group.asked.push(asked)
      group.waiting.push({ resolve, reject })
    })
}
