/** The days of a month as comma-separated values (RFC 4180). Its headings are those of the API. */
import type { Usage } from '../../usage/figures/usage.ts'
import { outcomes } from '../../usage/outcome.ts'

export function usageCsv({ days }: Pick<Usage, 'days'>): string {
  const rows = days.map((day) => [day.day, ...outcomes.map((outcome) => day[outcome]), day.evaluations])
  return [['day_utc', ...outcomes, 'evaluations'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
