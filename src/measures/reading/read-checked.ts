/** When and on which page a record was read. */
import { startOfPeriod } from '../../values/brussels.ts'
import type { Checked, MeasureRecord } from '../record/record.ts'
import { shown } from './faults.ts'
import type { Given } from './input-schema.ts'
import { dateOf, type Reading } from './reading.ts'

const ahead = 'lies ahead: say when the page was read'

export function checkedOf(given: Given['checked'], { at, faults }: Reading): Checked | null {
  if (given === null) return null
  const { on, url, by } = given
  if (on === null) return faults.addUnlessFaulty('checked.on', 'missing')
  const from = startOfPeriod(on)
  if (from === null) return faults.add('checked.on', `${shown(on)} is no day that exists`)
  if (from > at) return faults.add('checked.on', ahead)
  return { on, url, by }
}

/** The plain day of before there was `checked`; only one of the two can be right. */
export function checkedAtOf(given: Given, { at, faults }: Reading): MeasureRecord['checked_at'] {
  const day = dateOf(given.checked_at, 'start')?.instant ?? null
  if (day === null) return null
  if (given.checked !== null) return faults.add('checked_at', 'stands beside checked: give checked alone')
  return day > at ? faults.add('checked_at', ahead) : day
}
