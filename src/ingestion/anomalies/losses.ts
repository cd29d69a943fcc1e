/**
 * What a reading takes away from the measures that its source lists, counted over the whole run. One measure may well
 * lose its deadline; when a fifth of them do at once, the source has changed its form, and we read it wrongly.
 */
import type { Replaced } from '../../measures/record/content.ts'
import type { Amount, MeasureRecord, SourceSettings } from '../../measures/record/record.ts'
import { agesAt, statusAt } from '../../measures/record/status.ts'
import type { Instant } from '../../values/brussels.ts'
import { languagesOf } from '../../values/localized-text.ts'
import { type Status, statuses, type TextLanguage, textLanguages } from '../../values/vocabularies.ts'
import { hasBrokenTexts } from './profile.ts'

/** How many listed measures lose what; a measure may count several times, once for each. */
export type Losses = {
  deadline: number
  opening: number
  amount: number
  statusWord: number
  /** Measures that lose their title in that language. */
  title: Record<TextLanguage, number>
  /** Measures that had another status at the same instant. */
  movedTo: Record<Status, number>
  /** Measures whose title differs in a language that it had and has. */
  otherTitle: number
  /** Measures whose texts show signs of a wrong encoding, and did not. */
  brokenTexts: number
}

export function noLosses(): Losses {
  return {
    deadline: 0,
    opening: 0,
    amount: 0,
    statusWord: 0,
    title: Object.fromEntries(textLanguages.map((language) => [language, 0])) as Record<TextLanguage, number>,
    movedTo: Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>,
    otherTitle: 0,
    brokenTexts: 0,
  }
}

/**
 * Adds what one measure loses. Both records are judged at the instant `at`, so the passing of time counts for nothing.
 * `after` is what is to be kept: where its status is in doubt, `doubted_word` has the source's own word.
 */
export function addLosses(
  losses: Losses,
  { before, after, firstSeenAt }: Replaced,
  source: Pick<SourceSettings, 'method'>,
  at: Instant,
): void {
  if (before.application_window.deadlines.length > 0 && after.application_window.deadlines.length === 0) {
    losses.deadline += 1
  }
  // Without the day on which it opens, what is open reads forthcoming, and the other way round.
  if (before.application_window.opens_at !== null && after.application_window.opens_at === null) losses.opening += 1
  if (losesAmount(before.amount, after.amount)) losses.amount += 1
  if (saidWord(before) !== null && saidWord(after) === null) losses.statusWord += 1
  for (const language of languagesOf(before.title)) if (after.title[language] === null) losses.title[language] += 1
  const statusOf = (record: MeasureRecord): Status => statusAt(record, agesAt(record, source, firstSeenAt), at)
  const status = statusOf(after)
  if (statusOf(before) !== status) losses.movedTo[status] += 1
  const shared = languagesOf(before.title).filter((language) => after.title[language] !== null)
  if (shared.some((language) => before.title[language] !== after.title[language])) losses.otherTitle += 1
  if (hasBrokenTexts(after) && !hasBrokenTexts(before)) losses.brokenTexts += 1
}

/** The source's own word, also where another status is read because its deadline vanished (`withDoubt`). */
function saidWord({ status, doubted_word: doubted }: MeasureRecord): Status | null {
  return doubted === undefined ? status : doubted
}

/** An amount is lost when something that it said is unknown now, and nothing else took its place. */
function losesAmount(before: Amount | null, after: Amount | null): boolean {
  const [had, has] = [figuresOf(before), figuresOf(after)]
  return [...had].some((figure) => !has.has(figure)) && [...has].every((figure) => had.has(figure))
}

/** What an amount says: its figures, and its words. */
function figuresOf(amount: Amount | null): Set<string> {
  if (amount === null) return new Set()
  const { min, max, rate_min, rate_max, budget_total, note, tiers } = amount
  const figures = Object.entries({ min, max, rate_min, rate_max, budget_total, note }).filter(
    ([, value]) => value !== null,
  )
  return new Set([...figures.map(([name]) => name), ...(tiers.length > 0 ? ['tiers'] : [])])
}
