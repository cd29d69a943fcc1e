/** Whether what was read may be published, and the words for what was not. */
import type { Judgement } from '../../measures/publishing/seen-and-missed.ts'
import type { Readout } from './run.ts'

/** A run that would withdraw more than this many measures, and more than this share of those listed, is held. */
const heldAbove = 10
const heldAboveShare = 0.2

/** Whether so many withdrawals look like a fault of the reading rather than of the authority's doing. */
export function mustHold(judgement: Pick<Judgement, 'withdraw' | 'listedBefore'>): boolean {
  const withdrawals = judgement.withdraw.length
  return withdrawals > heldAbove && withdrawals > heldAboveShare * judgement.listedBefore
}

/** The first half of a held run's `error`. */
export function heldBecause({ withdraw, listedBefore }: Pick<Judgement, 'withdraw' | 'listedBefore'>): string {
  const share = Math.round((withdraw.length / listedBefore) * 1_000) / 10
  return `held: it would withdraw ${withdraw.length} of ${listedBefore} listed measures (${share} %), and more than ${heldAbove} and more than ${heldAboveShare * 100} % at once needs the operator's word (sources confirm)`
}

/** Why a reading that ended cannot be the whole of its source; null when it can. */
export function shortfall(reading: { seen: number; announced: number | null; listedBefore: number }): string | null {
  if (reading.announced !== null && reading.seen < reading.announced) {
    return `read ${reading.seen} of ${reading.announced} announced records`
  }
  if (reading.seen === 0 && reading.listedBefore > 0) {
    return `read no record of a source that lists ${reading.listedBefore}`
  }
  return null
}

/** What a run that published nothing would have done, in words. */
export function wouldHave({ listed, intended }: Pick<Readout, 'listed' | 'intended'>, withdrawn: number): string {
  const { created, changed } = intended
  const unchanged = listed.taken.size - created - changed
  return `it would have created ${created}, changed ${changed}, left ${unchanged} unchanged and withdrawn ${withdrawn}`
}
