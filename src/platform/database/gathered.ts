/**
 * Asking together: what is asked in one turn of the event loop is answered at its end, in groups. A server that is busy
 * reads many requests in one turn; one commit for all of them costs little more than one for each.
 */
import { setImmediate as turnEnd } from 'node:timers/promises'

/** Asks `answer`, which gives the answers in the order of what it was given, for at most `most` at once. */
export function gathered<Asked, Answered>(
  most: number,
  answer: (asked: readonly Asked[]) => Promise<readonly Answered[]>,
): (asked: Asked) => Promise<Answered> {
  let group: { asked: Asked[]; answers: Promise<readonly Answered[]> } | null = null
  return async (asked) => {
    if (group === null || group.asked.length === most) {
      const begun: Asked[] = []
      group = { asked: begun, answers: turnEnd().then(() => answerAll(begun)) }
    }
    const mine = group
    const place = mine.asked.push(asked) - 1
    const answers = await mine.answers
    const own = answers[place]
    if (own === undefined) throw new Error(`${mine.asked.length} were asked together, ${answers.length} answered`)
    return own
  }

  function answerAll(asked: readonly Asked[]): Promise<readonly Answered[]> {
    // Whoever asks from here on waits for the next turn.
    if (group?.asked === asked) group = null
    return answer(asked)
  }
}
