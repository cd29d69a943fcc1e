/** What an address showed when it was looked at. */
import type { Instant } from '../../values/brussels.ts'
import { upTo } from '../../values/texts/text-ends.ts'

const linkOutcomes = ['seen', 'moved', 'gone', 'refused'] as const
export type LinkOutcome = (typeof linkOutcomes)[number]

export type LinkCheck = {
  url: string
  outcome: LinkOutcome
  httpStatus: number
  /** Where the answer came from, after redirects. */
  finalUrl: string
  checkedAt: Instant
}

const gone = [404, 410]

/** Judges an answer. A redirect that only adds a slash, or goes to https, leads to the same page. */
export function outcomeOf(url: string, httpStatus: number, finalUrl: string): LinkOutcome {
  if (gone.includes(httpStatus)) return 'gone'
  if (httpStatus < 200 || httpStatus > 299) return 'refused'
  return samePage(url, finalUrl) ? 'seen' : 'moved'
}

function samePage(url: string, finalUrl: string): boolean {
  const bare = (text: string): string => upTo(text.replace(/^https?:/, ''), '#').replace(/\/$/, '')
  return bare(url) === bare(finalUrl)
}
