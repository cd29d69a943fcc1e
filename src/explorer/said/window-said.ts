/** Whether one can apply, and until when: a chip with a sign and a word, and the day with how near it is. */

import type { Html } from '../../pages/html.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { type Day, type Instant, parseInstant } from '../../values/brussels.ts'
import { daysUntil, dayText, lastDayOf } from '../../values/figures.ts'
import { statusLabels } from '../../values/labels.ts'
import { type Language, liveStatuses, type Status } from '../../values/vocabularies.ts'

/** A deadline nearer than this is said in days too. */
const nearDays = 31

const words: Record<
  Language,
  { today: string; tomorrow: string; inDays: (days: number) => string; closes: (when: string) => string }
> = {
  nl: {
    today: 'vandaag',
    tomorrow: 'morgen',
    inDays: (days) => `over ${days} dagen`,
    closes: (when) => `Sluit ${when}`,
  },
  fr: {
    today: 'aujourd’hui',
    tomorrow: 'demain',
    inDays: (days) => `dans ${days} jours`,
    closes: (when) => `Se termine ${when}`,
  },
  en: {
    today: 'today',
    tomorrow: 'tomorrow',
    inDays: (days) => `in ${days} days`,
    closes: (when) => `Closes ${when}`,
  },
}

function lastDayIn(closesAt: string | null): Day | null {
  const instant = closesAt === null ? null : parseInstant(closesAt)
  return instant === null ? null : lastDayOf(instant)
}

/** How near the last day of a deadline is, e.g. `in 12 days`; null where it is over or more than a month ahead. */
export function nearness(day: Day, language: Language, now: Instant): string | null {
  const days = daysUntil(day, now)
  if (days < 0 || days > nearDays) return null
  const { today, tomorrow, inDays } = words[language]
  if (days === 0) return today
  return days === 1 ? tomorrow : inDays(days)
}

const tones: Record<Status, { tone: Tone; sign: string }> = {
  open: { tone: 'likely', sign: '●' },
  continuous: { tone: 'likely', sign: '●' },
  forthcoming: { tone: 'possibly', sign: '◷' },
  paused: { tone: 'not', sign: '–' },
  budget_exhausted: { tone: 'not', sign: '–' },
  closed: { tone: 'not', sign: '–' },
  unknown: { tone: 'not', sign: '?' },
}

/** The status as a chip; where a deadline is near, that it closes. `closesAt`: as it is served. */
export function statusChip(status: Status, closesAt: string | null, language: Language, now: Instant): Html {
  const day = liveStatuses.includes(status) ? lastDayIn(closesAt) : null
  const near = day === null ? null : nearness(day, language, now)
  if (near !== null && status !== 'forthcoming') return chip('look', words[language].closes(near), '◆')
  const { tone, sign } = tones[status]
  return chip(tone, statusLabels[status][language], sign)
}

/** The deadline as a day, with how near it is; null where none is known. */
export function deadlineSaid(closesAt: string | null, language: Language, now: Instant): string | null {
  const day = lastDayIn(closesAt)
  if (day === null) return null
  const near = nearness(day, language, now)
  return near === null ? dayText(day, language) : `${dayText(day, language)}, ${near}`
}
