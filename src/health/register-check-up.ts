/** The register of companies in the check-up: which extract is loaded, and whether it is of lately. */
import type { LoadedExtract } from '../companies/registered-company.ts'
import { type Day, daysBetween } from '../values/brussels.ts'
import { type Finding, finding } from './finding.ts'

/** A full file comes every month: from here on one was passed over. */
const oldAfterDays = 45

/** `loaded`: null where none is; `unreadable` where there is one that cannot be read. */
export function registerFinding(loaded: LoadedExtract | 'unreadable' | null, today: Day): Finding {
  const check = 'register of companies'
  if (loaded === 'unreadable')
    return finding(
      check,
      'fault',
      'it cannot be read, so that no company is found; load a full file with `npx subsidies companies load --file <file>`',
    )
  if (loaded === null)
    return finding(check, 'ok', 'none is loaded; companies are matched with what is given of them alone')
  const { extract, day } = loaded
  const age = daysBetween(day, today)
  const standing = `extract ${extract} of ${day} is loaded`
  if (age < oldAfterDays) return finding(check, 'ok', standing)
  return finding(
    check,
    'warning',
    `${standing}, ${age} days old; load the newest full file with \`npx subsidies companies load --file <file>\``,
  )
}
