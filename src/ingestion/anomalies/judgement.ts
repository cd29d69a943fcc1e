/** Whether what was read may be published, and the words for what was not. */
import type { Judgement, Listed } from '../../measures/publishing/seen-and-missed.ts'
import { statuses, textLanguages } from '../../values/vocabularies.ts'
import type { Losses } from './losses.ts'

/** A run is held when it does the same to more than this many measures, and to more than this share of those listed. */
const heldAbove = 10
const heldAboveShare = 0.2
/** Titles and encodings: more than this share, and more than `heldAbove`. */
const heldAboveHalf = 0.5

/** What a run would do, beside how many measures its source lists. */
export type Suspect = {
  judgement: Pick<Judgement, 'withdraw' | 'listedBefore'>
  readout: { losses: Losses; seen: number; newlyRejected: number }
  /** The first run of a release's bundled catalogue: its tests have judged it. */
  isReleased: boolean
}

/**
 * Why a run looks wrong, one sentence a reason without its full stop; empty when it may be published. A source that lists
 * nothing yet has nothing to lose, and is never held.
 */
export function suspicions({ judgement, readout, isReleased }: Suspect): string[] {
  const { withdraw, listedBefore } = judgement
  if (isReleased || listedBefore === 0) return []
  const { losses, seen, newlyRejected } = readout
  const ofListed = (count: number, would: string, share = heldAboveShare): Anomaly => ({
    ...{ count, share, of: listedBefore, whose: 'listed measures', would },
  })
  const anomalies: Anomaly[] = [
    ofListed(withdraw.length, 'would be withdrawn'),
    ofListed(losses.deadline, 'would lose their deadline (closes_at, cut_offs)'),
    ofListed(losses.opening, 'would lose the day on which they open'),
    ofListed(losses.amount, 'would lose their amount or figures of it'),
    ofListed(losses.statusWord, "would lose the source's word on their status"),
    ...textLanguages.map((language) => ofListed(losses.title[language], `would lose their title in ${language}`)),
    ...statuses.map((status) => ofListed(losses.movedTo[status], `would become ${status}`)),
    ofListed(losses.otherTitle, 'would get another title', heldAboveHalf),
    ofListed(losses.brokenTexts, 'would get texts with broken characters', heldAboveHalf),
    {
      ...{ count: newlyRejected, share: heldAboveShare, of: seen, whose: 'records that were read' },
      would: 'are rejected, and the last published run did not reject them',
    },
  ]
  return anomalies.filter(isTooMuch).map(reasonOf)
}

/** `count` of `of`, and the share of them from which on it is too much. */
type Anomaly = { count: number; share: number; of: number; whose: string; would: string }

const isTooMuch = ({ count, share, of }: Pick<Anomaly, 'count' | 'share' | 'of'>): boolean =>
  count > heldAbove && count > share * of

/** Whether a run rejects so many of the records that it read that a person has to look, were they rejected before or not. */
export function rejectsMany({ seen, rejected }: { seen: number; rejected: number }): boolean {
  return isTooMuch({ count: rejected, share: heldAboveShare, of: seen })
}

/** Whether so many of the measures that a source lists have been missed once that a run which misses them again is held. */
export function missesMany({ missed, listed }: { missed: number; listed: number }): boolean {
  return isTooMuch({ count: missed, share: heldAboveShare, of: listed })
}

function reasonOf({ count, of, whose, would }: Anomaly): string {
  const percent = Math.round((count / of) * 1_000) / 10
  return `${count} of ${of} ${whose} (${percent} %) ${would}`
}

/** The first half of a held run's `error`. */
export function heldBecause(reasons: readonly string[]): string {
  return `held: ${reasons.join('; ')}; so much at once needs the operator's word (sources show, then sources confirm)`
}

/** Why a reading that ended cannot be published at all; null when it can. */
export function shortfall(reading: {
  seen: number
  taken: number
  announced: number | null
  listedBefore: number
  /** The reason of the first rejection; null: nothing was rejected. */
  firstRejection: string | null
}): string | null {
  const { seen, taken, announced, listedBefore, firstRejection } = reading
  if (announced !== null && seen < announced) return `read ${seen} of ${announced} announced records`
  if (seen === 0 && listedBefore > 0) return `read no record of a source that lists ${listedBefore}`
  if (seen > 0 && taken === 0) {
    const which = seen === 1 ? 'the only record that was read' : `every one of ${seen} records`
    return `rejected ${which}, because of ${firstRejection ?? 'nothing that it told'}`
  }
  return null
}

/** What a run that published nothing would have done, in words. */
export function wouldHave(
  { listed, intended }: { listed: Listed; intended: { created: number; changed: number } },
  withdrawn: number,
): string {
  const { created, changed } = intended
  const unchanged = listed.taken.size - created - changed
  return `it would have created ${created}, changed ${changed}, left ${unchanged} unchanged and withdrawn ${withdrawn}`
}
