/** What stands in the address of the deadlines and of their calendar. */
import type { Filters } from '../../measures/finding/query.ts'
import { pageAddress } from '../../pages/address.ts'
import type { Instant } from '../../values/brussels.ts'
import { type ApplicantType, type Language, liveStatuses, type Region, type Topic } from '../../values/vocabularies.ts'

/** Null: all. */
export type DeadlinesAsked = {
  region: Region | null
  topic: Topic | null
  applicant_type: ApplicantType | null
}

export function deadlinesAddress(
  language: Language,
  asked: DeadlinesAsked,
  more: { month?: string | null; place?: 'deadlines' | 'deadlines.ics' } = {},
): string {
  return pageAddress(language, more.place ?? 'deadlines', { ...asked, month: more.month })
}

export function isChosen({ region, topic, applicant_type }: DeadlinesAsked): boolean {
  return region !== null || topic !== null || applicant_type !== null
}

/** Measures with a deadline ahead. */
export function aheadFilters({ region, topic, applicant_type }: DeadlinesAsked, now: Instant): Filters {
  return {
    region: region === null ? null : [region],
    topic: topic === null ? null : [topic],
    applicant_type: applicant_type === null ? null : [applicant_type],
    status: liveStatuses,
    deadline_after: now,
  }
}
